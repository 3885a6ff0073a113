//! A type of the library has its own members before what a trait of the tree gives it under the same name.
use std::collections::BTreeSet;

pub trait Buffer {
    fn len(&self) -> usize;
    fn put(&mut self, count: usize);
}

impl Buffer for Vec<u8> {
    fn len(&self) -> usize {
        self.len() //> none len
    }

    fn put(&mut self, count: usize) {}
}

impl Buffer for String {
    fn len(&self) -> usize {
        self.len() //> none len
    }

    fn put(&mut self, count: usize) {}
}

fn run(bytes: &mut Vec<u8>, names: &Vec<String>, text: &mut String, any: &dyn Buffer) {
    names.len(); //> none len
    bytes.len(); //> none len
    bytes.put(3); //> call Buffer.put; call Vec.put dispatch
    text.len(); //> none len
    text.put(3); //> call String.put dispatch
    any.len(); //> call Buffer.len; call Vec.len dispatch
}

// Only the tree's own type can have an implementation of its own.
type Names = BTreeSet<u8>;

#[cfg(checked)]
type Checked = Names;

#[cfg(not(checked))]
struct Checked;

#[cfg(not(checked))]
impl Checked {
    fn insert(&mut self, name: u8) {}
}

fn fill(names: &mut Names, checked: &mut Checked) {
    names.insert(1); //> none insert
    checked.insert(2); //> call Checked.insert
}
