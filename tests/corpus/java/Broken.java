/** Half of this file does not parse; the rest is known all the same. */
class Broken {
  void fine() {
    helper(); //> call Broken.helper
  }

  void torn( {
    helper(;
  }

  void helper() {} //> def method helper
}

class After {
  void go() {
    stay(); //> call After.stay
  }

  void stay() {}
}
