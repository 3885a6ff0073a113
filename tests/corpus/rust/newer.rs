// Rust that is newer than the grammar: attributes of expressions, types written like expressions.
struct App;

impl App {
    fn new() -> Self {
        App
    }

    fn add(self, _parts: (Part, Part)) -> Self {
        self
    }

    fn run(&self) {}
}

struct Part;

impl Part {
    fn first() -> Part {
        Part
    }

    fn second() -> Part::<> {
        Part
    }
}

struct Grid<const N: i32>;

fn step<const BY: i32>() -> i32 {
    BY
}

fn main() {
    App::new() //> call App.new
        .add((
            Part::first(), //> call Part.first
            #[cfg(feature = "more")]
            Part::second(), //> call Part.second
        ))
        #[cfg(all(feature = "trace", not(test)))]
        .add((Part::first(), Part::first())) //> call App.add
        .run(); //> call App.run
    step::<-1>(); //> call step
    let apply = |left: i32, right: i32,| left + right + step::<1>(); //> call step
    apply(1, 2);
    let held: Vec::<App> = Vec::new();
    held[0].run(); //> call App.run
}
