//! Methods of one name that are written for different type arguments of a type.
pub struct Open;

pub struct Shut;

pub struct Door<S> {
    state: S,
}

pub struct Hall;

pub struct Wall;

impl Hall {
    fn enter(&self) {}
}

impl Wall {
    fn bump(&self) {}
}

impl Door<Open> {
    fn push(&self) -> Hall {
        Hall
    }

    fn twice(self) {
        self.push().enter(); //> call Hall.enter typed
        self.push().bump(); //> none bump
        self.shut().push().bump(); //> call Wall.bump typed
        self.shut().push().enter(); //> none enter
    }

    fn shut(self) -> Door<Shut> {
        Door { state: Shut }
    }
}

impl Door<Shut> {
    fn push(&self) -> Wall {
        Wall
    }
}

fn pass<S>(open: &Door<Open>, shut: &Door<Shut>, any: Door<S>) {
    open.push().enter(); //> call Hall.enter typed
    open.push().bump(); //> none bump
    shut.push().bump(); //> call Wall.bump typed
    shut.push().enter(); //> none enter
}
