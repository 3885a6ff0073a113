#include "result.h"

bool Result<Leaf>::good() { return length() > 0; }  //> call Result.length

template <typename T>
bool Result<T*>::good() {
  return address() != nullptr;  //> call Result.address
}
