use crate::user::helped;
use other::{de::Error, Outcome};

pub struct Handle;

pub fn failed() -> Error { //> external Error; none Error
    helped() //> call user.rs::helped
}

mod inner {
    use super::*;

    fn again() {
        helped(); //> call user.rs::helped
        Handle; //> ref Handle
    }
}
