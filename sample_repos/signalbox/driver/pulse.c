#include "pulse.h"

#include <stdio.h>

#include "relay.h"

static int reset(int line)
{
    return line & 0;
}

static void trace(int relay, int state)
{
    fprintf(stderr, "relay %d: %d\n", relay, state);
}

static int shape(enum pulse_shape kind, int level)
{
    return kind == PULSE_RAMP ? level / 2 : level;
}

int pulse_send(int line, int level)
{
    int (*find)(int) = reset;

    relay_listen(trace);
    return shape(PULSE_SQUARE, level) + find(line);
}
