"""Facts as bytes: whole, a section at a time, and damaged."""

from __future__ import annotations

import pickle
import tracemalloc
from dataclasses import fields

import pytest

from codegraph_parsers import extract, facts_codec
from codegraph_parsers.facts_codec import Section
from codegraph_parsers.file_facts import FileFacts, SourceFile

TEXT = b"""import os
from shapes import *


class Square(Shape):
    side: int = 1

    def area(self, *, scale: float = 1.0) -> float:
        self.cached = self.side * self.side * scale
        return self.cached


def make(kind):
    yield Square()
"""


@pytest.fixture
def facts() -> FileFacts:
    return extract.parse(SourceFile("shapes.py", TEXT, "python", "1"))


def test_facts_come_back_as_they_were(facts: FileFacts) -> None:
    assert facts_codec.decode(facts_codec.encode(facts)) == facts


def test_every_field_belongs_to_a_section(facts: FileFacts) -> None:
    lazily = facts_codec.decode_lazily(facts_codec.encode(facts))
    assert {each.name: getattr(lazily, each.name) for each in fields(FileFacts)} == {
        each.name: getattr(facts, each.name) for each in fields(FileFacts)
    }
    assert not hasattr(lazily, "nothing_of_that_name")


def test_symbols_are_decoded_without_what_else_a_file_says(facts: FileFacts) -> None:
    data = facts_codec.encode(facts)
    part = facts_codec.select(data, [Section.SYMBOLS])
    assert len(part) < len(data)
    found = facts_codec.decode_lazily(part)
    assert (found.path, found.language, found.status, found.symbols) == (
        facts.path, facts.language, facts.status, facts.symbols,
    )  # fmt: skip
    with pytest.raises(AttributeError, match="exprs is not in these facts"):
        _ = found.exprs


def test_sites_of_large_numbers_come_back(facts: FileFacts) -> None:
    facts.sites = [("call", 1, 70_000, 2), ("type", 0, 3, 1 << 20), ("call", 1, 70_000, 2)]
    assert facts_codec.decode(facts_codec.encode(facts)).sites == facts.sites
    facts.sites = []
    assert facts_codec.decode(facts_codec.encode(facts)).sites == []


def test_sites_are_read_by_position_and_in_slices(facts: FileFacts) -> None:
    made = list(facts.sites)
    sites = facts_codec.decode(facts_codec.encode(facts)).sites
    assert (sites[0], sites[-1], sites[1:3], len(sites)) == (made[0], made[-1], made[1:3], len(made))
    assert sites == made and sites != made[:-1] and sites != tuple(made)
    assert pickle.loads(pickle.dumps(sites)) == sites
    with pytest.raises(IndexError):
        _ = sites[len(made)]


def test_sites_take_a_fraction_of_the_memory_of_tuples(facts: FileFacts) -> None:
    facts.sites = [("call", number % 9, number, number // 3) for number in range(20_000)]
    data = facts_codec.encode(facts)
    tracemalloc.start()
    try:
        found = facts_codec.decode(data)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 12 * len(found.sites)


def test_files_share_the_words_that_they_have_in_common(facts: FileFacts) -> None:
    first, second = (facts_codec.decode(facts_codec.encode(facts)) for _ in range(2))
    words = {name: name for name in (*first.names[0], *(symbol.name for symbol in first.symbols[1:]))}
    others = [*second.names[0], *(symbol.name for symbol in second.symbols[1:])]
    assert {"make", "area"} <= words.keys()
    assert all(words[name] is name for name in others)


def test_facts_that_are_half_decoded_cross_processes(facts: FileFacts) -> None:
    lazily = facts_codec.decode_lazily(facts_codec.encode(facts))
    assert lazily.symbols == facts.symbols
    again = pickle.loads(pickle.dumps(lazily))
    assert (again.symbols, again.exprs) == (facts.symbols, facts.exprs)


@pytest.mark.parametrize("decode", [facts_codec.decode, facts_codec.decode_lazily])
def test_what_is_cut_short_is_refused(decode, facts: FileFacts) -> None:
    data = facts_codec.encode(facts)
    for damaged in (b"", data[:20], data[:-1], data + b"x", b"XXXX" + data[4:]):
        with pytest.raises(ValueError, match="encoded facts"):
            decode(damaged)
