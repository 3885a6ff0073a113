pub struct Error;

impl Error {
    pub fn new() -> Error {
        Error
    }

    pub fn describe(&self) -> &'static str {
        "failed"
    }
}

pub fn shared() -> Error {
    Error::new()
}
