package org.acme.player

import org.acme.tempo.Beat
import org.acme.tempo.Clock
import org.acme.tempo.Listener
import org.acme.tempo.Metronome
import org.acme.tempo.describe
import org.acme.tempo.parseBeat
import org.acme.tempo.withClock

class Player(private val clock: Clock) : Listener {
    private var last: Beat = Beat.first()

    override fun onBeat(beat: Beat) {
        last = beat.next()
    }

    fun start(text: String): String {
        clock.register(this)
        val beat = parseBeat(text)
        return beat.next().describe()
    }

    fun skip(): Beat = Beat(4, accent = true)

    fun tick(): Beat = Metronome.tick()

    fun run() {
        withClock(clock) { tick() }
    }
}

class ManualClock : Clock() {
    override fun tick(): Beat {
        val beat = Beat.first()
        emit(beat)
        return beat
    }
}
