#pragma once
#include "config.h"

PLANTS_BEGIN
class Tree {
 public:
  int height() { return 1; }
};
int grow(Tree tree);
PLANTS_END

namespace plants {
namespace leaves {
int count(int value);
struct Leaf {
  int length() { return 2; }
};
}
}
