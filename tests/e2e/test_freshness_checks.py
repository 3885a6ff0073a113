"""The checks of `scripts/bench_fresh.py`, a handful of each: the script makes them thousands."""

from __future__ import annotations

from pathlib import Path

import fresh_checks
import fresh_edits
import pytest
from support.watching import environment


@pytest.fixture(autouse=True)
def _from_sources(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])


def test_an_index_survives_writers_that_are_killed(tmp_path: Path):
    done = fresh_checks.kills(tmp_path, 4, seed=3)
    assert done.good == done.tried == 4


def test_readers_see_whole_generations_while_two_writers_publish(tmp_path: Path):
    done = fresh_checks.processes(tmp_path, 3.0)
    assert done.good == done.tried, done.words


def test_random_edits_of_every_language_leave_what_a_rebuild_gives(tmp_path: Path):
    done = fresh_edits.random_edits(tmp_path, (), 8, seed=5)
    assert done.good == done.tried == 8


@pytest.mark.parametrize("language", ["go", "typescript"])
def test_random_edits_of_a_graph_that_is_held_leave_what_resolving_it_anew_gives(tmp_path: Path, language: str):
    done = fresh_edits.graph_edits(tmp_path, (), language, 5, seed=7)
    assert done.good == done.tried == 5


def test_a_fault_is_found(tmp_path: Path):
    """The comparison itself: an index of other files is not called equal."""
    root = fresh_checks.small_repository(tmp_path / "repository")
    config = fresh_checks.Config(tmp_path / "home", vectors=False, workers=1)
    fresh_checks.index_repository(root, config)
    assert fresh_checks.difference(root, config, tmp_path / "rebuilt") == ""
    next(root.rglob("*.py")).unlink()
    assert fresh_checks.difference(root, config, tmp_path / "rebuilt")
