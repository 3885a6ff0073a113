package acme.shop

import scala.collection.mutable

/** A cart of things. */
@deprecated
case class Cart[T](size: Int, val label: String) extends Base with Named { // > def class Cart; doc A cart of things.; def field Cart.size; def field Cart.label
  private val total: Int = helper(size) // > def field Cart.total; none helper
  var owner = "" // > def field Cart.owner
  lazy val (a, b) = (1, 2)

  def this(text: String) = this(1, text) // > def constructor Cart.this

  // Adds an item.
  override def add[U](item: U)(implicit order: Ordering[U]): Int = { // > def method Cart.add; doc Adds an item.
    val twice = 2 * size // > none size
    def local(n: Int) = n // > def function Cart.add.local
    local(twice) // > none local
  }

  def +(other: Cart[T]): Cart[T] = this // > def method Cart.+
  type Items = List[T] // > def type Cart.Items
}

object Cart { // > def class Cart
  val Max = 3 // > def field Cart.Max
  def empty: Cart[Int] = Cart(0, "") // > def method Cart.empty
}

trait Named { def name: String } // > def interface Named; def method Named.name
sealed abstract class Shape // > def class Shape
package object all { def helper(n: Int) = n } // > def module all; def function all.helper
implicit class Ops(val cart: Cart[Int]) // > def class Ops
enum Color(val rgb: Int): // > def enum Color
  case Red extends Color(1) // > def constant Color.Red
  case Green, Blue // > def constant Color.Green; def constant Color.Blue
given ordering: Ordering[Cart[Int]] = ??? // > def constant ordering
def top(n: Int): Int = n // > def function top
extension (cart: Cart[Int]) def shout: String = "!" // > def function shout

class CartSpec extends AnyFunSuite { // > def class CartSpec
  test("adds an item") { // > def method CartSpec.adds an item; flag test adds an item
    assert(true)
  }
}
