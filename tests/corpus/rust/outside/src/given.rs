// A trait of the tree that a type of a library has: its members are called on values of that type.
use notation::{Bare as Other, Value};

pub trait Truth {
    fn truthy(&self) -> bool;
    fn made() -> Self;
    fn each<F: Fn(&Part)>(&self, f: F) {}
}

pub struct Part;

impl Part {
    fn used(&self) {}
}

impl Truth for Value {
    fn truthy(&self) -> bool {
        true
    }
    fn made() -> Self {
        Value::Null
    }
}

impl Truth for Other {
    fn truthy(&self) -> bool {
        false
    }
    fn made() -> Self {
        Other
    }
}

struct Holder {
    one: Value,
    all: Vec<Value>,
}

fn run(holder: &Holder, maybe: Option<&Value>, other: notation::Bare, alien: notation::Alien) {
    holder.one.truthy(); //> call Truth.truthy typed; call Value.truthy dispatch; none Other.truthy
    holder.all.iter().any(|v| v.truthy()); //> call Truth.truthy; call Value.truthy dispatch
    maybe.map(|v| v.truthy()); //> call Truth.truthy
    other.truthy(); //> call Other.truthy dispatch; none Value.truthy
    alien.truthy(); //> none truthy; external notation.Alien.truthy
    Value::made(); //> call Truth.made exact; call Value.made dispatch
    holder.one.each(|p| p.used()); //> call Truth.each; call Part.used
    holder.one.as_str(); //> external notation.Value.as_str
}
