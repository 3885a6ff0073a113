package acme.shop

import kotlin.math.max

/** A cart of things. */
@Serializable
data class Cart(val size: Int, private var label: String = "", plain: Int) : Base(), Named { //> def class Cart; doc A cart of things.; def property Cart.size; def property Cart.label
    companion object {
        const val MAX = 3 //> def constant Cart.Companion.MAX
        fun empty() = Cart(0, "", 1) //> def method Cart.Companion.empty; call Cart exact
    }

    constructor(text: String) : this(text.length, text, 0) //> def constructor Cart.constructor

    val total: Int //> def property Cart.total
        get() = size
    lateinit var owner: String //> def property Cart.owner

    // Adds an item.
    override suspend fun <T> add(item: T): Int { //> def method Cart.add; doc Adds an item.
        val twice = 2 * max(size, 1) //> ref Cart.size exact; none twice
        fun local() = twice //> def function Cart.add.local; none twice
        return local() //> call Cart.add.local exact
    }

    enum class Color(val rgb: Int) { //> def enum Cart.Color; def property Cart.Color.rgb
        RED(1), //> def constant Cart.Color.RED
        GREEN(2) { override fun paint() {} }; //> def constant Cart.Color.GREEN
        open fun paint() {} //> def method Cart.Color.paint
    }

    inner class Line { val count = 1 } //> def class Cart.Line; def property Cart.Line.count
}

interface Named { fun name(): String } //> def interface Named; def method Named.name
fun interface Visitor { fun visit(cart: Cart) } //> def interface Visitor
sealed interface Event //> def interface Event
object Registry { val carts = mutableListOf<Cart>() } //> def class Registry; def property Registry.carts
typealias Carts = List<Cart> //> def type Carts
annotation class Marker //> def class Marker
fun Cart.describe(): String = "cart" //> def method Cart.describe
fun main() {} //> def function main
val Cart.isEmpty get() = size == 0 //> def property Cart.isEmpty
const val LIMIT = 10 //> def constant LIMIT
val `odd name` = 1 //> def property odd name
val (first, second) = 1 to 2 //> def property first; def property second

class CartTest { //> def class CartTest
    @Test
    fun `adds an item`() {} //> def method CartTest.adds an item; flag test adds an item

    @ParameterizedTest(name = "x")
    fun counts() {} //> flag test CartTest.counts
}
