import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import symbol

from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.ids import (
    SymbolId,
    format_id,
    from_printable_path,
    map_suffixes,
    parse_id,
    split_suffix,
    to_printable_path,
)


@given(st.binary(min_size=1, max_size=30).filter(lambda b: b"\0" not in b))
def test_any_file_name_is_printable_and_comes_back(raw: bytes) -> None:
    path = os.fsdecode(raw)
    shown = to_printable_path(path)
    assert shown.isprintable() and "::" not in shown
    assert os.fsencode(from_printable_path(shown)) == raw


@given(st.text(alphabet="%25A\n:é", max_size=8), st.text(alphabet="%25A\n:é", max_size=8))
def test_different_names_stay_different(one: str, other: str) -> None:
    assert (to_printable_path(one) == to_printable_path(other)) == (one == other)


@pytest.mark.parametrize(
    "parts",
    [
        SymbolId("python", "src/a.py", "C.f"),
        SymbolId("java", "A.java", "A.f", "(int,List<String>)"),
        SymbolId("python", "a.py", "f", "~2"),
        SymbolId("cpp", "a.cc", "V.operator()", "(int)~2"),
        SymbolId("cpp", "a.cc", "V.operator()"),
        SymbolId("go", "a.go", ""),
    ],
)
def test_ids_parse_back(parts: SymbolId) -> None:
    assert parse_id(format_id(*parts)) == parts


@pytest.mark.parametrize("text", ["", "name", "a.b.c", "::f", ":x", "std::vec"])
def test_other_text_is_no_id(text: str) -> None:
    assert parse_id(text) is None


def test_suffix_of_function_types() -> None:
    assert split_suffix("f(void(*)(int))") == ("f", "(void(*)(int))")


def ids(*given_symbols) -> list[str]:
    told_apart = map_suffixes(given_symbols)
    return [s.qualname + told_apart.get(i, "") for i, s in enumerate(given_symbols)]


def test_a_name_defined_once_needs_nothing() -> None:
    assert ids(symbol("f", types=["int"]), symbol("g")) == ["f", "g"]


def test_overloads_differ_by_parameter_types() -> None:
    assert ids(symbol("f", types=["int"]), symbol("f", types=["int", "Map<K, V>"])) == ["f(int)", "f(int,Map<K,V>)"]


def test_redefinitions_are_numbered_in_source_order() -> None:
    assert ids(symbol("f"), symbol("f"), symbol("f")) == ["f", "f~2", "f~3"]


def test_what_has_no_name_takes_no_id_away() -> None:
    unnamed = symbol("config")._replace(flags=Flag.ANONYMOUS)
    told = map_suffixes([unnamed, symbol("config"), unnamed])
    assert 1 not in told and told[0] != told[2]


def test_equal_overloads_are_numbered_too() -> None:
    assert ids(symbol("f", types=["int"]), symbol("f", types=["str"]), symbol("f", types=["int"])) == [
        "f(int)",
        "f(str)",
        "f(int)~2",
    ]


def test_ids_in_a_file_are_unique_whatever_it_defines() -> None:
    made = [symbol("x", kind=kind, types=t) for kind in SymbolKind for t in ([], ["int"], ["int"])]
    assert len(set(ids(*made))) == len(made)
