//! Operators of numbers give numbers, and run no code: what the tree gives to those is called on what they give.
use std::ops::Mul;

pub trait Near {
    fn near(self) -> bool;
}

impl Near for f32 {
    fn near(self) -> bool {
        (self - 1.0).abs() < 0.1
    }
}

impl Near for u64 {
    fn near(self) -> bool {
        true
    }
}

pub struct Arrow {
    x: f32,
}

impl Mul<Arrow> for f32 {
    type Output = Arrow;

    fn mul(self, other: Arrow) -> Arrow {
        other
    }
}

impl Arrow {
    fn length(&self) -> f32 {
        self.x
    }
}

fn run(a: f32, b: f32, n: u64, m: u32, p: &Arrow, q: Arrow) {
    (a - b).near(); //> call Near.near typed; call f32.near dispatch; none u64.near
    (2.0 * a).near(); //> call f32.near dispatch; none u64.near; none mul
    (a / b.sqrt()).near(); //> call f32.near dispatch
    (p.x * p.x).near(); //> call f32.near dispatch; none mul
    (n << m).near(); //> call u64.near dispatch; none f32.near
    (a * q).length(); //> call Arrow.length
}

// A type with a definition of an operator for each type of operand runs the one for the operand that is given.
pub struct Grid;

far::scaled!(Grid);

impl Mul<f32> for Arrow {
    type Output = Arrow;

    fn mul(self, by: f32) -> Arrow {
        //> def method Arrow.mul
        self
    }
}

impl Mul<Arrow> for Grid {
    type Output = Arrow;

    fn mul(self, other: Arrow) -> Arrow {
        other
    }
}

impl Mul<Grid> for Grid {
    type Output = Grid;

    fn mul(self, other: Grid) -> Grid {
        other.check();
        self
    }
}

impl Grid {
    fn check(&self) {}
}

fn turn(grid: Grid, arrow: Arrow, size: f32) {
    (grid * arrow).length(); //> call Arrow.length; implicit Grid.mul; none check
    (grid * grid).check(); //> call Grid.check
    size * arrow; //> implicit f32.mul; none Arrow.mul
    2.0 * arrow; //> implicit f32.mul
    arrow * size; //> implicit Arrow.mul; none f32.mul
    arrow * 2.0; //> implicit Arrow.mul
    size * size; //> none mul
    size * unheard(); //> none mul
    (grid * size).check(); //> call Grid.check; none mul
}
