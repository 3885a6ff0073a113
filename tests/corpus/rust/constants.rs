// What the values of constants and the lengths of arrays name.

const BITS: usize = 4;
const SAME: usize = BITS; //> ref BITS
const SHIFT: usize = (2 * BITS) - SAME; //> ref BITS; ref SAME
static LIMIT: usize = 1 << LATER; //> ref LATER
const LATER: usize = 9;

struct Table([u8; BITS]); //> ref BITS

struct Sized2<const BITS: usize>([u8; BITS]); //> none BITS

trait Width {
    const WIDTH: usize = BITS; //> ref BITS
}

impl Width for Table {
    const WIDTH: usize = SHIFT; //> ref SHIFT
}

mod inner {
    const BITS: usize = 1;
    const TWICE: usize = BITS * 2; //> ref inner.BITS
}
