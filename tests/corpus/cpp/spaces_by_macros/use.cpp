// Namespaces that macros of another file open.
#include "wide.h"

#define OWN_BEGIN namespace own { namespace inner {
#define OWN_END } }

OWN_BEGIN
int helper(int value) {
  return shown(value);  //> call own.shown
}
OWN_END

namespace own {
int shown(int value) { return value; }
int use(int value) {
  return inner::helper(value);  //> call helper
}
}

void run() {
  texts::print(1);  //> call texts.cpp::print exact
  texts::print(1, 2);  //> call wide.h::print exact
  texts::detail::width(2);  //> call detail.width
  texts::Writer writer;
  writer.put(3);  //> call Writer.put
  texts::missing(4);  //> none missing
  others::print(5);  //> none print
}
