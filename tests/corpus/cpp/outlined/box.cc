#include "box.h"

// What a class declares may be defined under a path that the file's `using` makes whole.
using namespace shop;

class inner::Box::Private {
 public:
  Part part;
  void tidy() {} //> def method inner.Box.Private.tidy
};

class inner::Lid::Private {
 public:
  Part other;
};

void Part::spin() {} //> override Turning.spin
void Part::turn() {}
void Part::turn(int times) {}

inner::Box::Box() : d(std::make_unique<Private>()) {}

void inner::Box::open() {
  d->part.turn(); //> call box.cc::Part.turn() typed
  d->tidy(); //> call inner.Box.Private.tidy typed
  d->other.turn(); //> none turn
}

void inner::Lid::open() {
  d->other.turn(2); //> call box.cc::Part.turn(int) typed
  d->tidy(); //> none tidy
}
