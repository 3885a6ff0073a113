// A module named by a keyword stands in the file of that word, without `r#`.
mod r#type;
pub use r#type::*;

mod user;

pub fn start() {
    r#type::made(); //> call src/type.rs::made
    crate::r#type::made(); //> call src/type.rs::made
    Kind::new(); //> call Kind.new
}
