pub mod boxed {
    pub struct Box;

    impl Box {
        pub fn shut(&self) {}
    }
}
