package acme.star

import acme.model.*
import acme.one.*
import acme.two.*

fun Parcel.send(to: Int) = to

class Box(val parcel: Parcel, val letter: Letter) {
    fun send() = 4

    fun go() {
        parcel.send() //> call one.kt::Parcel.send; none two.kt::Letter.send
        parcel.send(1) //> call star.kt::Parcel.send; none one.kt::Parcel.send
        letter.send() //> call two.kt::Letter.send; none one.kt::Parcel.send
        letter.apply { send() } //> call two.kt::Letter.send; none Box.send
        send() //> call Box.send; none two.kt::send
        parcel.pack() //> call two.kt::Parcel.pack; none one.kt::Parcel.pack
    }
}
