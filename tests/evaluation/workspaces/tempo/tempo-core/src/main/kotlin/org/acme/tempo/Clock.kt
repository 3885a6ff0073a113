package org.acme.tempo

interface Listener {
    fun onBeat(beat: Beat)
}

abstract class Clock {
    private val listeners = mutableListOf<Listener>()

    fun register(listener: Listener): Clock {
        listeners += listener
        return this
    }

    abstract fun tick(): Beat

    protected fun emit(beat: Beat) {
        listeners.forEach { it.onBeat(beat) }
    }
}

object Metronome : Clock() {
    var rate: Int = 60

    override fun tick(): Beat = Beat.first()
}

fun <T> withClock(clock: Clock, block: Clock.() -> T): T = clock.block()
