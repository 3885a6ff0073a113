#pragma once
#include "store.h" //> import store.h::

namespace db {
class Cursor {
 public:
  explicit Cursor(Store* store) : store_(store) {}
  void release() { store_->close(this); } //> call store.cc::db.Store.close typed

 private:
  Store* store_;
};
}  // namespace db
