package yard;

import static mill.Wheel.shut;

/** What a file imports is not there for those who name its package. */
class Stranger {
  void run() {
    mill.Wheel.shut(); //> none shut
  }
}
