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
    done = fresh_checks.kill_writers(tmp_path, 4, seed=3)
    assert done.good == done.tried == 4


def test_readers_see_whole_generations_while_two_writers_publish(tmp_path: Path):
    done = fresh_checks.run_processes(tmp_path, 3.0)
    assert done.good == done.tried, done.words


@pytest.mark.parametrize("block", ["mixed:5:8", "go:7:5", "typescript:7:5", "python:3:2:separate"])
def test_random_edits_leave_what_a_rebuild_gives(tmp_path: Path, block: str):
    done = fresh_edits.run_block(tmp_path, (), fresh_edits.Block.parse(block))
    assert done.good == done.tried > 0, done.faults


def test_random_edits_go_on_where_they_were_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    state, ran = tmp_path / "state", []

    def run(scratch: Path, sources: object, block: fresh_edits.Block, longest: int) -> fresh_edits.BlockOutcome:
        ran.append(block.name)
        return fresh_edits.BlockOutcome(block.name, 1, block.edits, block.edits - 1, block.edits, ["a fault"])

    monkeypatch.setattr(fresh_edits, "run_block", run)
    blocks = fresh_edits.list_blocks(120, 60, ("go", "c"), seed=3)
    fresh_edits.run_blocks(blocks[:2], (), state)
    done = fresh_edits.summarise(fresh_edits.run_blocks(blocks, (), state))

    assert ran == ["go:3:50", "c:4:50", "go:5:20", "go:3:50:separate", "c:4:10:separate"]
    assert (done.tried, done.good) == (180, 175)


def test_a_fault_is_found(tmp_path: Path):
    """The comparison itself: an index of other files is not called equal."""
    root = fresh_checks.copy_samples(tmp_path / "repository")
    config = fresh_checks.Config(tmp_path / "home", vectors=False, workers=1)
    fresh_checks.index_repository(root, config)
    assert fresh_checks.find_difference(root, config, tmp_path / "rebuilt") == ""
    next(root.rglob("*.py")).unlink()
    assert fresh_checks.find_difference(root, config, tmp_path / "rebuilt")
