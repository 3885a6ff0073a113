package org.signalbox.route;

import java.util.ArrayList;
import java.util.List;
import org.signalbox.model.Aspect;
import org.signalbox.model.Signal;

public class FlankProtection implements Interlocking {
    private final List<Route> locked = new ArrayList<>();

    @Override
    public boolean permits(Route route) {
        for (Route other : locked) {
            if (other.crosses(route)) {
                return false;
            }
        }
        return true;
    }

    public void lock(Route route) {
        locked.add(route);
        for (Signal signal : route.signals()) {
            signal.show(Aspect.CAUTION);
        }
    }

    public void release() {
        locked.forEach(Route::clear);
        locked.clear();
    }
}
