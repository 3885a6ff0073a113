// A static member named through a generic alias: its arguments say what the alias leaves open.
use std::sync::Arc;

pub struct Wheel;

impl Wheel {
    pub fn turn(&self) {}
    pub fn grease(&mut self) {}
}

pub struct Bolt;

impl Bolt {
    pub fn tighten(&self) {}
}

pub struct Holder<T> {
    held: T,
}

impl<T> Holder<T> {
    pub fn of(held: T) -> Holder<T> {
        Holder { held }
    }
    pub fn peek(this: &Holder<T>) -> &T {
        &this.held
    }
}

type Kept<T> = Holder<T>;
type Fixed = Holder<Bolt>;

fn named(wheels: &Holder<Wheel>, bolts: &Holder<Bolt>, wheel: Wheel) {
    Kept::peek(wheels).turn(); //> call Holder.peek typed; call Wheel.turn typed
    Kept::of(wheel).held.turn(); //> call Holder.of typed; call Wheel.turn typed
    Fixed::peek(bolts).tighten(); //> call Holder.peek typed; call Bolt.tighten typed
}

fn shared(mut part: Arc<Wheel>) {
    Arc::make_mut(&mut part).grease(); //> call Wheel.grease typed
    let copy = part.clone();
    copy.turn(); //> call Wheel.turn typed
    Arc::clone(&part).turn(); //> call Wheel.turn typed
}
