#pragma once
#include <string> //> external string

namespace db {

class Cursor; //> def class db.Cursor

class Store { //> def class db.Store
 public:
  Store();
  Cursor* open(const std::string& name); //> def method db.Store.open
  void close(Cursor* cursor) const;

 private:
  int open_count_;
};

}  // namespace db
