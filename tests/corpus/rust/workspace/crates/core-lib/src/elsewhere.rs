use super::shapes::circle::Circle as Round; //> import shapes/circle.rs::Circle

pub fn far() -> Round {
    Round::new() //> call shapes/circle.rs::Circle.new exact
}
