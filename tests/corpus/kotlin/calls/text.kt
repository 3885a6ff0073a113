package acme.text

import acme.model.Person
import acme.model.Team

fun String.shorten(): String = take(3)

fun Person.shorten(): Person = older() //> call Person.older

val Person.label: String
    get() = first + age //> ref Person.first; ref Person.age

fun unused(n: Int) = n
