#include "kitchen.h"
namespace house {

void Guest::greet() {
  name(); //> none name
  cook(1); //> none cook
  kitchen::cook(1); //> call house.kitchen.cook exact
}
}  // namespace house
