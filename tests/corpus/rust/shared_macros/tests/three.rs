#[test]
fn doubles() {
    twice!(1); //> none twice
}
