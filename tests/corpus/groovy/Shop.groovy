package acme.shop

import groovy.transform.Immutable

/** A cart of things. */
@Immutable
class Cart<T> extends Base implements Named { //> def class Cart; doc A cart of things.
    static final int MAX = 3 //> def constant Cart.MAX
    private String label //> def field Cart.label
    int size = 0 //> def field Cart.size
    def owner //> def field Cart.owner

    Cart(int size) { //> def constructor Cart.Cart
        def total = helper(size) //> none total; none helper
    }

    // Adds an item.
    @Override
    int add(T item, int count = 1) { //> def method Cart.add; doc Adds an item.
        def twice = 2 * size //> none size
        return twice
    }

    static Cart build() { new Cart(1) } //> def method Cart.build
    def describe() { "cart" } //> def method Cart.describe

    class Line { int count } //> def class Cart.Line; def field Cart.Line.count
}

interface Named { String name() } //> def interface Named; def method Named.name
trait Counting { int count() { 1 } } //> def interface Counting; def method Counting.count
enum Color { RED, GREEN } //> def enum Color; def constant Color.RED; def constant Color.GREEN

def helper(int size) { //> def function helper
    size
}

class CartSpec extends Specification { //> def class CartSpec
    def "adds an item"() { //> def method CartSpec.adds an item
        expect: true
    }

    @Test
    void counts() {} //> def method CartSpec.counts; flag test CartSpec.counts
}
