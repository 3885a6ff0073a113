package org.ferryline.desk

import org.ferryline.legacy.Timetable
import org.ferryline.model.Car
import org.ferryline.model.Port
import org.ferryline.plan.Crossing
import org.ferryline.plan.Fee
import org.ferryline.plan.standard
import org.ferryline.plan.titles
import org.ferryline.text.format
import org.ferryline.text.initial

fun interface Printer {
    fun print(line: String)
}

class Desk(private val printer: Printer) {
    private val sold = mutableMapOf<String, Fee>()

    fun sell(crossing: Crossing, length: Int): Fee {
        val fee = crossing.price(Car(2, length))
        sold[crossing.title()] = fee
        printer.print(line(crossing))
        return fee
    }

    fun refund(title: String): Fee? = sold.remove(title)?.reduced()

    private fun line(crossing: Crossing): String = with(crossing.from) {
        "$name $initial" + format(this) { port -> port.name.lowercase() }
    }

    fun close() {
        titles(standard()).forEach(printer::print)
        hidden()
    }

    fun first(timetable: Timetable): String = timetable.departures.first()
}

fun hidden() = println("closed")

fun main() {
    val desk = Desk { line -> println(line) }
    standard().forEach { desk.sell(it, 4) }
    desk.close()
}
