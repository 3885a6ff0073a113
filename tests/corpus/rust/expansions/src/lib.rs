// What a macro's body runs whoever expands it: functions of its own crate, and other macros of the crate.
#[macro_use]
mod tools;
mod taken;

mod parts {
    pub struct Part;

    impl Part {
        pub fn new() -> Part {
            Part
        }
    }

    pub fn join(n: u8) {}
    pub fn loose(n: u8) {}
}

fn inner() {}

#[macro_export]
macro_rules! outer {
    ($e:expr, $($rest:expr),*) => {
        $crate::parts::join($e); //> implicit parts.join exact
        let part = $crate::parts::Part::new(); //> implicit parts.Part.new
        loose($e); //> none loose
        outside!($e); //> none *
        helper!($e); //> implicit tools.rs::helper
        $( $crate::again!($rest); )* //> implicit tools.rs::again
        $e.inner!(1); //> none inner
        vec![$e] //> none *
    };
}

pub fn run() {
    crate::helper!(1); //> implicit tools.rs::helper
    crate::outer!(1, 2); //> implicit outer
}
