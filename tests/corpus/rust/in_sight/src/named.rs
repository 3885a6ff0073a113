use crate::ours::Host as _;
use far::Address;

fn there(address: Address) {
    address.host(); //> call Host.host typed; call src/ours.rs::Address.host dispatch
    address.twice(); //> call Host.twice typed
}
