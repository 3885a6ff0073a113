use self::inner::Failure as Error;

mod inner {
    pub struct Failure;

    impl Failure {
        pub fn new() -> Failure {
            Failure
        }

        pub fn describe(&self) -> &'static str {
            "no file"
        }
    }
}

pub fn opened() -> Error { //> ref Failure
    Error::new() //> call Failure.new; none error.rs::Error.new
}

pub fn shared() -> crate::Error {
    crate::Error::new() //> call error.rs::Error.new; none Failure.new
}
