// What calling a value gives whose type is a function: a type parameter of a struct, a pointer to a trait object.

struct Part;

impl Part {
    fn fit(&self) {}
}

trait Make {
    fn make(&self) -> u8;
}

struct Mapped<F> {
    each: F,
}

impl<T, F, R> Mapped<F>
where
    F: Fn(T) -> R + Sync,
    R: Make,
{
    fn run(&self, item: T) {
        (self.each)(item).make(); //> call Make.make typed
        let each = &self.each;
        let made = each(item);
        made.make(); //> call Make.make typed
    }
}

impl<F: FnMut() -> Part> Mapped<F> {
    fn part(&mut self) {
        (self.each)().fit(); //> call Part.fit typed
    }
}

struct Held<F> {
    each: F,
}

impl<F> Held<F> {
    fn run(&self) {
        (self.each)().fit(); //> none fit
    }
}

fn boxed(make: Box<dyn Fn() -> Part>, shared: std::sync::Arc<dyn Fn(u8) -> Part + Send>) {
    make().fit(); //> call Part.fit typed
    shared(1).fit(); //> call Part.fit typed
}

fn other(held: Box<Part>) {
    held().fit(); //> none fit
}
