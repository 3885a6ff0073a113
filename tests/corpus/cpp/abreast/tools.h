#pragma once
namespace tools {
int measure(int n);
struct Tape {};
}  // namespace tools
