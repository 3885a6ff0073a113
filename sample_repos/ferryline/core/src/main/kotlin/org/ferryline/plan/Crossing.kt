package org.ferryline.plan

import org.ferryline.legacy.Timetable
import org.ferryline.model.Car
import org.ferryline.model.Crate
import org.ferryline.model.Empty
import org.ferryline.model.Load
import org.ferryline.model.Port
import org.ferryline.model.Ship
import org.ferryline.text.label
import org.ferryline.text.label as caption

class Crossing(val from: Port, val to: Port, private val ship: Ship) {
    private val timetable = Timetable(from.name)

    val fee: Fee by lazy { Fee.between(from, to) }

    fun board(loads: List<Load>): Int {
        loads.forEach { ship.load(it) }
        ship += Empty
        return ship.total()
    }

    fun price(load: Load): Fee = when (load) {
        is Car -> fee * load.length
        is Crate -> fee.reduced()
        else -> fee
    }

    fun title(): String = from.label() + to.caption()

    fun note(load: Load?): String = load?.label() ?: "none".label()

    fun departures(): List<String> = timetable.departures.map { it.label() }

    fun reverse(): Crossing = Crossing(to, from, ship).apply { rename() }

    private fun rename() = Unit
}

class Fee(private val cents: Int) {
    operator fun times(factor: Int): Fee = Fee(cents * factor)

    fun reduced(share: Int = 2): Fee = Fee(cents / share)

    companion object {
        fun between(from: Port, to: Port): Fee {
            if (from.coast == to.coast) return Fee(100)
            return Fee(300).reduced(share = 3)
        }
    }
}
