pub fn fold(step: i32) -> u8 {
    ((step << 1) ^ (step >> 31)) as u8
}

pub fn unfold(byte: u8) -> i32 {
    let value = byte as i32;
    (value >> 1) ^ -(value & 1)
}
