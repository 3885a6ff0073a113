use crate::ours::*;
use far::Address;

fn there(address: Address) {
    address.host(); //> call Host.host typed; call src/ours.rs::Address.host dispatch
}

mod inner {
    use super::*;

    fn deeper(address: Address) {
        address.twice(); //> call Host.twice typed
    }
}
