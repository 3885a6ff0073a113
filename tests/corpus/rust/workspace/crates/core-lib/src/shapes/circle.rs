use crate::error::Problem; //> import error.rs::Problem

pub struct Circle;

impl Circle {
    pub fn new() -> Circle {
        Circle
    }

    pub fn check(&self) -> Result<(), Problem> {
        Ok(())
    }
}
