// Words that an implementation's headers define away, alone on a line: no types, no functions.
#include "marks.h"
typedef unsigned __word;
typedef struct pool { int used; } pool;

__attribute_cold__
__attribute_nonnull__(1)
void pool_drop(pool *p); //> def function pool_drop

__attribute_pure__ /* reads only */
static int pool_used(const pool *p);

__attribute_nonnull__()
__attribute_noinline__
static int
pool_used (const pool *p) //> def function pool_used
{
    return p->used;
}

#ifdef WIDE
__attribute_format__((__printf__, 2, 3))
void pool_say(pool *p, const char *format, ...); //> def function pool_say
#endif

__word
pool_hash(const pool *p) //> def function pool_hash; typeof __word
{
    return (__word)p->used;
}

__word
__pool_mix(const pool *p) //> def function __pool_mix
{
    return pool_hash(p); //> call pool_hash exact
}

int pool_step(pool *p, int n)
{
    switch (n) {
    case 1:
        pool_drop(p); //> call pool_drop
        __fallthrough
    case 2:
        return pool_used(p); //> call pool_used exact
    default:
        __pool_mix(p); //> call __pool_mix exact
        return 0;
    }
}

void pool_drop(pool *p)
{
    pool_step(p, 1); //> call pool_step exact
}
