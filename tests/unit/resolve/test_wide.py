"""Trees of more symbols than the standard library is declared with."""

from __future__ import annotations

from codegraph.resolve import resolve
from codegraph_parsers import extract
from codegraph_parsers.facts import SourceFile

SOURCE = """
use far::Address;

pub trait Bounded {
    const LIMIT: u32 = 9;
}

impl Bounded for Address {}

pub fn limit() -> u32 {
    Address::LIMIT
}
"""


def test_a_constant_that_a_trait_gives_to_a_type_of_another_crate_is_named_in_a_large_file():
    text = SOURCE + "".join(f"fn small{position}() {{}}\n" for position in range(4000))
    facts = extract.parse(SourceFile("src/lib.rs", text.encode(), "rust", "0"))
    graph = resolve([facts], {})
    named = {graph.symbol(edge.target)[1].qualname for edge in graph.edges if edge.target >= 0}
    assert "Bounded.LIMIT" in named
