"""Entries of files in the search index."""

from __future__ import annotations

from codegraph.embed.search_record import decode, encode, read_chunks, reduce_to_names
from codegraph.graph_model import FileChunks
from codegraph.search.references import name_uses

LUA = "local function compute_rate(order)\n  return order * 2\nend\n\nreturn compute_rate\n"
USE = "local compute_rate = require('rate')\nprint(compute_rate(7))\n"


def make_entry(path: str, text: str) -> FileChunks:
    return read_chunks(path, text, None)[1]


def test_a_reduced_entry_has_the_same_links_by_name() -> None:
    whole = {path: make_entry(path, text) for path, text in (("rate.lua", LUA), ("use.lua", USE))}
    reduced = {path: decode(reduce_to_names(encode(entry))) for path, entry in whole.items()}
    uses = name_uses(whole.items)
    assert uses == {("use.lua", "rate.lua"): 1}
    assert name_uses(lambda: [(path, entry) for path, entry in reduced.items() if entry is not None]) == uses


def test_reducing_twice_changes_nothing() -> None:
    once = reduce_to_names(encode(make_entry("rate.lua", LUA)))
    assert reduce_to_names(once) == once
    assert len(once) < len(encode(make_entry("rate.lua", LUA)))


def test_what_cannot_be_read_stays_as_it_is() -> None:
    assert reduce_to_names(b"damaged") == b"damaged"


def test_equal_entries_have_equal_bytes() -> None:
    entry = make_entry("rate.lua", LUA)
    held = [chunk.name for chunk in entry.chunks]  # another reference to each text
    copied = FileChunks(
        tuple(chunk._replace(name="".join(list(chunk.name))) for chunk in entry.chunks),
        entry.words, entry.bounds, entry.indices, entry.counts,
    )  # fmt: skip
    assert encode(copied) == encode(entry)
    assert held
