"""Krefs in both written forms; a refusal names the parameter and shows an example."""

from __future__ import annotations

import pytest

from codegraph.errors import InvalidError
from codegraph.store.memory.kref import EXAMPLE, Kref, build_slug, normalize_edge_type, normalize_space, parse_kref


@pytest.mark.parametrize(
    ("text", "kref"),
    [
        ("kref://space/item?r=4", Kref("space", "item", "", 4)),
        ("kref://Revka/AgentPool/transport?r=4", Kref("Revka/AgentPool", "transport", "", 4)),
        ("kref://CognitiveMemory/agent.instruction", Kref("CognitiveMemory", "agent", "instruction")),
        ("kref://P/Some Space/a-b.bundle?r=1&a=memory.md", Kref("P/Some Space", "a-b", "bundle", 1, "memory.md")),
        ("kref://P/로그인-확인.conversation?r=2", Kref("P", "로그인-확인", "conversation", 2)),
    ],
)
def test_a_kref_is_read_and_written_back(text: str, kref: Kref):
    assert parse_kref(text) == kref
    assert str(kref) == text


@pytest.mark.parametrize(
    "text",
    [
        "kref://Revka/../secrets/item",
        "kref://Revka/a..b",
        "kref://Revka/it\nem",
        "kref://Revka/it\x00em",
        "kref://Revka/it\u202eem",
        "kref://Revka/%2e%2e/item",
        "kref://Revka\\item",
        "kref:///item",
        "kref://item",
        "kref://Revka//item",
        "kref://Revka/item?r=0",
        "kref://Revka/item?r=-1",
        "kref://Revka/item?r=٣",
        "kref://Revka/item?x=1",
        "kref://Revka/item?a=../x",
        "kref://Revka/" + "x" * 600,
        "http://Revka/item",
        "Revka/item",
        "",
    ],
)
def test_what_cannot_be_a_kref_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidError) as refused:
        parse_kref(text, "source_krefs")
    assert "`source_krefs`" in refused.value.message
    assert EXAMPLE in refused.value.hint
    assert "\n" not in refused.value.message and "\x00" not in refused.value.message


@pytest.mark.parametrize(
    "path", ["", "/", "a//b", "../x", "a/../b", "a\tb", "a?b", "/".join("abcdefghijklm"), "x" * 600]
)
def test_what_cannot_be_a_space_is_refused(path: str):
    with pytest.raises(InvalidError, match="space_path"):
        normalize_space(path)


def test_a_space_loses_the_slashes_at_its_ends():
    assert normalize_space("/CognitiveMemory/Skills/") == "CognitiveMemory/Skills"


def test_a_name_is_made_from_whole_words_of_any_script():
    assert build_slug("Chose gRPC over REST, on Jun 18!") == "chose-grpc-over-rest-on-jun-18"
    assert build_slug("로그인 확인 후") == "로그인-확인-후"
    assert build_slug("a" * 60) == "a" * 48
    assert build_slug("one two three", 8) == "one-two"
    assert build_slug("…") == ""


def test_an_edge_type_is_upper_case_and_short():
    assert normalize_edge_type("derived_from") == "DERIVED_FROM"
    for wrong in ("", "1X", "A-B", "X" * 51):
        with pytest.raises(InvalidError, match="edge_type"):
            normalize_edge_type(wrong)
