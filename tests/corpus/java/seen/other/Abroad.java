package seen.other;

import seen.Hidden;

class Abroad {
  void uses() {
    Hidden.open("a"); //> call Hidden.open(Object); none Hidden.open(CharSequence)
  }
}
