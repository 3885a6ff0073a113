package acme.model

import acme.text.shorten

interface Named {
    fun name(): String
}

open class Person(val first: String, var age: Int = 0) : Named {
    constructor(other: Person) : this(other.first, other.age) //> call Person exact; ref Person.first; ref Person.age

    override fun name(): String = first //> ref Person.first exact

    fun older(by: Int = 1): Person = Person(first, age + by) //> call Person exact

    fun greet() {
        name() //> call Person.name exact
        this.older() //> call Person.older exact
        first.shorten() //> call text.kt::String.shorten typed
        println(first) //> external println
    }

    companion object {
        fun nobody() = Person("") //> call Person exact
    }
}

class Team(val members: List<Person>) {
    operator fun plus(person: Person): Team = Team(members + person) //> call Team exact
    operator fun get(index: Int): Person = members[index]
    operator fun iterator(): Iterator<Person> = members.iterator()
    operator fun contains(person: Person) = person in members
    infix fun with(person: Person) = this + person //> implicit Team.plus
}

object Registry {
    private val teams = mutableListOf<Team>()
    fun add(team: Team) { teams.add(team) }
    fun first(): Team = teams.first()
}

enum class Color(val rgb: Int) {
    RED(1), //> call Color exact
    GREEN(2);

    fun mix(other: Color) = other
}
