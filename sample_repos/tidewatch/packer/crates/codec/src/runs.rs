use crate::error::{CodecError, Result};
use crate::Codec;

/// Run-length encoding: count, value.
#[derive(Default)]
pub struct RunLength {
    limit: Option<u8>,
}

impl RunLength {
    pub fn with_limit(limit: u8) -> Self {
        RunLength { limit: Some(limit) }
    }

    fn cap(&self) -> u8 {
        self.limit.unwrap_or(u8::MAX)
    }
}

impl Codec for RunLength {
    fn name(&self) -> &str {
        "runs"
    }

    fn encode(&self, levels: &[i32]) -> Vec<u8> {
        let mut out = Vec::new();
        for level in levels {
            push_run(&mut out, *level as u8, self.cap());
        }
        out
    }

    fn decode(&self, bytes: &[u8]) -> Result<Vec<i32>> {
        if bytes.len() % 2 == 1 {
            return Err(CodecError::truncated(bytes.len()));
        }
        Ok(bytes.chunks(2).flat_map(|run| vec![run[1] as i32; run[0] as usize]).collect())
    }
}

fn push_run(out: &mut Vec<u8>, value: u8, cap: u8) {
    let last = out.len().wrapping_sub(2);
    match out.get(last).copied() {
        Some(count) if count < cap && out[last + 1] == value => out[last] += 1,
        _ => out.extend([1, value]),
    }
}
