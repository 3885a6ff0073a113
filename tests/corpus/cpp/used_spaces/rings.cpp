namespace first {
namespace inner {}
}  // namespace first
namespace second {
int far(int n) { return n; }
}  // namespace second
namespace third {}
namespace first {
using namespace third;
using namespace second;
int here(int n) { return far(n); } //> call second.far
int nowhere() { return absent(1); } //> none absent; unresolved absent
}  // namespace first
namespace third {
using namespace first;
int round() { return far(2) + here(3); } //> call second.far; call first.here
}  // namespace third
