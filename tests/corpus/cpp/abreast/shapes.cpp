#include "shapes.h"
#include "maths.h"

void span(Answer* answer, int* hint, const Point* from) {
  answer->distance = span(from[0], from[1]); //> call maths.h::span exact
}

int measure(const char* text, int from) { return from; }

bool open_box(const Point& corner) { return corner.x > 0; }
