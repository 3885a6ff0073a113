#define fetch own_fetch
int own_fetch(const char *path);
