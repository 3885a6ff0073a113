// What modules of some builds take for themselves is not handed on by their wildcards either.
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
pub use self::files::*;
#[cfg(feature = "sockets")]
mod sockets;
#[cfg(feature = "sockets")]
pub use self::sockets::*;
mod error;
pub use self::error::*;

pub fn failed() -> Error { //> ref error.rs::Error; none Failure
    opened(); //> call files.rs::opened
    connected(); //> call sockets.rs::connected
    shared() //> call files.rs::shared; call sockets.rs::shared; none error.rs::shared
}

pub mod user {
    use crate::Error; //> import error.rs::Error

    pub fn described() -> &'static str {
        Error::new().describe() //> call error.rs::Error.new; call error.rs::Error.describe; none Failure.describe
    }
}
