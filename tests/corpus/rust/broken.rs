// Half of this file does not parse; the rest is understood.

struct Valve;

impl Valve {
    fn open(&self) {}
}

fn before(valve: Valve) {
    valve.open(); //> call Valve.open typed
}

fn broken() {
    let = ;
    valve.;
}

struct {

fn after(valve: Valve) {
    valve.open(); //> call Valve.open typed
}
