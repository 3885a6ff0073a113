#include "system.h"
#ifdef _WIN32
int own_fetch(const char *path) { return disk_open(path); } //> call replaced.c::disk_open exact
int disk_open(const char *path) { return 2; }
int disk_close(const char *path) { return disk_open(path); } //> call replaced.c::disk_open exact
#endif
