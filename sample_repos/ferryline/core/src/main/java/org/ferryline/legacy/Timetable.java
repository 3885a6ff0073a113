package org.ferryline.legacy;

import java.util.ArrayList;
import java.util.List;
import org.ferryline.model.Port;
import org.ferryline.plan.Fee;
import org.ferryline.text.TextsKt;

public class Timetable {
    private final String port;
    private final List<String> departures = new ArrayList<>();

    public Timetable(String port) {
        this.port = port;
    }

    public List<String> getDepartures() {
        return departures;
    }

    public String head() {
        Port found = Port.Companion.of(port);
        return TextsKt.label(found) + found.getName();
    }

    public Fee fee(Port other) {
        return Fee.Companion.between(Port.Companion.of(port), other).times(2);
    }
}
