"""Trees of more symbols than the standard library is declared with."""

from __future__ import annotations

import pytest

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.scopes import Scopes
from codegraph.resolve.types.abstract_values import MAX_ATOMS
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile

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
    named = {graph.get_symbol(edge.target)[1].qualname for edge in graph.edges if edge.target >= 0}
    assert "Bounded.LIMIT" in named


def resolve_parts(count: int) -> Graph:
    """Resolve modules of as many builds, each of which hands on what all of them offer; the first one declares it."""
    names = [f"part{position}" for position in range(count)]
    texts = {f"src/{name}.rs": "pub use crate::Reader;\n" for name in names}
    texts["src/part0.rs"] = "pub trait Reader { fn read(&self); }\n"
    texts["src/part1.rs"] += "pub fn run(reader: &dyn Reader) { reader.read(); }\n"
    uses = "".join(f'#[cfg(feature = "{name}")]\npub use self::{name}::*;\n' for name in names)
    texts["src/lib.rs"] = uses + "".join(f"mod {name};\n" for name in names)
    files = [extract.parse(SourceFile(path, text.encode(), "rust", "0")) for path, text in texts.items()]
    return resolve(files, {"Cargo.toml": '[package]\nname = "parts"\n'})


def test_a_name_is_found_in_wildcards_of_more_builds_than_a_value_has_alternatives():
    graph = resolve_parts(MAX_ATOMS + 3)
    called = [graph.get_symbol(edge.target)[1].qualname for edge in graph.edges if edge.kind == EdgeKind.CALLS]
    assert called == ["Reader.read"]


def test_imports_that_lead_to_one_another_are_not_followed_in_every_order(
    monkeypatch: pytest.MonkeyPatch,
):
    followed: list[int] = []
    find = Scopes._compute_imported

    def count(scopes: Scopes, file: int, index: int) -> Binding:
        followed.append(file)
        return find(scopes, file, index)

    monkeypatch.setattr(Scopes, "_compute_imported", count)
    resolve_parts(8)
    assert len(followed) < 2000
