"""Tests of hints for clients that have only tools."""

from __future__ import annotations

import pytest

from codegraph.operations.tools.tool_table import choose
from codegraph.server.commands import translate_commands

DEFAULT = choose()
BOTH = choose(("default", "codemem"))
EVERY = choose(("all",))


@pytest.mark.parametrize(
    ("text", "offered", "said"),
    [
        ("run `codegraph index`", DEFAULT, "run `codegraph index` in a shell"),
        ("run `codegraph index`", BOTH, "run `index_codebase`"),
        ("run `codegraph index --full`", BOTH, "run `codegraph index --full` in a shell"),
        ("run `codegraph index 'a b'`; or grep", BOTH, "run `index_codebase` with 'a b'; or grep"),
        ("run `codegraph index x` in a shell once", DEFAULT, "run `codegraph index x` in a shell once"),
        ("`codegraph search` looks for words", DEFAULT, "`code_search` looks for words"),
        ("`codegraph memory undo T` or `codegraph symbol`", DEFAULT,
         "`codegraph memory undo T` in a shell or `code_symbol`"),
        ("`codegraph memory fact about` lists them", EVERY, "`facts_about` lists them"),
        ("nothing of ours: `git fetch --depth=1`", DEFAULT, "nothing of ours: `git fetch --depth=1`"),
    ],
)  # fmt: skip
def test_a_command_becomes_the_tool_or_says_that_it_takes_a_shell(text: str, offered: tuple, said: str):
    assert translate_commands(text, offered) == said
    assert translate_commands(said, offered) == said


def test_an_option_is_named_as_the_argument_that_the_tool_has():
    text = "--diff says both sides; `--head` needs --base, not `git fetch --depth=1` nor --confirm"
    said = "`diff` says both sides; `head` needs `base`, not `git fetch --depth=1` nor --confirm"
    assert translate_commands(text, DEFAULT, ("diff", "head", "base", "depth")) == said
