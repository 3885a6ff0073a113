package acme.use

import acme.formats.Apart
import acme.formats.Formats
import acme.formats.Printing
import acme.formats.Texts
import acme.formats.Texts.short
import acme.model.Parcel

class Desk(val parcel: Parcel) : Printing() {
    fun show(): String {
        parcel.mark //> ref Formats.Parcel.mark
        parcel.title() //> call Formats.Parcel.title; none Apart.Parcel.title
        parcel.line() //> call Printing.Parcel.line; none Printing.String.line
        parcel.name.line() //> call Printing.String.line; none Printing.Parcel.line
        parcel.title().line() //> call Formats.Parcel.title; call Printing.String.line
        parcel.apart() //> none apart; unresolved apart
        +parcel //> implicit Printing.Parcel.unaryPlus
        listOf(parcel).map { it.title() } //> call Formats.Parcel.title
        return parcel.own() //> call Parcel.own
    }
}

fun outside(parcel: Parcel, apart: Apart, printing: Printing) {
    parcel.title() //> none title; unresolved title
    parcel.short() //> call Texts.Parcel.short
    with(apart) {
        parcel.title() //> call Apart.Parcel.title; none Formats.Parcel.title
        parcel.apart() //> call Apart.Parcel.apart
    }
    printing.apply {
        parcel.title() //> call Formats.Parcel.title; none Apart.Parcel.title
        parcel.apply { title() } //> call Formats.Parcel.title
        +parcel //> implicit Printing.Parcel.unaryPlus
    }
    build { +parcel } //> implicit Printing.Parcel.unaryPlus
    with(Texts) { parcel.short() } //> call Texts.Parcel.short
}

fun build(block: Printing.() -> Unit) = Printing().block()

fun Printing.extended(parcel: Parcel) = parcel.title() //> call Formats.Parcel.title

class Local {
    fun Parcel.local() = name

    fun go(parcel: Parcel) = parcel.local() //> call Local.Parcel.local
}

fun away(parcel: Parcel) = parcel.local() //> none local
