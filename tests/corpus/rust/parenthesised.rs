// Types in parentheses, bounds on references, paths that start at the root of all crates.

trait Device {
    fn send(&mut self) -> u8;
}

struct Failure;

impl Failure {
    fn tell(&self) {}
}

fn opaque(device: &mut (impl Device + ?Sized)) {
    device.send(); //> call Device.send typed
}

fn object(device: &mut (dyn Device + Send)) {
    device.send(); //> call Device.send typed
}

fn alone(failure: (Failure)) {
    failure.tell(); //> call Failure.tell typed
}

fn tuple(failure: (Failure,)) {
    failure.tell(); //> none tell
    failure.0.tell(); //> call Failure.tell typed
}

fn reference<D>(mut device: D)
where
    for<'a> &'a mut D: Device,
{
    (&mut device).send(); //> call Device.send typed
}

fn rooted() -> ::std::result::Result<u8, Failure> {
    Err(Failure)
}

fn reads() {
    rooted().unwrap_err().tell(); //> call Failure.tell typed
}
