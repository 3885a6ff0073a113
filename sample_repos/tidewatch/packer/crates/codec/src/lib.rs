//! Codecs for tide readings.

pub mod delta;
mod error;
pub mod frame;
mod runs;

pub use error::{CodecError, Result};
pub use frame::Frame;
pub use runs::RunLength;

/// Turns levels into bytes and back.
pub trait Codec {
    fn name(&self) -> &str;

    fn encode(&self, levels: &[i32]) -> Vec<u8>;

    fn decode(&self, bytes: &[u8]) -> Result<Vec<i32>>;

    /// Encodes and wraps into a frame.
    fn seal(&self, levels: &[i32]) -> Frame {
        Frame::new(self.name(), self.encode(levels))
    }
}

/// The codec that a tag in a file names.
pub fn by_tag(tag: u8) -> Result<Box<dyn Codec>> {
    match tag {
        0 => Ok(Box::new(RunLength::default())),
        1 => Ok(Box::new(delta::Delta::starting_at(0))),
        _ => Err(CodecError::unknown(tag)),
    }
}

#[macro_export]
macro_rules! levels {
    ($($value:expr),*) => { vec![$($value),*] };
}
