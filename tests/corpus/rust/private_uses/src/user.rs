use crate::{Error, Handle}; //> import error.rs::Error; import Handle

pub fn helped() -> Error { //> ref error.rs::Error
    Error::new() //> call error.rs::Error.new
}
