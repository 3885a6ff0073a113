#pragma once
#include "named.h"

SHAPES_BEGIN
struct Circle {
  int width() { return 1; }
};
inline int area(Circle circle) { return circle.width(); }  //> call Circle.width
SHAPES_END
