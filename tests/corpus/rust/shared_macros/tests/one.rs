#[macro_use]
mod common;

#[test]
fn doubles() {
    twice!(1); //> implicit common/mod.rs::twice exact
}
