// Receivers behind pointers: `self: Pin<&mut Self>` has the pointer's members before those of the type.
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{ready, Context, Poll};

struct Reader<R> {
    inner: R,
    at: usize,
}

impl<R: Source> Reader<R> {
    fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    fn rest(self: Pin<&mut Self>) -> Pin<&mut R> {
        unsafe { self.map_unchecked_mut(|me| &mut me.inner) }
    }

    fn forget(self: Pin<&mut Self>) {
        let me = unsafe { self.get_unchecked_mut() };
        me.clear(); //> call Reader.clear
        me.at = 0; //> ref Reader.at
    }

    fn clear(&mut self) {}

    fn shared(self: &Arc<Self>) {
        self.count(); //> call Reader.count
        let other = Arc::clone(self);
        other.count(); //> call Reader.count
    }

    fn boxed(self: Box<Self>) -> usize {
        self.count() //> call Reader.count
    }

    fn counted(self: Rc<Self>) -> usize {
        self.at //> ref Reader.at
    }

    fn count(&self) -> usize {
        self.at
    }
}

trait Source {
    fn poll_fill(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Chunk, ()>>;

    fn again(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> bool {
        self.as_mut().poll_fill(cx).is_ready() //> call Source.poll_fill
    }
}

struct Chunk;

impl Chunk {
    fn used(&self) {}
}

impl<R: Source> Source for Reader<R> {
    fn poll_fill(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Chunk, ()>> {
        self.as_mut().forget(); //> call Reader.forget
        let chunk = ready!(self.as_mut().rest().poll_fill(cx))?; //> implicit Reader.rest; implicit Source.poll_fill
        chunk.used(); //> call Chunk.used
        self.get_mut().clear(); //> none Reader.get_mut; call Reader.clear
        Poll::Ready(Ok(chunk))
    }
}
