pub struct Problem;

impl Problem {
    pub fn report(&self) {}
}
