#include "relay.h"

#include <stddef.h>

#include "pulse.h"

static struct relay relays[RELAY_COUNT];
static relay_listener on_change = NULL;

static struct relay *find(int number)
{
    if (number < 0 || number >= RELAY_COUNT)
        return NULL;
    return &relays[number];
}

static void reset(struct relay *relay)
{
    relay->state = RELAY_OFF;
    relay->switched = 0;
}

int relay_switch(int number, int state)
{
    struct relay *relay = find(number);

    if (relay == NULL)
        return -1;
    if (relay->switched > 1000)
        reset(relay);
    relay->state = state;
    relay->switched++;
    if (on_change != NULL)
        on_change(number, state);
    return pulse_send(number, state);
}

void relay_listen(relay_listener listener)
{
    on_change = listener;
}
