//! Bounds on associated types, fields of tuples, and names that only types have.
use std::fmt;

pub trait Letter {
    fn upper(self) -> char;
}

impl Letter for u8 {
    fn upper(self) -> char {
        'A'
    }
}

pub trait Input {
    type Item;
    fn first(&self) -> Self::Item;
}

pub trait Split: Input {
    fn split<P>(&self, test: P)
    where
        P: Fn(Self::Item) -> bool;
}

pub fn qualified<T>(input: T)
where
    T: Input,
    <T as Input>::Item: Letter,
{
    input.first().upper(); //> call Input.first; call Letter.upper typed
}

pub fn inherited<T: Split>(input: T)
where
    T::Item: Letter,
{
    input.first().upper(); //> call Input.first; call Letter.upper typed
    input.split(|item| item.upper() == 'A'); //> call Split.split; call Letter.upper
}

pub fn unbound<T: Input>(input: T) {
    input.first().upper(); //> call Input.first; none upper
}

pub fn each<I>(letters: I)
where
    I: Iterator,
    I::Item: Letter,
{
    for letter in letters {
        letter.upper(); //> call Letter.upper typed
    }
}

pub struct Holder<T> {
    held: T,
}

impl<T> Holder<T>
where
    T: Input,
    T::Item: Letter,
{
    fn go(&self) {
        self.held.first().upper(); //> call Input.first; call Letter.upper typed
    }
}

struct Wheel;

impl Wheel {
    fn turn(&self) -> (Wheel, u8) {
        (Wheel, 1)
    }
}

fn pair(wheels: (Wheel, Wheel)) {
    let mut made = (Wheel, 1);
    made.0.turn().0.turn(); //> call Wheel.turn typed
    wheels.1.turn(); //> call Wheel.turn typed
    made.1.turn(); //> none turn
    made = (Wheel, 2);
}

pub enum Err<E> {
    Failed(E),
}

impl<E> Err<E> {
    fn cause(self) -> E {
        let Err::Failed(cause) = self;
        cause
    }
}

fn outcome(flag: bool) -> Result<u8, Err<Wheel>> {
    if flag {
        return Err(Err::Failed(Wheel)); //> ref Err.Failed; external Err
    }
    match outcome(flag) {
        Ok(code) => Ok(code),
        Err(err) => {
            err.cause().turn(); //> call Err.cause typed; call Wheel.turn typed
            Err(Err::Failed(Wheel)) //> ref Err.Failed
        }
    }
}
