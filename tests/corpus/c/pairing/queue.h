#ifndef QUEUE_H
#define QUEUE_H

struct queue; //> def struct queue

struct queue *queue_new(void); //> def function queue_new
int queue_push(struct queue *queue, int item);

static inline int queue_fits(int item) { return item > 0; } //> def function queue_fits

#endif
