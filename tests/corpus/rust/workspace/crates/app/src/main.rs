mod run;

use core_lib::prelude::*;
use core_lib::{build, Circle, Problem}; //> import core-lib/src/lib.rs::build; import shapes/circle.rs::Circle; import error.rs::Problem
use serde::Serialize; //> external serde.Serialize

fn main() {
    let square: Square = build(); //> call core-lib/src/lib.rs::build exact
    square.inside().check(); //> call Square.inside typed; call Circle.check typed
    far(); //> call elsewhere.rs::far exact
    geometry::shapes::Square::new(); //> call shapes/mod.rs::Square.new exact
    run::run(Circle::new()); //> call run.rs::run exact; call Circle.new exact
}
