"""Vectors of chunks out of their fields."""

import numpy as np

from codegraph.embed.fields import ChunkText, encode_chunks, get_stem
from codegraph.embed.static import StaticEncoder

BODY = "def run(x):\n    return x + 1"


class Plain:
    """An encoder that is not the shipped one, and keeps what it is asked for."""

    identity, dimension = "plain", 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts):
        self.asked += texts
        return np.ones((len(texts), 2), dtype=np.float32)


def test_path_and_name_are_heard_beside_many_lines() -> None:
    encoder = StaticEncoder()
    long = "\n".join(f"value_{i} = compute(other, {i})" for i in range(60))
    about, elsewhere = encode_chunks(
        encoder, [ChunkText("billing/invoice.py", "send_invoice", long), ChunkText("draw/circle.py", "paint", long)]
    )
    query = encoder.encode(["where are invoices sent"])[0]
    assert query @ about > query @ elsewhere + 0.2


def test_rows_have_length_one_and_depend_on_their_chunk_alone() -> None:
    encoder = StaticEncoder()
    chunks = [ChunkText(f"a/b{i % 3}.py", "run" * (i % 2), BODY + str(i)) for i in range(9)]
    together = encode_chunks(encoder, chunks)
    assert np.allclose(np.linalg.norm(together, axis=1), 1)
    assert all((encode_chunks(encoder, [chunk])[0] == row).all() for chunk, row in zip(chunks, together, strict=True))
    assert not encode_chunks(encoder, [ChunkText("", "", "")]).any()
    assert encode_chunks(encoder, []).shape == (0, 256)


def test_encoders_that_read_text_get_one_text_a_chunk() -> None:
    encoder = Plain()
    encode_chunks(encoder, [ChunkText("a.py", "run", BODY), ChunkText("b.md", "", "words")])
    assert encoder.asked == [f"a.py\nrun\n{BODY}", "b.md\nwords"]


def test_every_field_is_part_of_the_digest() -> None:
    chunks = [ChunkText(*fields) for fields in (("a", "b", "c"), ("x", "b", "c"), ("a", "x", "c"), ("a", "b", "x"))]
    assert len({chunk.digest() for chunk in chunks}) == 4


def test_the_stem_of_a_path() -> None:
    assert [get_stem(path) for path in ("src/net.py", "Makefile", ".gitignore", "a.b/c.tar.gz")] == [
        "net", "Makefile", ".gitignore", "c.tar",
    ]  # fmt: skip
