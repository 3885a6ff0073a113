"""Editing JSON in place: one member changes, every other byte stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.setup.jsonc import JsoncError, drop, put, read

COMMENTED = """// my settings
{
    "theme": "dark", // I like it
    /* servers */
    "servers": {
        "mine": {"command": "x"}, // trailing comma follows
    },
    "last": [1, 2,],
}
"""

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(st.text(max_size=5).filter(lambda key: key != "tools"), values, max_size=4)
layouts = st.sampled_from([None, 0, 1, 2, 4, "\t"])


@given(documents, layouts, st.sampled_from(["\n", "\r\n"]))
def test_what_was_put_is_there_and_dropping_it_restores_the_text(document: dict, indent, newline: str):
    text = json.dumps(document, indent=indent).replace("\n", newline)
    made = put(text, ("tools", "mine"), {"command": "x", "args": ["a"]}, comments=False)
    assert json.loads(made) == document | {"tools": {"mine": {"command": "x", "args": ["a"]}}}
    assert drop(made, ("tools", "mine"), comments=False) == text


@given(documents, layouts)
def test_reading_agrees_with_the_standard_library(document: dict, indent):
    assert read(json.dumps(document, indent=indent), comments=False).data == document


@given(st.text(alphabet='{}[]",:/*tn1 \n', max_size=30))
def test_any_text_is_read_or_refused_like_the_standard_library(text: str):
    try:
        found = read(text, comments=False).data
    except JsoncError:
        with pytest.raises((ValueError, AssertionError)):
            assert isinstance(json.loads(text), dict)
    else:
        assert found == json.loads(text)


def test_comments_and_trailing_commas_survive():
    made = put(COMMENTED, ("servers", "new"), {"command": "y"}, comments=True)
    assert made == COMMENTED.replace(
        "// trailing comma follows\n",
        '// trailing comma follows\n        "new": {\n            "command": "y"\n        },\n',
    )
    assert drop(made, ("servers", "new"), comments=True) == COMMENTED


def test_a_new_member_comes_after_a_comment_on_the_last_line():
    text = '{\n  "a": 1 // one\n}\n'
    assert put(text, ("b",), 2, comments=True) == '{\n  "a": 1, // one\n  "b": 2\n}\n'


def test_dropping_the_middle_of_three_keeps_its_neighbours_lines():
    text = '{\n  "a": 1,\n  "b": {"c": 2},\n  // about d\n  "d": 3\n}\n'
    assert drop(text, ("b",), comments=True) == '{\n  "a": 1,\n  // about d\n  "d": 3\n}\n'


def test_an_object_that_holds_only_a_comment_stays():
    text = '{\n  "servers": {\n    // none yet\n    "x": 1\n  }\n}\n'
    assert drop(text, ("servers", "x"), comments=True) == '{\n  "servers": {\n    // none yet\n  }\n}\n'


def test_the_same_value_changes_nothing():
    assert put(COMMENTED, ("servers", "mine"), {"command": "x"}, comments=True) == COMMENTED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1,}', "line 1, column 8: a comma after the last item"),
        ('{\n  // note\n  "a": 1}', "line 2, column 3: a comment"),
        ('{"a": 1', "line 1, column 8: the file ends too early"),
        ('{"a" 1}', "a colon is missing"),
        ('{"a": 1 "b": 2}', "a comma is missing"),
        ('{"a": tru}', "where a value should be"),
        ('{"a": 01}', "'0' where a value should be"),
        ('{"a": "x}', "a string that is not closed"),
        ("[1]", "should hold an object"),
        ("{} {}", "something follows"),
        ("", "the file ends too early"),
        ('{"a":' * 200, "nested too deeply"),
    ],
)
def test_what_is_malformed_is_refused_with_its_place(text: str, reason: str):
    with pytest.raises(JsoncError, match=reason):
        put(text, ("x",), 1, comments=False)


def test_a_key_that_is_there_twice_is_refused():
    with pytest.raises(JsoncError, match="twice"):
        put('{"a": {}, "a": {}}', ("a", "x"), 1, comments=False)


def test_a_list_where_servers_should_be_is_refused():
    with pytest.raises(JsoncError, match="`servers` should be an object"):
        put('{"servers": []}', ("servers", "x"), 1, comments=False)
