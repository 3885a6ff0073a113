class Typed {
    interface Opener { void open(); }

    static class Valve implements Opener {
        public void open() {}
        Valve next() { return this; }
    }

    private final Valve valve = new Valve();

    void field() {
        valve.open(); //> call Valve.open typed
    }

    void chained() {
        valve.next().next(); //> call Valve.next typed
    }

    void parameter(Opener opener) {
        opener.open(); //> call Opener.open typed; call Valve.open dispatch
    }

    void own() {
        field(); //> call Typed.field exact
    }
}
