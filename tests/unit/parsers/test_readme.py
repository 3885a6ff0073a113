"""The example of parsers/README.md works as it is written, and the page describes every key."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

from support import corpus

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileStatus, SourceFile
from codegraph_parsers.structural_table import KINDS, ROLES, StructuralTable, parse_table
from codegraph_parsers.syntax import SyntaxTree

PAGE = (Path(__file__).resolve().parents[3] / "parsers" / "README.md").read_text("utf-8")


def read_block(language: str) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_example_finds_what_its_sample_says() -> None:
    table, sample = parse_table("gleam", read_block("toml")), read_block("gleam").encode()
    source = SourceFile("src/cart.gleam", sample, "gleam", "", table)
    facts = parse(source)
    assert (facts.status, facts.problems) == (FileStatus.INDEXED, [])
    found = {(symbol.line, str(symbol.kind), symbol.qualname) for symbol in facts.symbols[1:]}
    claims = corpus.claims(sample)
    assert found == {(each.line, each.name, each.rest) for each in claims if each.kind == "def"}
    assert {symbol.name: symbol.doc for symbol in facts.symbols if symbol.doc} == {
        "Cart": "A cart of things.",
        "add": "Adds an item.",
    }
    assert [each.module for each in facts.imports] == ["gleam/list"]
    assert facts.sites == []
    assert SyntaxTree(source).hash_file().tokens > 50


def list_keys(table: type, prefix: str = "") -> list[str]:
    found: list[str] = []
    for each in fields(table):
        key = prefix + re.sub(r"^(?:is|has)_", "", each.name)
        found += list_keys(type(each.default), f"{key}.") if is_dataclass(each.default) else [key]
    return found


def test_every_key_of_a_table_is_described() -> None:
    assert [key for key in list_keys(StructuralTable) if key != "key" and f"`{key}`" not in PAGE] == []


def test_every_capture_is_described() -> None:
    assert [name for name in sorted(ROLES | KINDS) if f"`@{name}`" not in PAGE] == []
