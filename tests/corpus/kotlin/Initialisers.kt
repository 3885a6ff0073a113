package acme.init

class Store(name: String) {
    private val parts = load(name) //> call load exact
    val late by lazy { loadLate() } //> call loadLate
    var watched by Watched() //> call Watched exact; implicit Watched.getValue; implicit Watched.setValue

    init {
        register(this) //> call register
    }

    constructor() : this("") //> call Store; none load
}

class Made {
    val parts = load("") //> call load

    constructor(x: Int) { //> implicit Made exact
        register(x) //> call register
    }

    constructor() : this(1) //> call Made; none load

    constructor(x: String) : super() //> implicit Made exact
}

class Watched {
    operator fun getValue(owner: Any?, property: Any?) = 1
    operator fun setValue(owner: Any?, property: Any?, value: Int) {}
}

fun load(x: String) = x
fun loadLate() = 1
fun register(x: Any) {}

operator fun String.unaryPlus() = register(this) //> call register

fun use() {
    +"text" //> implicit String.unaryPlus
}
