"""Descriptions of published indexes, which come from elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codegraph.errors import RefusedPublicationError
from codegraph.publication.manifest import (
    LARGEST_BLOCK,
    Block,
    Manifest,
    Pointer,
    PublishedFile,
    decode_manifest,
    decode_pointer,
)
from codegraph.store.compression import Codec

ID = "2026w40/" + "a" * 64
MANIFEST = Manifest("commit:abc", "c" * 40, "k", 3, (PublishedFile("graph.db", Codec.ZLIB, (Block(ID, 10),)),))


def change(**changes: Any) -> bytes:
    return json.dumps(json.loads(MANIFEST.encode()) | changes).encode()


def change_file(**changes: Any) -> bytes:
    return change(files=[{"name": "graph.db", "codec": "zlib", "blocks": [[ID, 10]]} | changes])


def test_a_manifest_is_read_as_written() -> None:
    assert decode_manifest(MANIFEST.encode()) == MANIFEST
    assert decode_pointer(Pointer(ID, "s").encode()) == Pointer(ID, "s")


@pytest.mark.parametrize(
    "name",
    [
        "../graph.db",
        "/etc/passwd",
        "vectors/../../x.npy",
        "graph.db\0",
        "CURRENT",
        "g1/graph.db",
        "",
        "vectors/a/b.npy",
    ],
)
def test_no_file_is_written_that_an_index_does_not_have(name: str) -> None:
    with pytest.raises(RefusedPublicationError, match="which no index has"):
        decode_manifest(change_file(name=name))


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{", b"[" * 100_000, b"\xff\xfe", change(format=2), change(files={}), change(generation="3"),
        change(generation=-1), change(generation=1 << 50), change(repository=None), change_file(codec="brotli"),
        change_file(blocks=[[ID, 0]]), change_file(blocks=[[ID, -1]]), change_file(blocks=[[ID, LARGEST_BLOCK + 1]]),
        change_file(blocks=[["../x", 1]]), change_file(blocks=[[ID]]), change_file(blocks=[[ID, True]]),
        change_file(blocks=[[ID, 1.5]]), change(files=[{"name": "graph.db", "codec": "zlib", "blocks": []}] * 2),
    ],
)  # fmt: skip
def test_what_no_manifest_says_is_refused(content: bytes) -> None:
    with pytest.raises(RefusedPublicationError) as raised:
        decode_manifest(content)
    assert raised.value.hint


def test_a_pointer_names_no_path() -> None:
    with pytest.raises(RefusedPublicationError):
        decode_pointer(json.dumps({"format": 1, "manifest": "../../etc/passwd", "signature": ""}).encode())
