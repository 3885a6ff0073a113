#ifndef RELAY_H
#define RELAY_H

#define RELAY_OFF 0
#define RELAY_ON 1
#define RELAY_COUNT 16

typedef void (*relay_listener)(int relay, int state);

struct relay {
    int state;
    unsigned switched;
};

int relay_switch(int number, int state);
void relay_listen(relay_listener listener);

#endif
