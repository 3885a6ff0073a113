"""Notes with a head, one fact a file."""

from __future__ import annotations

import pytest

from codegraph.errors import InvalidError
from codegraph.memory.review.frontmatter import Note, read_note


def test_the_description_is_the_fact_and_the_type_its_kind():
    text = (
        "---\nname: package-manager\ndescription: I prefer pnpm over npm\ntype: tooling\nconfidence: 0.9\n---\nMore.\n"
    )
    assert read_note(text) == Note("I prefer pnpm over npm", "tooling", 0.9, 3)


def test_without_a_description_the_first_line_of_prose_is_the_fact():
    assert read_note("---\nkind: infra\n---\n\n# Database\n\n- Postgres listens on 5433\n") == Note(
        "Postgres listens on 5433", "infra", None, 7
    )
    assert read_note("---\nkind: infra\n---\n# Postgres listens on 5433\n").fact == "Postgres listens on 5433"


@pytest.mark.parametrize(
    ("value", "fact"),
    [
        ('"quoted: with a colon"', "quoted: with a colon"),
        ("'it''s so'", "it's so"),
        ("plain # and a comment", "plain"),
        (">\n  over two\n  lines", "over two lines"),
        ("|\n  over two\n  lines", "over two lines"),
    ],
)
def test_values_are_read_as_yaml_writes_them(value, fact):
    assert read_note(f"---\ndescription: {value}\ntype: project\n---\n").fact == fact


def test_a_nested_key_counts_and_windows_line_ends_and_a_mark_at_the_start_do_not():
    text = "\ufeff---\r\ndescription: I use fish\r\nmetadata:\r\n  type: tooling\r\n---\r\n"
    assert read_note(text)[:2] == ("I use fish", "tooling")


def test_sensitive_words_win_over_the_type_and_without_one_the_words_decide():
    assert read_note("---\ndescription: I'm allergic to shellfish\ntype: preference\n---\n").kind == "health"
    assert read_note("---\ndescription: Postgres listens on 5433\n---\n").kind == "infra"


def test_types_of_agents_notes_have_a_kind_and_unknown_ones_are_kept():
    assert read_note("---\ndescription: short answers\ntype: feedback\n---\n").kind == "preference"
    assert read_note("---\ndescription: short answers\ntype: hobby\n---\n").kind == "hobby"


@pytest.mark.parametrize("text", ["", "no head", "---\nname: x\n", "---\nname: x\n---\n\n", "---\n---\n"])
def test_a_file_without_a_fact_is_an_error(text):
    with pytest.raises(InvalidError):
        read_note(text)
