#pragma once
#include "version.h"

GRAPH_BEGIN
struct Node {
    int size() const { return 1; }
};
using Root = Node;
GRAPH_END
