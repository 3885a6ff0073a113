use super::*;

pub struct Shelf;

impl Shelf {
    pub fn fill(&self) {}
}

fn close(till: Till) {
    till.ring(); //> call Till.ring typed
}
