package acme.use

import acme.model.*
import acme.text.label
import acme.text.shorten
import acme.text.shorten as cut
import acme.model.Registry.first

class Visitor {
    fun name(): String = "visitor"
}

fun visit(person: Person, team: Team, visitor: Any) {
    person.shorten() //> call text.kt::Person.shorten; none text.kt::String.shorten
    person.name().shorten() //> call Person.name; call text.kt::String.shorten; none text.kt::Person.shorten
    person.cut() //> call text.kt::Person.shorten
    person.label //> ref text.kt::Person.label
    person.label.shorten() //> call text.kt::String.shorten; none text.kt::Person.shorten
    person.missing() //> none missing; unresolved missing
    Person.nobody().older() //> call Person.Companion.nobody exact; call Person.older
    val (a, b) = Pair(person, team)
    a.older() //> call Person.older
    b with person //> call Team.with
    team + person //> implicit Team.plus
    team[0].older() //> implicit Team.get; call Person.older
    for (each in team) { //> implicit Team.iterator
        each.older() //> call Person.older
    }
    if (person in team) println(1) //> implicit Team.contains
    if (visitor is Visitor) visitor.name() //> call Visitor.name; none Person.name
    if (visitor !is Person) return
    visitor.older() //> call Person.older
    Registry.add(team) //> call Registry.add exact
    first().with(person) //> call Registry.first exact; call Team.with
    Color.RED.mix(Color.GREEN) //> call Color.mix; ref Color.RED; ref Color.GREEN
}

fun scopes(team: Team, person: Person?) {
    team.members.map { it.older() }.forEach { p -> p.greet() } //> call Person.older; call Person.greet
    person?.let { it.greet() } //> call Person.greet
    person?.let { someone -> someone.name().shorten() } //> call Person.name; call text.kt::String.shorten
    Person("a").apply {
        greet() //> call Person.greet
        this.older().greet() //> call Person.older; call Person.greet
        shorten() //> call text.kt::Person.shorten; none text.kt::String.shorten
    }
    with(team) {
        get(0).greet() //> call Team.get; call Person.greet
        this@with.get(1) //> call Team.get
    }
    val found = team.members.firstOrNull { it.age > 1 } ?: Person.nobody() //> call Person.Companion.nobody
    found.older() //> call Person.older
    val lazily by lazy { Person("b") } //> call Person
    lazily.greet() //> call Person.greet
    when (val n: Named = found) {
        is Person -> n.older() //> call Person.older
        else -> n.name() //> call Named.name
    }
    build { older() } //> call build; call Person.older
    val chosen = if (found.age > 1) found else person!!
    chosen.greet() //> call Person.greet
    val made = object : Named {
        override fun name() = "x"
    }
    made.name() //> none Person.name
}

fun build(block: Person.() -> Unit): Person = Person("").apply(block) //> call Person
