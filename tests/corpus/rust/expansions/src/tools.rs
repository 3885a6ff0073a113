#[macro_export]
macro_rules! helper { //> def macro helper
    ($e:expr) => {};
}

#[macro_export]
macro_rules! again {
    ($e:expr) => {
        // helper!(1) is not meant here
        helper!($e) //> implicit helper
    };
}
