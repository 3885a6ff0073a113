// Items that a macro of the file makes: members and operators are found, and stand where the call writes their name.
use std::ops::{Add, Mul};

pub struct Length(f64);

fn checked(value: f64) -> Length {
    Length(value)
}

macro_rules! arithmetic {
    ($($operation:ident, $method:ident, $how:expr;)*) => {
        $(
            impl $operation for Length { //> ref Length
                type Output = Length;

                fn $method(self, other: Length) -> Length { //> ref Length
                    checked($how(self.0, other.0)) //> call checked; ref Length.0
                }
            }
        )*
    };
}

arithmetic! {
    Add, add, |one: f64, other: f64| one + other; //> def method Length.add
    Mul, mul, |one: f64, other: f64| one * other; //> def method Length.mul
}

fn area(wide: Length, high: Length) -> Length {
    wide.add(high) * checked(2.0) //> implicit Length.add dispatch; implicit Length.mul typed
}

pub struct Whole {
    width: Length,
    parts: Vec<Length>,
}

macro_rules! getters {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident -> $kind:ty;)+) => {
        $($(#[$meta])* $vis fn $name(&self) -> &$kind { &self.whole().$name })+ //> call Holder.whole
    };
}

pub struct Holder {
    whole: Whole,
}

impl Holder {
    fn whole(&self) -> &Whole {
        &self.whole
    }

    getters! {
        /// How wide it is.
        pub fn width -> Length; //> def method Holder.width; ref Length
        fn parts -> Vec<Length>; //> def method Holder.parts; ref Length
    }
}

fn uses(holder: &Holder) {
    holder.width().show(); //> call Holder.width; call Length.show
    holder.parts().first().unwrap().show(); //> call Holder.parts; call Length.show
}

// One rule after another: what a macro makes may be a call of itself, or of another.
macro_rules! shown {
    () => {};
    (quiet $kind:ty; $($rest:tt)*) => {
        impl $kind { pub fn show(&self) {} }
        shown! { $($rest)* }
    };
    ($kind:ty => $text:expr; $($rest:tt)*) => {
        impl $kind { pub fn show(&self) -> usize { $crate::told($text) } } //> call told
        shown! { $($rest)* }
    };
}

fn told(text: &str) -> usize {
    text.len()
}

pub struct Angle<T>(T);
pub struct Turn;

shown! { quiet Length; Angle<f64> => "angle"; quiet Turn; }

fn all(angle: Angle<f64>, turn: Turn) {
    angle.show(); //> call Angle.show
    turn.show(); //> call Turn.show
}

// Types, and macros that macros make.
macro_rules! keyword {
    ($name:ident, $making:ident) => {
        pub struct $name {
            pub span: Length, //> ref Length
        }

        macro_rules! $making {
            ($inside:ident) => {
                fn $inside(word: $name) -> Length {
                    word.span //> ref While.span
                }
            };
        }
    };
}

keyword!(While, whiles); //> def struct While; def macro whiles
whiles!(spanned); //> def function spanned

fn word(word: While) {
    word.span.show(); //> call Length.show; ref While.span
    spanned(word).show(); //> call spanned; call Length.show
}

// Which of two macros a build has is not known, and what no rule takes makes nothing.
#[cfg(unix)]
macro_rules! placed {
    ($name:ident) => {
        fn $name() -> Length {
            checked(1.0) //> none checked
        }
    };
}

#[cfg(not(unix))]
macro_rules! placed {
    ($name:ident) => {
        fn $name() -> While {
            whole() //> none whole
        }
    };
}

placed!(somewhere);

macro_rules! counted {
    ($name:ident: $count:literal) => {
        fn $name() -> u8 {
            told($count) //> none told
        }
    };
}

counted!(ten = 10);

fn places() {
    somewhere().show(); //> none show
    ten(); //> none ten
}

// A macro of a module is there in it alone.
mod inner {
    macro_rules! hidden {
        ($name:ident) => {
            pub fn $name() {}
        };
    }

    hidden!(seen); //> def function inner.seen
}

hidden!(unseen);

fn ends() {
    inner::seen(); //> call inner.seen
    unseen(); //> none unseen
}
