macro_rules! check {
    ($e:expr) => {
        $e
    };
}
