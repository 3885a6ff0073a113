#include "texts.h"

TEXTS_BEGIN_NAMESPACE
namespace detail {
int width(int value) { return value; }
}
void Writer::put(int value) {
  print(value);  //> call print
}
int print(int value) {
  return detail::width(value);  //> call detail.width
}
TEXTS_END_NAMESPACE
