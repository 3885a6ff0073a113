package org.signalbox.route;

import org.signalbox.model.Signal;

/** Decides whether a route may be set. */
public interface Interlocking {
    boolean permits(Route route);

    default boolean permits(Signal signal) {
        return permits(Route.to(signal));
    }
}
