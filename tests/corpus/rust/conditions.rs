// Of two items of one name that are compiled under opposite conditions, the one of an ordinary build counts; where it may
// have either, none is certain.

mod checked {
    #[cfg(miri)]
    pub fn mask() {}

    #[cfg(not(miri))]
    pub fn mask() -> Plain { Plain }

    pub struct Plain;
    impl Plain {
        pub fn clear(&self) {}
    }
}

mod models {
    #[cfg(not(all(test, loom)))]
    pub mod sync {
        pub fn lock() {}
    }

    #[cfg(all(test, loom))]
    pub mod sync {
        pub fn model() {}
    }
}

mod chosen {
    #[cfg(not(any(unix, loom)))]
    pub fn path() {}

    #[cfg(any(unix, loom))]
    pub fn path() -> u8 { 1 }
}

fn main() {
    checked::mask().clear(); //> call checked.Plain.clear typed
    models::sync::lock(); //> call models.sync.lock exact
    chosen::path(); //> call chosen.path inferred
}
