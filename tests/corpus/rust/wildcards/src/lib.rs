// Paths that start with a module which a wildcard import brings.

pub mod draw;
pub mod shapes;

pub struct Canvas;
