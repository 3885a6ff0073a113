"""Freshness travels with every answer that rests on the index."""

from __future__ import annotations

from support.asking import ask, fixed_context

from codegraph.operations.requests import CallersRequest, RefsRequest


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
