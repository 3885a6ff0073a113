"""Tests of the text about facts on a command line."""

from __future__ import annotations

from codegraph.operations.facts.answers import FactRow, RecalledAnswer, RecalledFact
from codegraph.render.text.facts import format_recalled

SAID = "The nightly copies of the photo archive do not go to the attic any more, they go to the cellar of the library."


def test_an_answer_is_shown_to_its_end():
    row = FactRow("kf_1", "default", "memory", SAID, "2026-01-01", None, "2026-01-01", None, 1.0)
    lines = format_recalled(RecalledAnswer("q", "current_state", "current", (RecalledFact(row),)))
    assert lines[0].endswith("the cellar of the library.")
