package acme.parcels

interface Priced {
    val price: Int
    var label: String
    val tag: String get() = label //> ref Priced.label exact
    fun weigh(): Int
}

abstract class Base : Priced {
    abstract val owner: String
    open val size: Int = 1
    private val hidden = 1
}

class Parcel(override val price: Int, override var label: String) : Base() { //> override Priced.price; override Priced.label
    override val owner: String get() = label //> override Base.owner
    override val size = 2 //> override Base.size; none Base.hidden
    val hidden = 3 //> none Base.hidden
    override fun weigh() = 1 //> override Priced.weigh

    companion object {
        val tag = "a" //> none Priced.tag
    }
}

object Free : Priced {
    override val price by lazy { 0 } //> override Priced.price
    override var label = "free" //> override Priced.label
    override val tag = "free" //> override Priced.tag
    override fun weigh() = 0
}

class Letter(val inner: Priced) : Priced by inner

class Stranger {
    val price = 1 //> none Priced.price
}

fun total(all: List<Priced>, base: Base): Int {
    all.forEach { it.label = "x" } //> ref Priced.label typed; ref Parcel.label dispatch; ref Free.label dispatch
    all.first().weigh() //> call Priced.weigh typed; call Parcel.weigh dispatch
    base.owner //> ref Base.owner typed; ref Parcel.owner dispatch
    base.size //> ref Base.size typed; none Parcel.size
    base.price //> ref Priced.price typed; ref Parcel.price dispatch; none Stranger.price
    all.first().tag //> ref Priced.tag; none Free.tag
    return all.sumOf { it.price } //> ref Priced.price typed; ref Parcel.price dispatch; ref Free.price dispatch
}
