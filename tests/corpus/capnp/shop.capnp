@0xdeadbeefdeadbeef;

# What a customer wants.
struct Cart { #> def struct Cart; doc What a customer wants.
  id @0 :Int32; #> def field Cart.id
  enum State { open @0; } #> def enum Cart.State; def constant Cart.State.open
}
interface Shop { #> def interface Shop
  add @0 (cart :Cart) -> (id :Int32); #> def method Shop.add; none Cart
}
const most :Int32 = 9; #> def constant most
