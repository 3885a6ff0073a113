//! Modules of the standard library that are called like primitive types hide none of them.
use std::str;
use std::{f64, i64};

pub trait Near {
    fn near(&self) -> bool;
}

impl Near for f64 {
    fn near(&self) -> bool { //> override Near.near
        self.sqrt() < 2.0
    }
}

impl Near for str {
    fn near(&self) -> bool { //> override Near.near
        self.is_empty()
    }
}

struct Held(i64);

impl From<i64> for Held {
    fn from(value: i64) -> Held {
        Held(value)
    }
}

fn run(number: f64, text: &str, raw: &[u8]) {
    number.near(); //> call Near.near; call f64.near dispatch; none str.near
    text.near(); //> call Near.near; call str.near dispatch
    str::from_utf8(raw).unwrap().near(); //> call str.near dispatch
    Held::from(i64::max_value()); //> implicit Held.from
}
