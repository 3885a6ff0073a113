//! A module with as many alternatives as there are platforms: what it declares is still known, and none is certain.
pub use self::codes::*;

impl Code {
    pub fn last() -> Self {
        read(3) //> call codes.read inferred
    }

    fn told(&self) {}
}

fn use_it() {
    Code::last().told(); //> call Code.last; call Code.told
}

fn busy() -> Code {
    Code::Busy //> ref codes.Code.Busy inferred
}

#[cfg(target_os = "linux")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "macos")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "windows")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "freebsd")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "openbsd")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "netbsd")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "haiku")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "illumos")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}

#[cfg(target_os = "redox")]
mod codes {
    pub enum Code { Busy }
    pub fn read(n: u8) -> Code { Code::Busy }
}
