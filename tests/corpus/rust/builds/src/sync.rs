pub fn lock() {}

pub fn faked() {}

pub fn real() {}
