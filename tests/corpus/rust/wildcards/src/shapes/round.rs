pub struct Circle(pub u8); //> def struct Circle

impl Circle {
    pub fn unit() -> Circle {
        Circle(1)
    }
}
