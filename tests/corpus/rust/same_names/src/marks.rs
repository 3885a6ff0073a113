pub struct Mark {
    pub text: String,
}

impl Mark {
    pub fn plain() -> Mark {
        Mark { text: String::new() }
    }

    pub fn show(&self) {}
}

pub struct Whole {
    pub mark: Mark,
    pub size: u8,
}

pub trait Plain {
    fn made() -> Mark;
}

impl Plain for Mark {
    fn made() -> Mark {
        Mark::plain()
    }
}
