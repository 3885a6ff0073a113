#pragma once
#include "shapes.h"
inline float span(const Point& a, const Point& b) { return a.x - b.x; }
inline int unseen(const Point& a) { return 1; }
