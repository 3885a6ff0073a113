// Values and modules of the standard library beside the tree's own: none of them is unresolved or taken for another one.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::vec;

struct Part;

impl Part {
    fn used(&self) {}
}

fn run(count: &AtomicUsize, wait: vec::IntoIter<Part>) {
    let parts = vec![Part]; //> external vec
    parts[0].used(); //> call Part.used
    for part in wait {
        part.used(); //> call Part.used
    }
    count.load(Ordering::Acquire); //> external AtomicUsize.load
    let most = i64::from(std::u32::MAX) + i64::MAX; //> external __Number.from
    let raw = Box::into_raw(Box::new(Part)); //> external Box.into_raw
    raw.used(); //> call Part.used
    Duration::new(1, 2); //> external Duration.new
}
