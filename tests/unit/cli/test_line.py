"""Comparison of plain command lines, read without click, with click."""

from __future__ import annotations

import click
import pytest

from codegraph.cli.line import QUESTIONS, SPECIAL, Line, read_line
from codegraph.cli.verb import make_verb
from codegraph.operations.capabilities import BY_NAME, CAPABILITIES, request_type
from codegraph.operations.parameter import request_fields

ASKED = [c for c in CAPABILITIES if c.group in QUESTIONS and c.name not in SPECIAL]


def by_click(*words: str) -> Line | None:
    """The same line as click reads it; None for what it refuses."""
    capability = BY_NAME[words[0]]
    try:
        given = make_verb(capability).make_context(words[0], list(words[1:])).params
    except (click.ClickException, click.exceptions.Exit):
        return None
    request = request_type(capability)
    values = {field.name: given.pop(field.name) for field in request_fields(request)}
    return Line(capability, request(**values), **given)


@pytest.mark.parametrize("capability", ASKED, ids=lambda c: c.name)
def test_every_option_of_a_question_is_read_as_click_reads_it(capability):
    fields = request_fields(request_type(capability))
    places = ["a.b" for f in fields if f.parameter.positional and f.required and not f.repeatable]
    for field in (f for f in fields if not f.parameter.positional):
        value = [] if field.base_type == "bool" else [next(iter(field.parameter.choices), "7")]
        line = [capability.name, *places, f"--{field.name.replace('_', '-')}", *value, "--json"]
        found = read_line(line)
        assert found is None or found == by_click(*line)
    assert read_line([capability.name, *places, "-q"]) in (None, by_click(capability.name, *places, "-q"))


@pytest.mark.parametrize(
    "line",
    [
        ("search", "where are sessions kept"),
        ("search", "a", "--kind", "class,method", "--kind=function", "-n", "3", "--lexical"),
        ("search", "--json", "--", "--lexical"),
        ("callers", "Store.save", "--depth", "2", "-C", "/srv/notes", "--no-refresh", "-q"),
        ("callers", "Store.save", "--resolution=exact, inferred"),
    ],
)
def test_plain_lines_need_no_click(line: tuple[str, ...]):
    found = read_line(line)
    assert found is not None and found == by_click(*line)


def test_the_repository_may_stand_before_the_verb_and_after_it():
    before = read_line(("-C", "/srv/notes", "callers", "x"))
    both = read_line(("-C", "/srv/notes", "callers", "x", "--repo", "/srv/other"))
    assert before is not None and both is not None
    assert (before.repo, both.repo) == ("/srv/notes", "/srv/other")


@pytest.mark.parametrize(
    "line",
    [
        (),
        ("--help",),
        ("callers",),
        ("callers", "--help"),
        ("callers", "x", "y"),
        ("callers", "x", "--dep", "2"),
        ("callers", "x", "--depth", "many"),
        ("callers", "x", "--depth", "-1"),
        ("callers", "x", "--depth"),
        ("callers", "x", "--resolution", "sure"),
        ("callers", "x", "-n3"),
        ("callers", "x", "--json=yes"),
        ("callers", "größe"),
        ("callers", ""),
        ("callers", "-"),
        ("calers", "x"),
        ("index", "."),
        ("memory", "list"),
        ("-C", "callers"),
    ],
)
def test_what_leaves_any_doubt_is_left_to_click(line: tuple[str, ...]):
    assert read_line(line) is None


def test_a_recall_needs_no_click():
    found = read_line(("memory", "recall", "when do carts expire", "--limit", "3", "--json", "-C", "/srv/notes"))
    assert found is not None and found.capability.name == "memory recall"
    assert (found.repo, found.as_json, found.no_refresh) == ("/srv/notes", True, False)
    assert read_line(("memory", "recall", "carts", "--no-refresh")) is None
    assert read_line(("memory", "list")) is None


def test_an_alias_is_read_as_what_it_stands_for():
    found = read_line(("memory", "recall", "carts", "--limit", "3"))
    assert read_line(("-C", "/srv/notes", "engram", "recall", "carts", "--limit", "3")) == found._replace(  # type: ignore[union-attr]
        repo="/srv/notes"
    )
    assert read_line(("fact", "about", "carts")) is None
