// The macro that opens a namespace names an inline namespace in it by another macro.
#include "graph.h"

using graph::Root;

int count() {
    Root root;
    graph::Node node;
    return root.size() + node.size();  //> call graph.h::Node.size
}
