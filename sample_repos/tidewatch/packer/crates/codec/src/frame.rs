/// A named block of encoded bytes.
pub struct Frame {
    pub name: String,
    bytes: Vec<u8>,
}

pub const MAGIC: u8 = 0x7d;

impl Frame {
    pub fn new(name: &str, bytes: Vec<u8>) -> Self {
        Frame { name: name.to_string(), bytes }
    }

    pub fn len(&self) -> usize {
        self.bytes.len() + 1
    }

    pub fn checksum(&self) -> u8 {
        self.bytes.iter().fold(MAGIC, |sum, byte| mix(sum, *byte))
    }

    pub fn into_bytes(self) -> Vec<u8> {
        let mut out = vec![self.checksum()];
        out.extend(self.bytes);
        out
    }
}

fn mix(sum: u8, byte: u8) -> u8 {
    sum.rotate_left(1) ^ byte
}
