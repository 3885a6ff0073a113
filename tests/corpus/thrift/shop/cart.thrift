include "item.thrift" //> import item.thrift::

// What a customer wants.
struct Cart { //> def struct Cart; doc What a customer wants.
  1: i32 id; //> def field Cart.id
}
enum State { OPEN = 1 } //> def enum State; def constant State.OPEN
exception Closed { 1: string why } //> def class Closed; def field Closed.why
service Shop { //> def interface Shop
  // Adds an item.
  void add(1: Cart cart) //> def method Shop.add; doc Adds an item.; none Cart
}
const i32 MOST = 9 //> def constant MOST
typedef i32 Price //> def type Price
