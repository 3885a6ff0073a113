// Methods of unrelated types, receivers through references and smart pointers, and receivers nobody knows.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Engine {
    speed: u32,
}

struct Radio;

impl Engine {
    fn new() -> Self { //> def method Engine.new
        Self { speed: 0 }
    }

    fn start(&mut self) -> &mut Self { //> def method Engine.start
        self.speed(); //> call Engine.speed exact
        self.speed += 1; //> ref Engine.speed; none Radio.start
        self
    }

    fn speed(&self) -> u32 {
        self.speed
    }
}

impl Radio {
    fn start(&self) {}
}

struct Car {
    engine: Box<Engine>,
    radio: Option<Radio>,
    spare: Rc<RefCell<Engine>>,
    shared: Arc<Mutex<Engine>>,
}

impl Car {
    fn go(&mut self) {
        self.engine.start().start(); //> call Engine.start typed; none Radio.start
        self.radio.as_ref().unwrap().start(); //> call Radio.start typed; none Engine.start
        self.spare.borrow_mut().start(); //> call Engine.start typed
        self.shared.lock().unwrap().start(); //> call Engine.start typed
        (*self.engine).start(); //> call Engine.start typed
    }

    fn by_type(&mut self) {
        Engine::start(&mut self.engine); //> call Engine.start exact
    }
}

fn make() -> Engine {
    Engine::new() //> call Engine.new exact
}

fn chained() {
    make().start(); //> call make exact; call Engine.start typed
    let mut engine = make();
    engine.start(); //> call Engine.start typed
}

fn stranger(thing: impl Fn() -> Unknown) {
    thing().start(); //> none start; unresolved start
}

fn library() {
    let text = String::from("a");
    text.len(); //> none len
    vec![1].push(2); //> external Vec.push; none push
}
