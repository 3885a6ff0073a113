use crate::Error; //> import error.rs::Error

pub fn connected() -> Error {
    Error::new() //> call error.rs::Error.new
}

pub fn shared() -> Error {
    Error::new() //> call error.rs::Error.new
}
