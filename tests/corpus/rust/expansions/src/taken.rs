use crate::{again, helper, run};

fn taken() {
    helper!(1); //> implicit tools.rs::helper
    again!(2); //> implicit tools.rs::again
    run(); //> call run exact
}
