use std::fmt;

#[derive(Debug)]
pub enum CodecError {
    UnknownTag(u8),
    Truncated { at: usize },
}

pub type Result<T> = std::result::Result<T, CodecError>;

impl CodecError {
    pub fn unknown(tag: u8) -> Self {
        CodecError::UnknownTag(tag)
    }

    pub fn truncated(at: usize) -> Self {
        Self::Truncated { at }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodecError::UnknownTag(tag) => write!(f, "no codec has tag {tag}"),
            CodecError::Truncated { at } => write!(f, "ends at byte {at}"),
        }
    }
}

impl std::error::Error for CodecError {}
