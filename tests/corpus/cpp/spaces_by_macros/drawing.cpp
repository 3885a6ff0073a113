// The name of the namespace that a macro opens is a macro itself.
#include "shapes.h"

int draw() {
  shapes::Circle circle;
  return shapes::area(circle) + circle.width();  //> call shapes.h::area; call Circle.width
}
