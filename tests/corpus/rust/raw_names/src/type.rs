pub struct Kind;

impl Kind {
    pub fn new() -> Kind {
        Kind
    }
}

pub fn made() {}
