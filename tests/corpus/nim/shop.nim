import std/strutils
import named

const limit* = 10 #> def constant limit
let second = 1 #> def variable second
var current*, other: int #> def variable current; def variable other

type
  ## A cart of things.
  Cart*[T] = ref object of Base #> def class Cart
    label*: string #> def field Cart.label
    a, b: int #> def field Cart.a; def field Cart.b
  Color* = enum #> def enum Color
    red, green = 2 #> def constant Color.red; def constant Color.green
  Number = int #> def type Number
  Shape = concept x #> def interface Shape
    x.draw()
  Pair = tuple[left: int, right: int] #> def type Pair

# Adds an item.
proc add*[T](cart: Cart[T], item: T): int = #> def function add; doc Adds an item.
  let twice = helper(1) #> none twice; none helper
  proc local(n: int): int = n #> def function add.local
  local(twice) #> none local

func helper(size: int): int = size #> def function helper
method paint(cart: Cart) {.base.} = discard #> def function paint
iterator items(cart: Cart): int = yield 1 #> def function items
converter toInt(cart: Cart): int = 1 #> def function toInt
template twice(n: untyped): untyped = 2 * n #> def macro twice
macro build(body: untyped): untyped = body #> def macro build
proc `+`(a, b: Cart): Cart = a #> def function +

suite "cart": #> def module cart
  test "adds an item": #> def function cart.adds an item; flag test cart.adds an item
    check 1 == 1
