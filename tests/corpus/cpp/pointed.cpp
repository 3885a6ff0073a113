// A type parameter may stand for a pointer, so what is declared with one may hold an address.
#include <map>
#include <string>

struct Node {
  void visit() {}
};
struct Leaf : Node {};
struct Value {
  int number;
};

struct Heap {
  void mark(Value value) {}
  void mark(Node* node) { node->visit(); }  //> call Node.visit
};

template <typename T>
struct Slot {
  T held;
};

void use(Heap heap, std::map<std::string, Leaf*> leaves, Slot<Leaf*> slot, Leaf plain, Value value) {
  for (auto each : leaves) {
    heap.mark(each.second);  //> call Heap.mark(Node*)
  }
  heap.mark(slot.held);  //> call Heap.mark(Node*)
  heap.mark(value);  //> call Heap.mark(Value)
  heap.mark(&plain);  //> call Heap.mark(Node*)
}
