mod input;

use input::{Input, Source};
use tide_codec::{by_tag, Codec, CodecError, Frame};

fn pack(codec: &dyn Codec, input: &Input) -> Frame {
    let levels = input.levels();
    codec.seal(&levels)
}

fn archive<C: Codec>(codec: &C, inputs: &[Input]) -> usize {
    inputs.iter().map(|input| codec.encode(&input.levels()).len()).sum()
}

fn run(path: &str) -> Result<Vec<u8>, CodecError> {
    let input = Input::read(path);
    let codec = by_tag(input.tag())?;
    let frame = pack(codec.as_ref(), &input);
    let smallest = archive(&tide_codec::RunLength::with_limit(8), &[input]);
    if frame.len() > smallest {
        eprintln!("{} is not the smallest", frame.name);
    }
    Ok(frame.into_bytes())
}

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    match run(&path) {
        Ok(bytes) => println!("{} bytes", bytes.len()),
        Err(error) => eprintln!("{error}"),
    }
}
