#pragma once
namespace house {
namespace kitchen {
const char* name(const char* text);
int cook(int n);
}  // namespace kitchen
struct Guest {
  void greet();
};
}  // namespace house
