use crate::Kind; //> import Kind

pub fn used() {
    Kind::new(); //> call Kind.new
}
