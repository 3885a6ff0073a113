use crate::alloc::alloc::dealloc;
use crate::alloc::collections::VecDeque;
use crate::alloc::{boxed::Box, vec, vec::Vec};
use crate::core::boxed::Box as Own; //> import src/core.rs::boxed.Box
use crate::Part;

struct Held {
    parts: Box<[Part]>,
    more: Vec<Part>,
    queue: VecDeque<Part>,
    own: Own,
}

impl Held {
    fn run(&self) {
        self.parts[0].go(); //> call Part.go
        self.more[1].go(); //> call Part.go
        self.own.shut(); //> call Box.shut
        for part in &self.queue {
            part.go(); //> call Part.go
        }
        vec![Part][0].go(); //> call Part.go; none vec
        dealloc(self); //> external alloc.alloc.dealloc
    }
}
