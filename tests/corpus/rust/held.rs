fn single() {}

static FIRST: fn() = single;
const SECOND: fn(i32) -> i32 = |x| x;

struct Button {
    press: Box<dyn Fn()>,
    raw: fn(),
}

impl Button {
    fn run(&self) {
        (self.press)(); //> ref Button.press
        (self.raw)(); //> ref Button.raw
        FIRST(); //> ref FIRST; implicit single
        SECOND(3); //> ref SECOND; none single
        single(); //> call single exact; none FIRST
    }
}
