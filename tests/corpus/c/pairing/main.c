#include <stdio.h> //> external stdio.h
#include "queue.h" //> import queue.h::

static int check(int item) { return item; }

int main(void) {
    struct queue *queue = queue_new(); //> call queue.c::queue_new exact
    queue_push(queue, check(1)); //> call queue.c::queue_push exact; call main.c::check exact
    return 0;
}
