//! Modules that take all of each other: a name is found in either, and one that neither has is nowhere.

mod paint {
    pub use crate::brush::*;

    pub fn mix() {}
}

mod brush {
    pub use crate::paint::*;

    pub fn stroke() {}
}

mod easel {
    pub use super::*;

    pub fn stand() {}
}

pub use easel::*;

pub fn work() {
    paint::stroke(); //> call brush.stroke exact
    brush::mix(); //> call paint.mix exact
    paint::dry(); //> none *; unresolved dry
    easel::paint::mix(); //> call paint.mix exact
    stand(); //> call easel.stand exact
    sit(); //> none *; unresolved sit
}
