"""Facts as bytes: whole, a section at a time, and damaged."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest

from codegraph_parsers import codec, extract
from codegraph_parsers.codec import Section
from codegraph_parsers.facts import FileFacts, SourceFile

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
    assert codec.decode(codec.encode(facts)) == facts


def test_every_field_belongs_to_a_section(facts: FileFacts) -> None:
    lazily = codec.decode_lazily(codec.encode(facts))
    assert {each.name: getattr(lazily, each.name) for each in fields(FileFacts)} == {
        each.name: getattr(facts, each.name) for each in fields(FileFacts)
    }
    assert not hasattr(lazily, "nothing_of_that_name")


def test_symbols_are_decoded_without_what_else_a_file_says(facts: FileFacts) -> None:
    data = codec.encode(facts)
    part = codec.select(data, [Section.SYMBOLS])
    assert len(part) < len(data)
    found = codec.decode_lazily(part)
    assert (found.path, found.language, found.status, found.symbols) == (
        facts.path, facts.language, facts.status, facts.symbols,
    )  # fmt: skip
    with pytest.raises(AttributeError, match="exprs is not in these facts"):
        _ = found.exprs


def test_sites_of_large_numbers_come_back(facts: FileFacts) -> None:
    facts.sites = [("call", 1, 70_000, 2), ("type", 0, 3, 1 << 20), ("call", 1, 70_000, 2)]
    assert codec.decode(codec.encode(facts)).sites == facts.sites
    facts.sites = []
    assert codec.decode(codec.encode(facts)).sites == []


def test_facts_that_are_half_decoded_cross_processes(facts: FileFacts) -> None:
    lazily = codec.decode_lazily(codec.encode(facts))
    assert lazily.symbols == facts.symbols
    again = pickle.loads(pickle.dumps(lazily))
    assert (again.symbols, again.exprs) == (facts.symbols, facts.exprs)


@pytest.mark.parametrize("decode", [codec.decode, codec.decode_lazily])
def test_what_is_cut_short_is_refused(decode, facts: FileFacts) -> None:
    data = codec.encode(facts)
    for damaged in (b"", data[:20], data[:-1], data + b"x", b"XXXX" + data[4:]):
        with pytest.raises(ValueError, match="encoded facts"):
            decode(damaged)
