package acme.formats

import acme.model.Parcel

interface Formats {
    fun Parcel.title(): String = name //> ref Parcel.name
    val Parcel.mark: String get() = name
    fun describe(parcel: Parcel) = parcel.title() //> call Formats.Parcel.title
}

open class Printing : Formats {
    protected fun Parcel.line(): String = title() //> call Formats.Parcel.title
    fun String.line(): String = this
    operator fun Parcel.unaryPlus() {}
}

object Texts {
    fun Parcel.short(): String = name
}

class Apart {
    fun Parcel.apart(): String = name
    fun Parcel.title(): String = "apart"
}
