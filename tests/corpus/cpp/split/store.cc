#include "store.h" //> import store.h::
#include "cursor.h" //> import cursor.h::

namespace db {

Store::Store() : open_count_(0) {} //> ref db.Store.open_count_

Cursor* Store::open(const std::string& name) {
  open_count_++; //> ref db.Store.open_count_
  return new Cursor(this); //> call cursor.h::db.Cursor.Cursor exact
}

void Store::close(Cursor* cursor) const { cursor->release(); } //> call db.Cursor.release typed

}  // namespace db
