pub mod circle;

use self::circle::Circle; //> import shapes/circle.rs::Circle

pub struct Square;

impl Square {
    pub fn new() -> Self {
        Square
    }

    pub fn inside(&self) -> Circle {
        circle::Circle::new() //> call Circle.new exact
    }
}
