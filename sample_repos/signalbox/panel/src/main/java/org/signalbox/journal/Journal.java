package org.signalbox.journal;

import org.signalbox.model.Aspect;
import org.signalbox.model.Signal;

/** A journal with one method per kind of thing to note down. */
public class Journal {
    private final StringBuilder text = new StringBuilder();

    public void write(String line) {
        text.append(line).append('\n');
    }

    public void write(Aspect aspect) {
        write("aspect " + aspect.name());
    }

    public void write(Signal signal, int times) {
        for (int i = 0; i < times; i++) {
            write(signal.getAspect());
        }
    }

    public void clear() {
        text.setLength(0);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
