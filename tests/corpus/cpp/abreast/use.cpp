#include "maths.h"
#include "tools.h"
using namespace tools;

int measure(const char* text, int from);
int unseen(const Point& a, int n);
int open_box(int lid) { return lid; }

void use(Answer* answer, const Point* points) {
  int hint;
  span(answer, &hint, points); //> call shapes.cpp::span
  span(points[0], points[1]); //> call maths.h::span
  measure("wide", 1); //> call shapes.cpp::measure
  measure(3); //> call tools.measure
  open_box(*points); //> call shapes.cpp::open_box
  open_box(2); //> call use.cpp::open_box
}
