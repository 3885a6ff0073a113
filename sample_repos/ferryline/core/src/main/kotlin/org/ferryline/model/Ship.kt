package org.ferryline.model

interface Vessel {
    val draught: Int

    fun describe(): String
}

abstract class Ship(override val draught: Int) : Vessel {
    private val cargo = mutableListOf<Load>()

    abstract fun capacity(): Int

    fun load(item: Load) {
        if (total() + item.weight > capacity()) throw OverloadException(this)
        cargo.add(item)
    }

    fun total(): Int = cargo.sumOf { it.weigh() }

    override fun describe(): String = "ship of ${capacity()}"

    operator fun plusAssign(item: Load) = load(item)
}

class CarFerry(private val lanes: Int) : Ship(5) {
    override fun capacity(): Int = lanes * 12

    override fun describe(): String = super.describe() + " with lanes"
}

class Catamaran : Ship {
    constructor(draught: Int) : super(draught)

    constructor() : this(2)

    override fun capacity(): Int = 3
}

class OverloadException(ship: Ship) : RuntimeException(ship.describe())
