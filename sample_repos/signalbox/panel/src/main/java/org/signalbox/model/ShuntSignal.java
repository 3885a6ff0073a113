package org.signalbox.model;

public final class ShuntSignal extends Signal {
    private static final int WALKING_PACE = 40;

    public ShuntSignal(String name) {
        super(name);
    }

    @Override
    protected boolean accepts(Aspect next) {
        return !next.allows(WALKING_PACE + 1);
    }
}
