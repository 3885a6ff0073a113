package acme.one

import acme.model.Parcel
import acme.model.Letter

fun Parcel.send() = 1
fun Letter.post() = 1
fun Parcel.pack(times: Int) = 1
fun String.pack() = 1
val Parcel.weight get() = 1
