mod common;

#[test]
fn works() {
    common::setup(); //> call common.rs::setup exact
}
