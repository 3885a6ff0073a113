use core_lib::Circle;

pub fn run(circle: Circle) {
    if let Err(problem) = circle.check() { //> call Circle.check typed
        problem.report(); //> call Problem.report typed
    }
    crate::helper(); //> none helper
}
