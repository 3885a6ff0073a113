#include "system.h"
int use(const char *path) {
    fetch(path); //> call own_fetch inferred
    return disk_open(path); //> call usual.c::disk_open exact; none replaced.c::disk_open
}
