// What a macro's body names whoever expands it: paths from its own crate, and other macros of the crate.
#[macro_use]
mod tools;

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
        $crate::parts::join($e); //> ref parts.join exact
        let part = $crate::parts::Part::new(); //> ref parts.Part.new
        loose($e); //> none loose
        helper!($e); //> ref tools.rs::helper
        $( $crate::again!($rest); )* //> ref tools.rs::again
        $e.inner!(1); //> none inner
        vec![$e] //> none *
    };
}

fn run() {
    crate::helper!(1); //> implicit tools.rs::helper
    crate::outer!(1, 2); //> implicit outer
}
