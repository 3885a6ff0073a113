#include "store.h" //> import store.h::

using db::Store;

struct Cursor { //> def struct Cursor
  void release() {}
};

int main() {
  Store store; //> call store.cc::db.Store.Store
  auto* cursor = store.open("a"); //> call store.cc::db.Store.open typed
  cursor->release(); //> call cursor.h::db.Cursor.release typed
  Cursor mine;
  mine.release(); //> call main.cc::Cursor.release typed
  store.release(); //> none release
  return 0;
}
