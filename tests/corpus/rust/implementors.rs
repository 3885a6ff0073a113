// What implements a trait: types of the tree and of libraries, tuples, references, every type; one type several traits.

trait Area {
    fn area(&self) -> u32; //> def method Area.area

    fn unused(&self) {}
}

trait Paint {
    fn area(&self) -> u32; //> def method Paint.area

    fn coats(&self) -> u32;
}

struct Wall;

impl Area for Wall { //> ref Area
    fn area(&self) -> u32 { //> override Area.area
        1
    }
}

impl Wall {
    fn coats(&self) {}
}

impl Paint for Wall {
    fn area(&self) -> u32 { //> override Paint.area
        2
    }

    fn coats(&self) -> u32 { //> override Paint.coats
        3
    }
}

impl Area for u32 {
    fn area(&self) -> u32 { //> override Area.area
        *self
    }
}

impl<T> Area for Vec<T> {
    fn area(&self) -> u32 { //> override Area.area
        4
    }
}

impl Area for (u8, u8) {
    fn area(&self) -> u32 { //> override Area.area
        5
    }
}

impl<A: Area + ?Sized> Area for &A {
    fn area(&self) -> u32 { //> override Area.area
        (**self).area() //> call Area.area exact
    }
}

trait Named {
    fn name(&self) -> u8; //> def method Named.name
}

impl<T> Named for T {
    fn name(&self) -> u8 { //> override Named.name
        6
    }
}

fn object(area: &dyn Area) {
    area.area(); //> call Area.area typed; call u32.area dispatch; call Vec.area dispatch
}

fn by_trait(wall: Wall) {
    Paint::coats(&wall); //> call Paint.coats exact
    wall.coats(); //> call Wall.coats typed
}
