package org.signalbox.route;

import java.util.ArrayList;
import java.util.List;
import org.signalbox.model.Signal;

public final class Route {
    private final List<Signal> signals;

    private Route(Builder builder) {
        this.signals = builder.signals;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static Route to(Signal signal) {
        return builder().add(signal).build();
    }

    public List<Signal> signals() {
        return signals;
    }

    public boolean crosses(Route other) {
        return signals.stream().anyMatch(signal -> other.signals().contains(signal));
    }

    public void clear() {
        for (var signal : signals) {
            signal.reset();
        }
    }

    /** Collects signals in driving order. */
    public static class Builder {
        private final List<Signal> signals = new ArrayList<>();

        public Builder add(Signal signal) {
            signals.add(signal);
            return this;
        }

        public Route build() {
            return new Route(this);
        }
    }
}
