package org.signalbox.model;

public class MainSignal extends Signal {
    private int changes;

    public MainSignal(String name) {
        super(name);
    }

    @Override
    public void show(Aspect next) {
        super.show(next);
        changes++;
    }

    @Override
    protected boolean accepts(Aspect next) {
        return true;
    }

    public int changes() {
        return changes;
    }
}
