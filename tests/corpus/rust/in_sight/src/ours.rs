use far::Address;

pub trait Host {
    fn host(&self) -> u8;

    fn twice(&self) -> u8 {
        self.host() * 2 //> call Host.host
    }
}

impl Host for Address {
    fn host(&self) -> u8 {
        1
    }
}

fn here(address: Address) {
    address.host(); //> call Host.host typed; call src/ours.rs::Address.host dispatch
    address.twice(); //> call Host.twice typed
}
