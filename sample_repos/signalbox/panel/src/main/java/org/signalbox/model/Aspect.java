package org.signalbox.model;

/** What a signal shows. */
public enum Aspect {
    STOP(0),
    CAUTION(40),
    CLEAR(120);

    private final int speed;

    Aspect(int speed) {
        this.speed = speed;
    }

    public int speed() {
        return speed;
    }

    public boolean allows(int wanted) {
        return wanted <= speed();
    }
}
