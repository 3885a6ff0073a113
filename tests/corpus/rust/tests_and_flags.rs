// Functions of test modules are tests; what they call is tested by them.

pub fn parse(text: &str) -> usize {
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses() { //> def function tests.parses
        let n = parse("a"); //> call parse exact; test parse
        assert_eq!(n, parse("b")); //> implicit parse exact
    }
}

#[cfg(feature = "fast")]
mod imp {
    pub fn go() {} //> def function imp.go
}

#[cfg(not(feature = "fast"))]
mod slow {
    pub fn go() {}
}

fn both() {
    imp::go(); //> call imp.go exact
    slow::go(); //> call slow.go exact
    self::imp::go(); //> call imp.go exact
}
