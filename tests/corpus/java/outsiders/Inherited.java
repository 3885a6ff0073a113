package shop;

import org.elsewhere.Suite;

/** A base outside the tree answers what neither the class nor the tree's bases of it declare. */
class Middle extends Suite {
  void known() {}
}

class Inherited extends Middle {
  void testTotal() {
    check(1, 2); //> external org.elsewhere.Suite.check; none check
    this.check(1, 2); //> external org.elsewhere.Suite.check; none check
    known(); //> call Middle.known exact
    Runnable later = () -> check(2, 3); //> external org.elsewhere.Suite.check
  }

  class Inner {
    void run() {
      check(3, 4); //> external org.elsewhere.Suite.check; none check
      total(); //> external org.elsewhere.Suite.total; none total
    }
  }

  static class Other extends org.elsewhere.Base {
    void run() {
      check(4, 5); //> unresolved check; none check
    }
  }
}

class Lookalike {
  void check(int a, int b) {}

  static int total() {
    return 0;
  }
}
