//! What a trait gives to whatever has a trait of another crate is called on all of it, where the trait has a name.
mod given;
mod stranger;
mod uses;
