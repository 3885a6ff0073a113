pub fn poll() {}
