//! What leads to a slice is passed where a slice is expected, and says what it is a slice of.
pub struct Hall;

impl Hall {
    fn enter(&self) {}
}

pub struct Wall;

impl Wall {
    fn bump(&self) {}
}

fn pick<T>(all: &[T], at: usize) -> &T {
    &all[at]
}

fn both<T>(all: &mut [T]) -> (&mut T, &mut T) {
    todo!()
}

fn run(halls: Vec<Hall>, walls: [Wall; 3], boxed: Box<[Hall]>, mut more: Vec<Wall>) {
    pick(&halls, 1).enter(); //> call Hall.enter
    pick(&walls, 1).bump(); //> call Wall.bump; none enter
    pick(&boxed, 1).enter(); //> call Hall.enter
    let (one, other) = both(&mut more);
    one.bump(); //> call Wall.bump
    other.enter(); //> none enter
    halls.iter().clone().next().unwrap().enter(); //> call Hall.enter
}
