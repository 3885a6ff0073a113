"""Comparison of the answers of the five vocabularies with recorded ones.

A change that is meant is recorded with `scripts/record_vocabularies.py`, and its diff read.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from support.recordings import VOCABULARIES, Reply, compare, compare_replies, read_replies, read_steps, replay

from codegraph.operations.tools.tool_table import choose

CALLS = [(vocabulary, step.name) for vocabulary in VOCABULARIES for step in read_steps(vocabulary)]
FEWEST = 3
"""Calls of each tool."""


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory):
    """Replay a scenario when its first call is compared."""

    @cache
    def run(vocabulary: str) -> dict[str, Reply]:
        return {reply.name: reply for reply in replay(vocabulary, tmp_path_factory.mktemp(vocabulary))}

    return run


@pytest.fixture(scope="module")
def recorded():
    @cache
    def read(vocabulary: str) -> dict[str, Reply]:
        return {reply.name: reply for reply in read_replies(vocabulary)}

    return read


@pytest.mark.parametrize(("vocabulary", "call"), CALLS, ids=lambda value: value.replace(" ", "-"))
def test_a_call_is_answered_as_recorded(vocabulary: str, call: str, replayed, recorded):
    assert call in recorded(vocabulary), "record it with scripts/record_vocabularies.py"
    lines = compare_replies(recorded(vocabulary)[call], replayed(vocabulary)[call])
    assert not lines, "\n".join([f"{vocabulary} {call}", *lines])


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_every_tool_is_called_with_and_without_success(vocabulary: str, recorded):
    names = [reply.name.rpartition(".")[0] for reply in recorded(vocabulary).values()]
    for tool in choose((vocabulary,)):
        assert names.count(tool.name) >= FEWEST, tool.name
        of = [reply for reply in recorded(vocabulary).values() if reply.name.rpartition(".")[0] == tool.name]
        assert {reply.is_error for reply in of} == {True, False}, tool.name


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_replies_do_not_depend_on_noise_or_the_place(vocabulary: str, replayed, tmp_path: Path):
    folder = tmp_path / "elsewhere" / "with-a-longer-name"
    folder.mkdir(parents=True)
    again = replay(vocabulary, folder, seed=1)
    lines = [f"{r.name} {line}" for r in again for line in compare(replayed(vocabulary)[r.name].value, r.value)]
    assert not lines, "\n".join(lines)
