// Function templates told apart by the arguments that a call says for them, and by what may be changed.
#include <utility>

struct Wide {
  void spread() {}
  void join() {}
};
struct Narrow {
  void squeeze() {}
  void join() {}
};

template <typename Made, typename Letter>
Made read(const Letter* text) { return Made(); }
template <typename Letter>
Wide read(const Letter* text) { return read<Wide>(text); }

struct Store {
  template <typename T>
  Wide* as() { return nullptr; }
  template <typename T>
  const Narrow* as() const { return nullptr; }

  template <typename T>
  Wide taken() & { return Wide(); }
  template <typename T>
  Narrow taken() && { return Narrow(); }
};

template <typename T>
struct Holder {
  template <typename Given>
  explicit Holder(Given) {}
  T held() { return T(); }
};

void use(Store* store, const Store& fixed) {
  read("a").spread(); //> call Wide.spread typed; none squeeze
  read<Narrow>("a").join(); //> call Narrow.join typed
  store->as<int>()->join(); //> call Wide.join typed; none Narrow.join
  fixed.as<int>()->join(); //> call Narrow.join typed; none Wide.join
  std::move(*store).taken<int>().join(); //> call Narrow.join typed; none Wide.join
  Holder<Wide>(1).held().spread(); //> call Wide.spread typed; call Holder.held typed
}

template <typename T>
struct Tree {
  class Builder;
  void climb() {}
};

template <typename T>
class Tree<T>::Builder {
 public:
  explicit Builder(int n) {}
  void grow() {}
  Tree<T> done() { return Tree<T>(); }
};

void local() {
  using Oak = Tree<int>;
  Oak::Builder builder(1);
  builder.grow(); //> call Tree.Builder.grow typed
  auto tree = Oak::Builder(2).done(); //> call Tree.Builder.done typed
  tree.climb(); //> call Tree.climb typed
}
