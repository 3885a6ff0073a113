use tide_codec::{by_tag, levels, Codec, RunLength};

#[test]
fn every_codec_gives_back_what_it_got() {
    for tag in 0..2 {
        let codec = by_tag(tag).unwrap();
        let bytes = codec.encode(&levels![3, 3, 4]);
        assert_eq!(codec.decode(&bytes).unwrap(), vec![3, 3, 4]);
    }
}

#[test]
fn a_sealed_frame_carries_the_name() {
    let frame = RunLength::with_limit(4).seal(&[1, 1]);
    assert_eq!(frame.name, "runs");
}
