library acme.shop;

import 'dart:io';
import 'named.dart';
part 'parts.dart';

/// A cart of things.
@immutable
class Cart<T> extends Base with Counting implements Named { //> def class Cart; doc A cart of things.
  static const int max = 3, min = 1; //> def constant Cart.max; def constant Cart.min
  final String label; //> def field Cart.label
  late int? _count; //> def field Cart._count
  var owner = ''; //> def field Cart.owner

  Cart(this.label, {int size = 0}) : super(size) { //> def constructor Cart.Cart
    var total = helper(size); //> none total; none helper
  }
  const Cart.empty() : label = ''; //> def constructor Cart.empty
  factory Cart.from(String text) => Cart(text); //> def constructor Cart.from

  // Adds an item.
  @override
  Future<int> add<U>(U item) async { //> def method Cart.add; doc Adds an item.
    int twice(int n) => 2 * n; //> def function Cart.add.twice
    return twice(max); //> none twice
  }

  int get total => 1; //> def property Cart.total
  set total(int value) {} //> def property Cart.total
  static Cart build() => Cart(''); //> def method Cart.build
  bool operator ==(Object other) => true; //> def method Cart.==
  void paint(); //> def method Cart.paint
}

abstract class Named { String get name; } //> def class Named; def property Named.name
mixin Counting on Base { int count = 0; } //> def class Counting; def field Counting.count
enum Color { red, green(2); const Color([this.rgb = 0]); final int rgb; } //> def enum Color; def constant Color.red; def constant Color.green; def field Color.rgb
extension CartShout on Cart { void shout() {} } //> def class CartShout; def method CartShout.shout
typedef Handler = void Function(int); //> def type Handler
typedef int Old(int a); //> def type Old
const limit = 10; //> def constant limit
final int second = 1; //> def variable second
int current = 0, other = 1; //> def variable current; def variable other
int helper(int size) => size; //> def function helper
int get now => 1; //> def property now

void main() { //> def function main
  test('adds an item', () { //> def function main.adds an item; flag test main.adds an item
    expect(1, 1);
  });
  group('cart', () { //> def module main.cart
    testWidgets("paints", (tester) async {}); //> def function main.cart.paints
  });
}
