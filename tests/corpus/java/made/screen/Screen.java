package made.screen;

import static made.Texts.absent;

import made.BuildFacts; //> external made.BuildFacts
import made.R; //> external made.R
import made.Texts; //> import Texts

/** What an import takes from a package of the tree and no file there declares is made when building. */
class Screen {
  void show(int id) {
    show(R.string.title); //> external made.R.string.title; call Screen.show exact
    boolean fast = BuildFacts.FAST; //> external made.BuildFacts.FAST
    Texts.missing(); //> unresolved missing
    absent(); //> unresolved absent
  }
}
