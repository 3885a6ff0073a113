use far::Source;

pub trait More: Source {
    fn twice(self) -> Twice<Self>
    where
        Self: Sized,
    {
        Twice { inner: self }
    }

    fn counted(&mut self) -> usize {
        2
    }
}

impl<T: ?Sized> More for T where T: Source {}

pub struct Twice<S> {
    inner: S,
}

impl<S> Twice<S> {
    pub fn inside(&self) -> &S {
        &self.inner
    }
}
