use crate::clock::now; //> external clock.now
#[cfg(feature = "log")]
use crate::log::debug; //> external log.debug

fn tell() {
    debug!("told"); //> external log.debug; none debug
    now(); //> external clock.now; none now
}
