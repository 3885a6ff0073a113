#include "kitchen.h"
namespace house {
using namespace kitchen;
using namespace house;

int dinner() { return cook(2) + missing(); } //> call house.kitchen.cook; none missing
}  // namespace house
