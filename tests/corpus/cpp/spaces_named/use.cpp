// A macro that names a namespace, though another branch leaves it without a text.
#include "plants.h"

class Oak : public PLANTS_NS::Tree {};  //> inherit Tree

QUIET int run(PLANTS_NS::Tree *tree) {
  PLANTS_NS::Tree own;
  PLANTS_NS::grow(own);  //> call plants.h::grow
  tree->height();  //> call Tree.height
  Oak oak;
  LEAVES_NS::Leaf leaf;
  LEAVES_NS::missing(1);  //> none missing
  QUIET::grow(own);  //> none grow
  return oak.height() + LEAVES_NS::count(leaf.length());  //> call Tree.height; call leaves.count; call Leaf.length
}
