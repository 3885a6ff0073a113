#include "old.h"

int run(void) {
    old_sum(1, "a", 1); //> call old.c::old_sum exact
    old_void(); //> call old.c::old_void exact
    return old_kind(3); //> call old.c::old_kind exact
}
