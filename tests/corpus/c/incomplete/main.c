#include "shelf.h"

int main(void) {
    shelf *mine = shelf_new(); //> ref shelf.c::shelf; call shelf.c::shelf_new exact
    if (shelf_full(mine)) return 1; //> call shelf.c::shelf_full exact
    return shelf_name(mine, 3) != 0; //> call shelf.c::shelf_name exact
}
