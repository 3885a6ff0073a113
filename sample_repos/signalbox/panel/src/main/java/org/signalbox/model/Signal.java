package org.signalbox.model;

public abstract class Signal implements Comparable<Signal> {
    private final String name;
    protected Aspect aspect = Aspect.STOP;

    protected Signal(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }

    public Aspect getAspect() {
        return aspect;
    }

    public void show(Aspect next) {
        if (accepts(next)) {
            aspect = next;
        }
    }

    public void reset() {
        show(Aspect.STOP);
    }

    protected abstract boolean accepts(Aspect next);

    @Override
    public int compareTo(Signal other) {
        return getName().compareTo(other.getName());
    }
}
