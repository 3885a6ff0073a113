package org.acme.player;

import org.acme.tempo.Beat;
import org.acme.tempo.BeatKt;
import org.acme.tempo.Listener;

public class Bridge implements Listener {
    @Override
    public void onBeat(Beat beat) {
        beat.next();
    }

    public Beat read(String text) {
        return BeatKt.parseBeat(text);
    }

    public Beat begin() {
        return Beat.Companion.first();
    }
}
