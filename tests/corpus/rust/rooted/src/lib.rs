//! A package that names no edition is of the first one: paths of its imports start at the root of the crate.
extern crate scales;

pub mod labels;
pub mod shop;

pub struct Till;

impl Till {
    pub fn ring(&self) {}
}
