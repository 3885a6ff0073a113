package acme.two

import acme.model.Letter
import acme.model.Parcel

fun Letter.send() = 2
fun Letter.pack() = 2
fun Parcel.pack() = 2
val Letter.weight get() = 2
fun send() = 3
