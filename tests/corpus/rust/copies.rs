// What a trait above says it gives of its own type is the type of whoever is asked, `self` as much as others.
use std::ops::Neg;

#[derive(Clone)]
pub struct Ratio<T> {
    upper: T,
}

pub trait Halved {
    fn half(&self) -> Self;
}

impl<T: Clone> Ratio<T> {
    fn reduce(&mut self) {}

    pub fn reduced(&self) -> Ratio<T> {
        let mut copy = self.clone();
        copy.reduce(); //> call Ratio.reduce
        copy
    }

    fn turned(self) {}

    fn turn(&self) {
        self.clone().turned() //> call Ratio.turned
    }
}

pub trait Doubled: Halved {
    fn twice(&self);

    fn whole(&self) {
        self.half().twice(); //> call Halved.half; call Doubled.twice
    }
}
