// What is written in a macro's argument is read as code; a macro's own body is not.

struct Gauge;

impl Gauge {
    fn read(&self) -> u32 {
        0
    }
}

enum Level {
    Low { at: u32 },
    High,
}

fn level(gauge: &Gauge) -> Level {
    Level::Low { at: gauge.read() } //> call Gauge.read typed
}

fn helper(n: u32) -> u32 {
    n
}

macro_rules! twice { //> def macro twice
    ($e:expr) => {
        helper($e) + hidden($e) //> none helper
    };
}

fn hidden(n: u32) -> u32 {
    n
}

fn uses(gauge: Gauge) -> String {
    assert_eq!(gauge.read(), helper(1), "read {}", helper(2)); //> implicit Gauge.read typed; implicit helper exact
    println!("{} {name}", gauge.read(), name = helper(3)); //> implicit Gauge.read; implicit helper
    let all = vec![gauge];
    all[0].read(); //> call Gauge.read typed
    if matches!(level(&all[0]), Level::Low { at } if at > helper(4)) { //> implicit level exact; ref Level.Low; implicit helper
        twice!(helper(5)); //> implicit twice exact; implicit helper exact; none hidden
    }
    format!(
        "{}",
        all[0].read(), //> implicit Gauge.read typed
    )
}

wrapped! {
    struct Inside {
        gauge: Gauge,
    }

    impl Inside {
        fn measure(&self) { //> def method Inside.measure
            self.gauge.read(); //> call Gauge.read typed
        }
    }
}
