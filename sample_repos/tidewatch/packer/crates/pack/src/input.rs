use std::fs;

pub trait Source {
    fn text(&self) -> &str;

    fn levels(&self) -> Vec<i32> {
        self.text().lines().filter_map(parse).collect()
    }
}

pub struct Input {
    text: String,
}

impl Input {
    pub fn read(path: &str) -> Input {
        Input { text: fs::read_to_string(path).unwrap_or_default() }
    }

    pub fn tag(&self) -> u8 {
        u8::from(self.levels().windows(2).any(|pair| pair[0] != pair[1]))
    }
}

impl Source for Input {
    fn text(&self) -> &str {
        &self.text
    }
}

fn parse(line: &str) -> Option<i32> {
    line.trim().parse().ok()
}

/// Names that look like ours and are not: nothing below may be linked to the project symbols they resemble.
pub fn sizes(by_tag: fn(&str) -> usize, lines: &[&str]) -> Vec<usize> {
    lines.iter().map(|line| by_tag(line)).collect()
}

pub fn longest(lines: &[String]) -> usize {
    let mix = |a: usize, b: usize| a.max(b);
    lines.iter().map(|line| line.len()).fold(0, |a, b| mix(a, b))
}
