//! A type and a function of one name: in types and at the heads of paths the type is meant, elsewhere the function.
mod makers;
mod marks;
mod uses;
pub use crate::makers::Mark;
pub use crate::marks::{Mark, Whole};
