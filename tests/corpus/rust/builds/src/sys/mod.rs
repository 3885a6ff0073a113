#[cfg(unix)]
with_polling! {
    mod unix;
    pub use self::unix::*;
}

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use self::windows::*;

without_polling! {
    mod shell;
    pub(crate) use self::shell::*;
}
