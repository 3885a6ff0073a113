import static org.elsewhere.Checks.*;

import org.elsewhere.Base;
import org.elsewhere.Suite;

/** What only a class outside the tree can declare is a call of that class; where two could, it stays open. */
class Lookalike {
  void prepare() {}

  void check(Object o) {}
}

class Checked {
  void run() {
    check("a"); //> external org.elsewhere.Checks.check; none check
    own(); //> call Checked.own exact
  }

  void own() {}
}

class OfBase extends Base {
  void run() {
    prepare(); //> unresolved prepare; none prepare
  }
}

class Numbers {
  int bits(long value, Object any) {
    any.unheardOf(); //> unresolved unheardOf
    return Long.unheardOf(value); //> external Long.unheardOf
  }
}

class Unknown extends Missing {
  void run() {
    prepare(); //> unresolved prepare; none *
  }
}
