use crate::marks::Plain;
use crate::{Mark, Whole};

fn shown(mark: &Mark, whole: Whole) { //> ref src/marks.rs::Mark exact; none src/makers.rs::Mark
    mark.show(); //> call Mark.show
    whole.mark.show(); //> call Mark.show
    Mark(3).mark.show(); //> call src/makers.rs::Mark; none src/marks.rs::Mark; call Mark.show
    let made = Mark { text: String::new() }; //> ref src/marks.rs::Mark exact; none src/makers.rs::Mark
    made.show(); //> call Mark.show
    Mark::plain().show(); //> call Mark.plain; call Mark.show; ref src/marks.rs::Mark; none src/makers.rs::Mark
    <Mark as Plain>::made().show(); //> call Mark.made; ref src/marks.rs::Mark; none src/makers.rs::Mark
    Vec::<Mark>::new(); //> ref src/marks.rs::Mark; none src/makers.rs::Mark
    given(Mark); //> ref src/makers.rs::Mark; none src/marks.rs::Mark
}

fn given(function: fn(u8) -> Whole) {}
