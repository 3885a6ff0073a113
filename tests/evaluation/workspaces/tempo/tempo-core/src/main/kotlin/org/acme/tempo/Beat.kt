package org.acme.tempo

data class Beat(val number: Int, val accent: Boolean = false) {
    fun next(): Beat = Beat(number + 1)

    operator fun plus(other: Beat): Beat = Beat(number + other.number)

    companion object {
        fun first(): Beat = Beat(0, true)
    }
}

fun parseBeat(text: String): Beat = Beat(text.toInt())

fun Beat.describe(): String = "beat $number"

val String.beats: Int
    get() = length
