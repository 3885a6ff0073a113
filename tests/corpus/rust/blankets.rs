// A trait implemented for every type with a bound: its members join the bound's, and hide none of them.

trait Handler {
    fn ready(&mut self) -> bool; //> def method Handler.ready

    fn handle(&mut self) -> u32; //> def method Handler.handle
}

trait Connector {
    fn ready(&mut self) -> bool; //> def method Connector.ready

    fn connect(&mut self) -> u32;
}

impl<C> Connector for C
where
    C: Handler,
{
    fn ready(&mut self) -> bool { //> override Connector.ready
        Handler::ready(self) //> call Handler.ready exact
    }

    fn connect(&mut self) -> u32 { //> override Connector.connect
        self.handle() //> call Handler.handle exact
    }
}

struct Echo;

impl Handler for Echo {
    fn ready(&mut self) -> bool {
        true
    }

    fn handle(&mut self) -> u32 {
        7
    }
}

fn bound<H: Handler>(handler: &mut H) {
    handler.ready(); //> call Handler.ready typed; call Echo.ready dispatch
    handler.connect(); //> call Connector.connect typed
}

fn object(handler: &mut dyn Handler) {
    handler.ready(); //> call Handler.ready typed
}

fn concrete(mut echo: Echo) {
    echo.ready(); //> call Echo.ready dispatch
    echo.connect();
}

fn connector<C: Connector>(connector: &mut C) {
    connector.ready(); //> call Connector.ready typed; call C.ready dispatch
}

struct Pool<H> {
    handler: H,
}

impl<H: Handler> Pool<H> {
    fn poll(&mut self) -> bool {
        self.handler.ready() //> call Handler.ready typed
    }
}

trait Cursor {
    fn next(&mut self) -> u8;

    fn skip(&mut self, count: usize);

    fn by_one(&mut self);
}

impl<I: Iterator<Item = u8>> Cursor for I {
    fn next(&mut self) -> u8 { //> override Cursor.next
        0
    }

    fn skip(&mut self, count: usize) {}

    fn by_one(&mut self) {}
}

fn bounded_by_a_library(mut bytes: impl Iterator<Item = u8>) {
    bytes.next(); //> none next
    bytes.by_one(); //> call Cursor.by_one typed
}

fn of_a_library(mut bytes: std::vec::IntoIter<u8>) {
    bytes.skip(2); //> none skip
}
