//! A type and an import that share their name: what is imported can only be the macro that derives it.
#[cfg(feature = "printing")]
pub use press_derive::Print;
pub use press_derive::{Fold, Inked as Ink};

#[cfg(feature = "press")]
use press::Sheet;

pub trait Fold {
    fn fold(&self);
}

pub trait Print {
    fn print(&self);
}

pub struct Ink;

impl Ink {
    fn dry(&self) {}
}

#[cfg(not(feature = "press"))]
pub struct Sheet;

fn all<T: Fold, P: Print>(sheet: T, page: P, ink: Ink) {
    sheet.fold(); //> call Fold.fold typed
    page.print(); //> call Print.print typed
    ink.dry(); //> call Ink.dry typed
}

impl<T: Fold> Fold for Option<T> {
    fn fold(&self) {
        self.as_ref().map(|each| each.fold()); //> call Fold.fold typed
    }
}
