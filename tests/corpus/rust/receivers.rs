// What `self` and elements of iteration are: in a trait, in an implementation for all types with several bounds, in fields
// whose type is an iterator of the standard library, and behind the key of a thread.
use std::cell::RefCell;
use std::ops::{Add, Sub};
use std::{iter, slice};

struct Part;

impl Part {
    fn matches(&self) -> bool {
        true
    }
}

trait Variants: Sized + Clone {
    fn variants<'a>() -> &'a [Self];

    fn chosen() -> Option<Self> {
        Self::variants().iter().find(|v| v.part().matches()).cloned() //> call Variants.variants; call Variants.part; call Part.matches
    }

    fn part(&self) -> Part;
}

trait Clock {
    fn nanos(&self) -> u32;
}

trait Rounded {
    fn rounded(self) -> u32;
}

impl<T> Rounded for T
where
    T: Clock + Add<u8, Output = T> + Sub<u8, Output = T>,
{
    fn rounded(self) -> u32 {
        self.nanos() //> call Clock.nanos typed
    }
}

trait More: Iterator {
    fn more(&mut self) {}
}

impl<I> More for I where I: Iterator {}

struct Walk<'a> {
    plain: slice::Iter<'a, Part>,
    back: iter::Rev<std::vec::IntoIter<Part>>,
    counted: iter::Enumerate<slice::Iter<'a, Part>>,
    pairs: std::collections::hash_map::Iter<'a, u8, Part>,
}

impl Walk<'_> {
    fn run(&mut self) {
        self.plain.next().map(|p| p.matches()); //> call Part.matches
        self.back.next().map(|p| p.matches()); //> call Part.matches
        self.pairs.next().map(|(_, p)| p.matches()); //> call Part.matches
        self.counted.more(); //> call More.more
        self.plain.more(); //> call More.more
    }
}

thread_local!(static HERE: RefCell<Part> = RefCell::new(Part));

thread_local! {
    static THERE: Part = Part;
}

fn local() {
    HERE.with(|p| p.borrow().matches()); //> call Part.matches; ref HERE
    THERE.with(|p| p.matches()); //> call Part.matches; ref THERE
}
