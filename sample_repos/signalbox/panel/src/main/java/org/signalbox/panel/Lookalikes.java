package org.signalbox.panel;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.signalbox.journal.Journal;

/** Nothing in this file may be linked to the project symbols that its names resemble. */
final class Lookalikes {
    private Lookalikes() {}

    static String print(String line) {
        StringWriter journal = new StringWriter();
        journal.write(line);
        return journal.toString();
    }

    static int empty(List<String> names) {
        var copy = new ArrayList<>(names);
        copy.clear();
        copy.add("none");
        return copy.size();
    }

    static String apply(Function<String, String> shorten, String label) {
        return shorten.apply(label);
    }

    static Object last(List<?> things) {
        Object journal = new Journal();
        journal = things.get(0);
        return journal.toString();
    }
}
