//! The library.

#[macro_use]
mod macros;
mod error;
#[path = "elsewhere.rs"]
pub mod moved;
pub mod shapes;

pub use error::Problem; //> import error.rs::Problem
pub use shapes::{circle::*, Square as Quad}; //> import shapes/mod.rs::Square

pub fn build() -> Quad {
    check!(Quad::new()) //> implicit macros.rs::check exact; implicit shapes/mod.rs::Square.new
}

pub mod prelude {
    pub use super::shapes::Square; //> import shapes/mod.rs::Square
    pub use crate::moved::far; //> import elsewhere.rs::far
}
