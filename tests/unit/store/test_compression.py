"""Compression of what is published."""

from __future__ import annotations

import pytest

from codegraph.store.compression import SMALL, Codec, choose_codec, compress, decompress

TEXT = b"def handle(order): return order\n" * 500


@pytest.mark.parametrize("codec", Codec)
def test_content_is_as_before(codec: Codec) -> None:
    assert decompress(codec, compress(codec, TEXT), len(TEXT)) == TEXT


@pytest.mark.parametrize("codec", [Codec.LZMA, Codec.ZLIB])
def test_more_than_was_announced_is_not_read(codec: Codec) -> None:
    assert len(decompress(codec, compress(codec, bytes(1 << 20)), 1000)) == 1001


@pytest.mark.parametrize("codec", [Codec.LZMA, Codec.ZLIB])
def test_damage_is_a_value_error(codec: Codec) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decompress(codec, b"\xff" * 40, 1000)


def test_what_is_small_is_packed_tighter() -> None:
    assert (choose_codec(SMALL), choose_codec(SMALL + 1)) == (Codec.LZMA, Codec.ZLIB)
