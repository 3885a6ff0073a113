#include "queue.h"

void walk(struct node *first) {}  //> ref inside/node.h::node; none alone/loose.c::node
