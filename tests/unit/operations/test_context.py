"""Freshness travels with every answer that rests on the index."""

from __future__ import annotations

from support.asking import ask, fixed_context

from codegraph.operations.context import Context
from codegraph.operations.requests import CallersRequest, RefsRequest
from codegraph.settings.config import Config


def test_a_fresh_index_gives_no_warning():
    answer = ask("callers", CallersRequest("Store.save"))
    assert answer.freshness is not None
    assert answer.warnings == ()


def test_a_stale_index_says_how_many_files_changed_and_what_to_do():
    answer = ask("refs", RefsRequest("Store"), fixed_context("notes/store.py", "notes/cli.py"))
    (warning,) = answer.warnings
    assert warning.startswith("generation 3, made ") and warning.endswith(
        " is 2 files behind: notes/store.py, notes/cli.py; run `codegraph index`"
    )


def test_what_a_tool_asked_for_is_written_by_a_tool_whichever_operation_does_it(tmp_path):
    tool = Context(tmp_path, Config(home=tmp_path / "home"), surface="mcp")
    person = Context(tmp_path, Config(home=tmp_path / "home"))
    assert (tool.open_memory().actor, person.open_memory().actor) == ("mcp", "cli")
