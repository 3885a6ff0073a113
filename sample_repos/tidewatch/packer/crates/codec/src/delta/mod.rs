mod zigzag;

use self::zigzag::{fold, unfold};
use super::{Codec, Result};

/// Differences to the level before, small ones first.
pub struct Delta {
    start: i32,
}

impl Delta {
    pub fn starting_at(start: i32) -> Self {
        Self { start }
    }

    fn steps(&self, levels: &[i32]) -> Vec<i32> {
        let mut before = self.start;
        levels
            .iter()
            .map(|level| {
                let step = level - before;
                before = *level;
                step
            })
            .collect()
    }
}

impl Codec for Delta {
    fn name(&self) -> &str {
        "delta"
    }

    fn encode(&self, levels: &[i32]) -> Vec<u8> {
        self.steps(levels).into_iter().map(fold).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Result<Vec<i32>> {
        let mut level = self.start;
        let mut out = Vec::with_capacity(bytes.len());
        for byte in bytes {
            level += unfold(*byte);
            out.push(level);
        }
        Ok(out)
    }
}
