#include "tools.h"

static int unseen(int n) { return n; }

int alone() {
  tools::Tape tape;
  return unseen(1, tape); //> none maths.h::unseen
}
