package acme.explicit

import acme.model.Letter
import acme.model.Parcel
import acme.one.pack
import acme.one.send
import acme.one.weight
import acme.two.pack
import acme.two.send
import acme.two.weight

fun go(parcel: Parcel, letter: Letter) {
    parcel.send() //> call one.kt::Parcel.send; none two.kt::Letter.send
    letter.send() //> call two.kt::Letter.send; none one.kt::Parcel.send
    parcel.pack(1) //> call one.kt::Parcel.pack; none two.kt::Parcel.pack
    parcel.pack() //> call two.kt::Parcel.pack; none one.kt::Parcel.pack
    letter.pack() //> call two.kt::Letter.pack
    "".pack() //> call one.kt::String.pack
    parcel.weight //> ref one.kt::Parcel.weight; none two.kt::Letter.weight
    letter.weight //> ref two.kt::Letter.weight; none one.kt::Parcel.weight
    send() //> call two.kt::send; none two.kt::Letter.send
}
