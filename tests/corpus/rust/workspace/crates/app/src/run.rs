use core_lib::Circle;

pub fn run(circle: Circle) {
    if let Err(problem) = circle.check() { //> call Circle.check inferred
        problem.report(); //> call Problem.report inferred
    }
    crate::helper(); //> none helper
}
