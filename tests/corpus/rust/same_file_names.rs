//! Of a type and a function of one name a type is made from its fields, and a type that is made from values is its own
//! function.

pub struct Frame {
    pub width: u8,
}

impl Frame {
    fn wide(&self) -> bool {
        self.width > 9
    }
}

fn Frame(width: u8) -> Room {
    Room(Frame { width }, 1) //> call Room
}

struct Room(Frame, u8);

fn uses(make: bool) {
    Frame(2).0.wide(); //> call Frame.wide; call Frame exact
    Frame { width: 1 }.wide(); //> call Frame.wide
    Room(Frame { width: 3 }, 4).0.wide(); //> call Room; call Frame.wide
}
