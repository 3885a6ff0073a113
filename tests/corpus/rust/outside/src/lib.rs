// A wildcard over a type of a library brings names that nobody here knows: what the file declares itself is meant first.
mod given;
pub use notation::Value;

pub struct Failure;

impl Failure {
    pub fn told(text: &str) -> Failure {
        Failure
    }
}

fn helper() {}

fn elsewhere(value: &Value) -> bool {
    use crate::given::Truth;
    value.truthy() //> call given.rs::Truth.truthy typed; call given.rs::Value.truthy dispatch
}

pub fn kind(value: &Value) -> Option<Failure> {
    use crate::Value::*;
    match value {
        Null => Some(Failure::told("null")), //> call Failure.told exact; external notation.Value.Null
        Text(_) => Some(Failure), //> ref Failure
        _ => {
            helper(); //> call helper exact
            None
        }
    }
}
