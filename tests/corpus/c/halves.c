/* A source that is included by others for its first half alone: however its second half is marked and cut by what the
 * build decides, it is there. What is above the two halves is long, and of what is long only the end is looked at when
 * it is asked whether something goes on in them. It goes on about nothing at all for some lines more, as licences do,
 * with words that say neither what the source is for nor who may use it, but that there is no warranty of any kind for
 * either, not even that anybody reads it.
 */
#ifdef SLOTS_ONLY
#define SLOTS 4
typedef struct slot { int at; } slot;
#else
#define SLOT_OWNER
#include "slots.h"

OWN_DATA const char * const slot_names =
    "first\0"
    "second\0"
    ;

OWN_DATA const int slot_kinds[SLOTS] = { 1, 2, };

OWN_FUNC void put(int n) //> def function put
{
    slot_count += n;
}

OWN_FUNC void put_all(unsigned int n) //> def function put_all
{
    while (n) {
        put(n); //> call put exact
        n = n >> 8;
    }
}

OWN_FUNC int taken(slot *s)
{
#ifdef WIDE
    if (s->at > 8) {
#else
    if (s->at > 4) {
#endif
        put(s->at); //> call put exact
        return 1;
    }
    return 0;
}

OWN_FUNC void drop(slot *s) //> def function drop
{
    int at;

    at = s->at;
    if (taken(s)) { //> call taken exact
        put_all(at); //> call put_all exact
    }
    s->at = 0;
}
#endif
