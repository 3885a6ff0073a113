package shop

import kotlin.reflect.KMutableProperty0

class Item(val name: String)
class Row(val name: String)

fun Item.asRow(): Row = Row(name) //> def method Item.asRow
fun Row.asRow(): Row = this

fun read(items: List<Item>) {
    items.map(Item::asRow) //> ref Item.asRow exact; none Row.asRow
    items.map(Item::asRow).map(Row::asRow) //> ref Item.asRow; ref Row.asRow
    items.map(Item::missing) //> none missing
    items.map { it.asRow() } //> call Item.asRow; none Row.asRow
}

class Shelf { var item: Item = Item("a") }

fun KMutableProperty0<Item>.fill() = Unit
fun Item.fill() = Unit

fun fillAll(shelf: Shelf) {
    shelf::item.fill() //> ref Shelf.item; call KMutableProperty0.fill; none Item.fill
    shelf::item.get().fill() //> call Item.fill; none KMutableProperty0.fill
}
