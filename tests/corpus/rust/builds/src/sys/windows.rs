pub fn poll() {}

pub fn only_windows() {}
