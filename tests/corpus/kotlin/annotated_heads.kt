package heads

annotation class Entry
annotation class Scope(val name: String)

@Entry
@Scope("all")
class Desk { //> def class Desk
    fun open() { //> def method Desk.open
        serve() //> call serve
    }
}

@Entry
@Scope("one")
internal interface Door { //> def interface Door
    fun shut() //> def method Door.shut
}

@Entry
@Scope("two")
private fun serve() { //> def function serve
    close() //> call close
}

@Entry
@Scope("three")
internal fun close() { //> def function close
}

fun finish(desk: Desk, door: Door) {
    desk.open() //> call Desk.open
    door.shut() //> call Door.shut
}
