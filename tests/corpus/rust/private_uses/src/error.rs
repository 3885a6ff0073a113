pub enum Error {
    Io,
    Other(u8),
}

impl Error {
    pub fn new() -> Error {
        Error::Other(1)
    }
}
