use crate::given::More;
use far::{Sink, Source};

struct Pair<A, B> {
    one: A,
    other: B,
}

impl<A, B> Pair<A, B>
where
    A: Source + Unpin,
    B: Sink,
{
    fn run(&mut self) {
        self.one.counted(); //> call More.counted
        self.other.counted(); //> none counted; external far.Sink.counted
    }
}

fn through(source: impl Source) {
    source.twice().inside(); //> call More.twice; call Twice.inside
}

pub struct Bag {
    held: u8,
}

impl Source for Bag {
    type Item = u8;
}

pub struct Box2 {
    held: u8,
}

impl Source for Box2 {}

impl Box2 {
    fn counted(&mut self) -> usize {
        1
    }
}

fn held(mut bag: Bag, mut own: Box2) {
    bag.counted(); //> call More.counted
    bag.unheard(); //> unresolved unheard
    own.counted(); //> call Box2.counted; none src/given.rs::More.counted
    own.twice().inside(); //> call More.twice; call Twice.inside
}
