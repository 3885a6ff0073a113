// What attributes name for whoever reads them: paths of functions and modules in texts, values and calls in tokens.
use serde::{Deserialize, Serialize};

mod dates {
    pub fn serialize() {}
    pub fn deserialize() {}
    pub fn lenient() {}
}

fn name() {}

fn short() {}

fn fast() {}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

fn seven() -> u8 {
    7
}

fn port(text: &str) -> u16 {
    0
}

const LIMIT: u8 = 9;

#[derive(Serialize, Deserialize)]
#[serde(default = "seven")] //> ref seven exact
#[doc = "seven"] //> none seven
pub struct Settings {
    #[serde(with = "dates", rename = "name")] //> ref dates.serialize; ref dates.deserialize; none name; none lenient
    at: u8,
    #[serde(skip_serializing_if = "is_zero", default = "self::seven")] //> ref is_zero; ref seven
    level: u8,
    #[cfg_attr(feature = "fast", serde(deserialize_with = "crate::dates::lenient"))] //> ref dates.lenient; none fast
    until: u8,
    #[clap(short, parse(try_from_str = port), value_name = name)] //> ref port; none short; none name
    port: u16,
    #[arg(default_value_t = seven(), max = LIMIT)] //> implicit seven; ref LIMIT
    wanted: u8,
}

#[instrument(fields(level = short))] //> none short
fn traced(level: u8) {}
