pub fn open() {}

pub fn only_there() {}

pub struct Handle;

impl Handle {
    pub fn make() -> Handle { Handle }
    pub fn close(self) {}
}
