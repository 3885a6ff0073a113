use far::Source;

struct Other;

impl Source for Other {}

fn run<A: Source>(mut one: A, mut other: Other) {
    one.counted(); //> none counted; external far.Source.counted
    other.counted(); //> none counted; unresolved counted
}
