package org.signalbox.panel;

import static org.signalbox.panel.Labels.shorten;

import java.util.LinkedHashMap;
import java.util.Map;
import org.signalbox.journal.Journal;
import org.signalbox.model.*;
import org.signalbox.route.FlankProtection;
import org.signalbox.route.Route;

public class Panel {
    static final Journal JOURNAL = new Journal();

    private final Map<String, Signal> signals = new LinkedHashMap<>();
    private final FlankProtection protection = new FlankProtection();

    public Panel add(Signal signal) {
        signals.put(signal.getName(), signal);
        JOURNAL.write(shorten(signal.getName()));
        return this;
    }

    public boolean set(String from, String to) {
        Route route = Route.builder().add(signals.get(from)).add(signals.get(to)).build();
        if (!protection.permits(route)) {
            JOURNAL.write(Aspect.STOP);
            return false;
        }
        protection.lock(route);
        signals.get(from).show(Aspect.CLEAR);
        JOURNAL.write(signals.get(from), 2);
        return true;
    }

    public static void main(String[] args) {
        Panel panel = new Panel().add(new MainSignal("A1")).add(new ShuntSignal("S4"));
        Runnable shutdown = panel.protection::release;
        panel.set("A1", "S4");
        shutdown.run();
        System.out.println(JOURNAL);
    }
}
