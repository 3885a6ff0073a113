#include "node.h"

int value_of(struct node *one) { return one->value; }
