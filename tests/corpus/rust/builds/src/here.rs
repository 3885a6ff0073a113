pub fn open() {} //> def function open

pub struct Handle;

impl Handle {
    pub fn make() -> Handle { Handle }
    pub fn close(self) {}
}

pub mod inside {
    pub fn deep() {}
}
