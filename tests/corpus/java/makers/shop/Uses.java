package shop;

import static shop.Makers.Box; //> import Makers.Box
import static shop.Makers.Limit;

import java.util.function.Supplier;

/** A static import of methods alone does not hide a type of their name, nor do methods a variable. */
class Uses {
  Supplier<Box> made = Box::empty; //> ref Box.java::Box exact; ref Box.empty exact; none Makers.Box

  int both() {
    return Box("a").size() + Box.empty().size() + Limit; //> call Makers.Box(String); call Box.empty; ref Makers.Limit; call Box.size
  }

  int called() {
    return Limit(); //> call Makers.Limit()
  }
}
