pub struct Label;

impl Label {
    pub fn print(&self) {}
}
