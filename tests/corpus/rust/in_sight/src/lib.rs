//! What the traits of a crate give to types of others is seen where the trait has a name: elsewhere it is the type's own.
pub mod named;
pub mod ours;
pub mod starred;
pub mod stranger;
