//! What `extern crate` brings into the root of a crate is found there under its name.
#![no_std]
extern crate alloc;
mod held;
mod core;

pub struct Part;

impl Part {
    pub fn go(&self) {}
}

pub mod shim {
    pub(crate) use core::cell;
    pub use std::sync;

    pub mod all {
        pub use std::sync::*;
    }
}

mod shimmed;
