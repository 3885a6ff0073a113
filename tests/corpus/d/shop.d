module acme.shop;

import std.stdio;

/// A cart of things.
@safe final class Cart(T) : Base, Named //> def class Cart; doc A cart of things.
{
    enum max = 3; //> def constant Cart.max
    private string label; //> def field Cart.label
    int a, b; //> def field Cart.a; def field Cart.b

    this(int size) //> def constructor Cart.this
    {
        auto total = helper(size); //> none total; none helper
    }

    // Adds an item.
    @property int add(U)(U item) const //> def method Cart.add; doc Adds an item.
    {
        int twice(int n) { return 2 * n; } //> def function Cart.add.twice
        return twice(1); //> none twice
    }

    static Cart build() { return null; } //> def method Cart.build
    abstract void paint(); //> def method Cart.paint
    alias Items = T[]; //> def type Cart.Items
    enum Color { red, green } //> def enum Cart.Color; def constant Cart.Color.red; def constant Cart.Color.green
}

interface Named { string name(); } //> def interface Named; def method Named.name
struct Point { int x; } //> def struct Point; def field Point.x
union Either { int left; float right; } //> def struct Either; def field Either.left
enum Suit : string { hearts = "H" } //> def enum Suit; def constant Suit.hearts
enum limit = 10; //> def constant limit
template Twice(T) { alias Twice = T; } //> def class Twice
mixin template Counting() { int count; } //> def class Counting
alias Number = int; //> def type Number
alias void function(int) Handler; //> def type Handler
immutable int second = 1; //> def variable second
int helper(int size) { return size; } //> def function helper
auto shout(string text) => text; //> def function shout
