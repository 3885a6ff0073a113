// Items of one name that no ordinary build decides between: each may be meant, and none is certain.
mod sys;

#[cfg(unix)]
#[path = "here.rs"]
mod place;
#[cfg(windows)]
#[path = "there.rs"]
mod place;

#[cfg_attr(unix, path = "here.rs")]
#[cfg_attr(windows, path = "there.rs")]
mod shared;

use crate::place::open as opened; //> import here.rs::open inferred; import there.rs::open inferred
use crate::place::only_there as plain; //> import there.rs::only_there exact

#[cfg(loom)]
#[path = "modelled.rs"]
mod sync;
#[cfg(not(loom))]
mod sync;

#[cfg(test)]
use self::sync::faked as clock;
#[cfg(not(test))]
use self::sync::real as clock;

#[cfg(not(debug_assertions))]
fn go() {}
#[cfg(debug_assertions)]
fn go() {}

#[cfg(not(feature = "fast"))]
mod speed {
    pub fn up() {}
}
#[cfg(feature = "fast")]
#[path = "there.rs"]
mod speed;

pub struct Gauge;

impl Gauge {
    #[cfg(debug_assertions)]
    fn check(&self) {}
    #[cfg(not(debug_assertions))]
    fn check(&self) {}

    #[cfg(feature = "fast")]
    fn new() -> Gauge { Gauge }
    #[cfg(not(feature = "fast"))]
    fn new() -> Gauge { Gauge }
}

macro_rules! go {
    () => {};
}

pub fn run() {
    go(); //> call go inferred
    Gauge::new().check(); //> call Gauge.new inferred; call Gauge.check inferred
    place::open(); //> call here.rs::open inferred; call there.rs::open inferred
    let handle = place::Handle::make(); //> call here.rs::Handle.make inferred; call there.rs::Handle.make inferred
    handle.close(); //> call here.rs::Handle.close inferred; call there.rs::Handle.close inferred
    place::only_there(); //> call there.rs::only_there exact
    shared::open(); //> call here.rs::open inferred; call there.rs::open inferred
    sync::lock(); //> call sync.rs::lock exact
    clock(); //> call sync.rs::real exact; none faked
    sys::poll(); //> call sys/unix.rs::poll inferred; call sys/windows.rs::poll inferred; call sys/shell.rs::poll inferred
    sys::only_windows(); //> call sys/windows.rs::only_windows exact
    speed::only_there(); //> call there.rs::only_there exact
    crate::place::inside::deep(); //> call here.rs::inside.deep exact
}
