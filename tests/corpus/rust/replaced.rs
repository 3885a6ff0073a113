// What some builds take from another crate, and others define: both may be meant, and neither is certain.
use far as ffi;

cfg_if! {
    if #[cfg(newer)] {
        use ffi::{get_key, set_key};
    } else {
        fn get_key(of: &u8) -> u8 {
            1
        }

        fn set_key(of: &u8) {}
    }
}

#[cfg(a)]
use far::other;
#[cfg(not(a))]
fn other() {}

fn plain() {}

fn uses(key: &u8) {
    get_key(key); //> call get_key inferred; external far.get_key
    set_key(key); //> call set_key inferred; external far.set_key
    other(); //> call other inferred; external far.other
    plain(); //> call plain exact
    let function = get_key; //> ref get_key inferred
}
