package org.ferryline.plan

import org.ferryline.model.*

class PlanBuilder {
    private val crossings = mutableListOf<Crossing>()

    fun crossing(from: Port, to: Port, build: CrossingBuilder.() -> Unit) {
        crossings.add(CrossingBuilder(from, to).apply(build).make())
    }

    fun make(): Plan = Plan(crossings)
}

class CrossingBuilder(private val from: Port, private val to: Port) {
    private var ship: Ship = Catamaran()

    fun ferry(lanes: Int) {
        ship = CarFerry(lanes)
    }

    fun make(): Crossing = Crossing(from, to, ship)
}

class Plan(private val crossings: List<Crossing>) : Iterable<Crossing> {
    override operator fun iterator(): Iterator<Crossing> = crossings.iterator()

    fun longest(): Crossing? = crossings.maxByOrNull { it.from.depth }
}

fun plan(build: PlanBuilder.() -> Unit): Plan = PlanBuilder().apply(build).make()

fun standard(): Plan = plan {
    val home = Port.of("Home")
    crossing(home, Port.of("Isle")) {
        ferry(lanes = 2)
    }
}

fun titles(plan: Plan): List<String> {
    val found = mutableListOf<String>()
    for (each in plan) {
        found.add(each.title())
    }
    plan.longest()?.let { found.add(it.reverse().title()) }
    return found
}
