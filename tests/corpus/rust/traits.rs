// Default methods, supertraits, bounds, trait objects, associated types and calls by the trait's name.

trait Shape { //> def interface Shape
    const SIDES: u32;

    fn area(&self) -> f64; //> def method Shape.area

    fn describe(&self) -> String {
        self.area(); //> call Shape.area exact; call Square.area dispatch; call Circle.area dispatch
        String::new()
    }
}

trait Solid: Shape { //> inherit Shape
    fn volume(&self) -> f64 {
        self.area() * 2.0 //> call Shape.area exact
    }
}

struct Square(f64);
struct Circle {
    radius: f64,
}

impl Shape for Square {
    const SIDES: u32 = 4;

    fn area(&self) -> f64 { //> override Shape.area
        self.0 * self.0
    }
}

impl Solid for Square {}

impl Shape for Circle {
    const SIDES: u32 = 0;

    fn area(&self) -> f64 {
        self.radius
    }
}

fn bound<S: Solid>(shape: &S) {
    shape.volume(); //> call Solid.volume typed
    shape.area(); //> call Shape.area typed
}

fn where_bound<S>(shape: S)
where
    S: Shape,
{
    shape.describe(); //> call Shape.describe typed
}

fn object(shapes: &[Box<dyn Shape>]) {
    for shape in shapes {
        shape.area(); //> call Shape.area typed; call Circle.area dispatch
    }
}

fn opaque(shape: impl Shape) {
    shape.area(); //> call Shape.area typed
}

fn concrete(square: Square) {
    square.area(); //> call Shape.area typed; call Square.area dispatch; none Circle.area
    square.describe(); //> call Shape.describe typed
}

fn by_name(square: Square) {
    Shape::area(&square); //> call Shape.area exact
    <Square as Shape>::area(&square); //> call Shape.area exact
}

struct Words;

impl Iterator for Words {
    type Item = Square;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

fn associated(words: Words) {
    for square in words {
        square.describe(); //> call Shape.describe typed
    }
}

trait Doubled {
    fn doubled(&self) -> f64;
}

impl<T: Shape> Doubled for T {
    fn doubled(&self) -> f64 { //> def method T.doubled
        self.area() //> call Shape.area exact
    }
}

fn blanket(circle: Circle) {
    circle.doubled(); //> call Doubled.doubled typed
}
