use crate::shim::all::Mutex;
use crate::shim::cell::RefCell;
use crate::shim::sync::{self, Arc};
use crate::Part;

struct Held {
    one: Arc<Part>,
    two: RefCell<Part>,
    three: Mutex<Part>,
}

impl Held {
    fn run(&self) {
        self.one.go(); //> call Part.go
        self.two.borrow().go(); //> call Part.go
        self.three.lock().unwrap().go(); //> call Part.go
        sync::Arc::new(Part).go(); //> call Part.go
    }
}
