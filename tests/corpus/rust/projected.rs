// What pin projections make of a type: its fields under their names, those that are pinned behind a pin.
use pin_project_lite::pin_project;
use std::pin::Pin;

pin_project! {
    pub struct Lazy<F> {
        #[pin]
        inner: Inner<F>,
        at: Count,
        #[pin]
        fut: F,
    }
}

pin_project! {
    #[project = InnerProj]
    #[project_replace = InnerOwn]
    enum Inner<F> {
        Init { func: Count },
        Fut { #[pin] fut: F },
    }
}

#[pin_project::pin_project(project = PlainProj)]
struct Plain {
    #[pin]
    a: Sub,
    b: Count,
}

struct Unpinned {
    b: Count,
}

struct Count;

impl Count {
    fn bump(&mut self) {}
}

struct Sub;

impl Sub {
    fn poll_it(self: Pin<&mut Self>) {}
    fn reset(&mut self) {}
    fn get_mut(&mut self) {}
}

trait Fut {
    fn poll_fut(self: Pin<&mut Self>);
}

impl<F: Fut> Lazy<F> {
    fn poll(mut self: Pin<&mut Self>) {
        let mut this = self.as_mut().project(); //> none project
        this.at.bump(); //> call Count.bump typed; ref Lazy.at
        this.fut.as_mut().poll_fut(); //> call Fut.poll_fut typed; ref Lazy.fut
        match this.inner.as_mut().project() { //> ref Lazy.inner
            InnerProj::Init { func } => func.bump(), //> ref Inner.Init; call Count.bump
            InnerProj::Fut { fut } => fut.poll_fut(), //> ref Inner.Fut; call Fut.poll_fut
        }
        if let InnerOwn::Init { func } = this.inner.project_replace(Inner::Init { func: Count }) {
            func.bump(); //> call Count.bump
        }
    }
}

impl Plain {
    fn go(self: Pin<&mut Self>) {
        let me = self.project();
        me.a.as_mut().reset(); //> call Sub.reset; ref Plain.a
        me.a.as_mut().get_mut().reset(); //> none Sub.get_mut; call Sub.reset
        let PlainProj { b, .. } = me;
        b.bump(); //> call Count.bump
    }

    fn plainly(&mut self) {
        self.a.get_mut(); //> call Sub.get_mut
    }
}

impl Unpinned {
    fn go(self: Pin<&mut Self>) {
        self.project().b.bump(); //> unresolved project; none bump
    }
}
