// A local hides the item of its name; before its `let` the item is still meant.

fn total(n: u32) -> u32 { //> def function total
    n
}

fn outer() -> u32 {
    let total = total(1); //> call total exact
    total
}

fn closure_of_that_name() {
    let total = |x: u32| x + 1;
    total(2); //> none total
}

fn parameter(total: fn(u32) -> u32) {
    total(3); //> none total
}

fn block_ends() {
    {
        let total = || 1;
        total(); //> none total
    }
    total(4); //> call total exact
}

fn nested() {
    fn total() {} //> def function nested.total
    total(); //> call nested.total exact
}

fn in_pattern(value: Option<fn(u32) -> u32>) {
    if let Some(total) = value {
        total(5); //> none total
    }
    total(6); //> call total exact
}
