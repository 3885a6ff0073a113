use crate::marks;
use crate::Whole;

#[allow(non_snake_case)]
pub fn Mark(size: u8) -> Whole {
    Whole { mark: marks::Mark::plain(), size }
}
