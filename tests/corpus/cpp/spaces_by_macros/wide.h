#pragma once
#include "texts.h"

TEXTS_BEGIN_NAMESPACE
inline int print(int value, int width) { return width; }
TEXTS_END_NAMESPACE
