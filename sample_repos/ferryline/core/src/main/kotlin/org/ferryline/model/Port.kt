package org.ferryline.model

enum class Coast(val code: String) {
    NORTH("n"),
    SOUTH("s"),
    ;

    fun opposite(): Coast = if (this == NORTH) SOUTH else NORTH
}

data class Port(val name: String, val coast: Coast, val depth: Int = 8) {
    fun accepts(ship: Ship): Boolean = ship.draught < depth

    companion object {
        fun of(name: String): Port = Port(name, Coast.NORTH)
    }
}
