#include "queue.h" //> import queue.h::

struct queue { //> def struct queue
    int length;
};

static int check(int item) { return queue_fits(item); } //> call queue.h::queue_fits exact

struct queue *queue_new(void) { return 0; }

int queue_push(struct queue *queue, int item) {
    queue->length += check(item); //> call queue.c::check exact; ref queue.length
    return queue->length;
}
