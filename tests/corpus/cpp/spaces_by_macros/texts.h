#pragma once
#include "config.h"

TEXTS_BEGIN_NAMESPACE
namespace detail {
int width(int value);
}
struct Writer {
  void put(int value);
};
int print(int value);
TEXTS_END_NAMESPACE
