#pragma once

namespace gui {
struct Pane { int width; };
void same_line(float gap = 0);
bool begin(const char* title);
Pane* pane();
namespace detail { int depth(); }
}  // namespace gui

void outside();
