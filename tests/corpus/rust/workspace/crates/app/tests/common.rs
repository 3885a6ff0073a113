pub fn setup() {
    crate::works(); //> call all.rs::works exact
}
