//! Associated types of type parameters, where what is passed tells the type.
pub trait Stage {
    type Next;
    fn leave(self) -> Self::Next;
}

pub struct Draft;

pub struct Letter;

pub struct Stamped<S> {
    inner: S,
}

impl Letter {
    fn post(&self) {}
}

impl Draft {
    fn correct(&self) {}
}

impl Stage for Draft {
    type Next = Letter;
    fn leave(self) -> Letter {
        Letter
    }
}

impl<S: Stage> Stage for Stamped<S> {
    type Next = Desk<S>;
    fn leave(self) -> Desk<S> {
        Desk { stage: self.inner }
    }
}

pub struct Desk<S: Stage> {
    stage: S,
}

impl<S: Stage> Desk<S> {
    fn new(stage: S) -> Self {
        Desk { stage }
    }
    fn stamp(self) -> Desk<Stamped<Desk<S>>> {
        todo!()
    }
    fn nest(self) -> Desk<Stamped<S>> {
        Desk::new(Stamped { inner: self.stage })
    }
    fn done(self) -> S::Next {
        self.stage.leave()
    }
    fn named(self) -> <S as Stage>::Next {
        self.stage.leave()
    }
}

fn finish<S: Stage>(desk: Desk<S>) -> S::Next {
    desk.done()
}

fn hand_on<T: Stage>(desk: Desk<T>) -> T::Next {
    finish(desk)
}

fn write() {
    Desk::new(Draft).done().post(); //> call Desk.done; call Letter.post typed; none correct
    Desk::new(Draft).named().post(); //> call Letter.post typed
    Desk::new(Draft).nest().done().done().post(); //> call Desk.nest; call Desk.done; call Letter.post typed
    hand_on(Desk::new(Draft)).post(); //> call Letter.post typed
}

fn open<S: Stage>(desk: Desk<S>) {
    desk.done().post(); //> call Desk.done; none post
}

pub trait Bounded {
    type Item: Stage;
}

fn items<B: Bounded>(first: B::Item) {
    first.leave(); //> call Stage.leave typed
}
