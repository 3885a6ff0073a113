#pragma once
#define TEXTS_BEGIN_NAMESPACE \
  namespace texts {           \
  inline namespace v2 {
#define TEXTS_END_NAMESPACE \
  }                         \
  }
