use far::Address;

fn there(address: Address) {
    address.host(); //> none host; external far.Address.host
    address.twice(); //> none twice; external far.Address.twice
}
