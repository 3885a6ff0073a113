//! A module that stands in for a crate where a feature is off: an ordinary build has the crate.
#[cfg(feature = "log")]
use log;

#[cfg(not(feature = "log"))]
mod log {
    macro_rules! debug {
        ($($any:tt)*) => {};
    }
    pub(crate) use debug;
}

#[cfg(not(feature = "clock"))]
mod clock {
    pub fn now() {}
}

#[cfg(feature = "clock")]
use clock;

mod user;
