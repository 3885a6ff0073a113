//! `super::super` leaves one module after another.
pub fn top() {}

mod outer {
    pub fn middle() {}

    mod inner {
        fn go() {
            super::super::top(); //> call top exact
            super::middle(); //> call outer.middle exact
            self::super::middle(); //> call outer.middle exact
            super::super::middle(); //> none middle
        }

        mod deepest {
            fn go() {
                super::super::middle(); //> call outer.middle exact
                super::super::super::top(); //> call top exact
            }
        }
    }
}
