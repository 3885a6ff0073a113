//! The shop.
const std = @import("std"); //> def constant std

/// A cart of items.
pub const Cart = struct { //> def struct Cart; doc A cart of
    items: u32, //> def field Cart.items
    count: usize = 0, //> def field Cart.count

    const Self = @This(); //> def constant Cart.Self

    /// Adds an item.
    pub fn add(self: *Cart, item: u32) void { //> def method Cart.add; doc Adds an item.
        const price = item; //> none price
        self.items += price;
    }
};

const Color = enum { red, green }; //> def enum Color; def constant Color.red; def constant Color.green
const Value = union(enum) { number: u8 }; //> def enum Value; def field Value.number
const Failure = error{ Full, Gone }; //> def enum Failure; def constant Failure.Full; def constant Failure.Gone
const Handle = opaque {}; //> def type Handle
const limit: u32 = 10; //> def constant limit
var state: u8 = 0; //> def variable state

fn List(comptime T: type) type { //> def function List
    return struct {
        item: T,
        fn get() void {} //> def function List.get; flag local List.get
    };
}

extern fn c_sin(x: f64) f64; //> def function c_sin

test "adds" { //> def function adds; flag test adds
    var cart = Cart{ .items = 0 };
    cart.add(1); //> none add
}
