pub fn lock() {}
