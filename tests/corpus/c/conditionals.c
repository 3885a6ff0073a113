static int here(void) { return 1; }

#ifdef _WIN32
static int path(void) { return here(); } //> call here
#else
static int path(void) { return here() + 1; } //> call here; def function path
#endif

#if 0
static int dead(void) { return here(); } //> none here
#endif

int cut(int n) {
#ifdef WIDE
    if (n > 1) {
#else
    if (n > 2) {
#endif
        return here(); //> call here exact
    }
    return path(); //> call path exact
}

int after(void) { return cut(1); } //> call cut exact
