package seen;

/** Of overloads those count that code may name: private ones in their file, those of a package in it. */
class Beside {
  void uses() {
    Hidden.open("a"); //> call Hidden.open(CharSequence); none Hidden.open(String)
  }
}
