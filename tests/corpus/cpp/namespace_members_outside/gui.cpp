// A function of a namespace that is defined under its whole name sees the names of that namespace.
#include "gui.h"

static int counted;

void gui::same_line(float gap) { counted++; }

gui::Pane* gui::pane() {
    Pane* made = new Pane();
    return made;
}

int gui::detail::depth() {
    same_line();  //> call gui.same_line exact
    return 1;
}

bool gui::begin(const char* title) {
    same_line();  //> call gui.same_line exact
    pane()->width = detail::depth();  //> call gui.pane; call gui.detail.depth
    outside();  //> call outside
    return begin(title);  //> call gui.begin
}

void outside() {
    same_line();  //> none same_line
    gui::same_line();  //> call gui.same_line
}
