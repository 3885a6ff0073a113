#ifndef PULSE_H
#define PULSE_H

enum pulse_shape { PULSE_SQUARE, PULSE_RAMP };

int pulse_send(int line, int level);

#endif
