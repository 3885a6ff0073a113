//! A module that every test crate has: so has each its macros.
macro_rules! twice {
    ($e:expr) => {
        ($e, $e)
    };
}
