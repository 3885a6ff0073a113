// What unusual platforms lack is taken from elsewhere there.
#ifdef _WIN32
#include "replaced.h"
#endif
int disk_open(const char *path);
