use crate::*;
use proc_macro::TokenStream;
use round::Missing; // nothing brings `round`
use serde::Serialize; //> external serde.Serialize
use shapes::round::Circle; //> import shapes/round.rs::Circle

fn draw(canvas: Canvas) { //> ref Canvas
    Circle(2); //> call Circle exact
    Circle::unit(); //> call Circle.unit exact
}
