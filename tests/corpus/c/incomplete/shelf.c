#include "shelf.h"

struct plank_ { int width; };
struct shelf {
    int length;
    struct plank_ *plank; //> ref plank_
};

shelf *shelf_new(void) { return 0; } //> ref shelf.c::shelf
plank shelf_plank(shelf *shelf) { return shelf->plank; } //> ref shelf.plank
int shelf_full(shelf *shelf) { return shelf->length > shelf->plank->width; } //> ref shelf.length; ref plank_.width
const char *shelf_name(shelf *shelf, int length) { return 0; }
