namespace tools { //> def module tools

int size(int n) { return n; }

namespace inner {
int depth() { return size(1); } //> call tools.size exact
}  // namespace inner

namespace {
int hidden() { return inner::depth(); } //> call tools.inner.depth exact
}  // namespace

struct Box {}; //> def struct tools.Box
int weigh(const Box& box) { return hidden(); } //> call tools.hidden exact

}  // namespace tools

namespace short_name = tools::inner;

int size(char c) { return c; }

int main() {
  tools::size(1); //> call tools.size exact
  size('c'); //> call namespaces.cpp::size exact
  short_name::depth(); //> call tools.inner.depth exact
  tools::Box box;
  weigh(box); //> call tools.weigh typed
  std::size(box); //> none size
  return 0;
}

int wide() {
  using namespace tools;
  using tools::inner::depth;
  depth(); //> call tools.inner.depth exact
  return inner::depth(); //> call tools.inner.depth exact
}
