// What a module takes for itself is not handed on by a wildcard, but modules inside it see it.
mod handle;
pub use handle::*;
mod error;
pub use error::*;
mod user;
