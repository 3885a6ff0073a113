"""Estimates of the memory that a tree needs, and runs with less."""

from pathlib import Path

import pytest

from codegraph.errors import MemoryShortageError
from codegraph.indexing import memory_estimate
from codegraph.indexing.memory_estimate import Footprint, can_record, estimate_footprint, read_free_memory
from codegraph.scan.file_listing import Candidate
from codegraph.settings.config import Config

LARGE = Footprint(100_000, 500_000_000, 20_000_000_000, 12_000_000_000)


def test_only_source_that_is_resolved_counts(tmp_path: Path):
    found = [
        Candidate("app.py", "app.py", 1_000, 0),
        Candidate("page.ts", "page.ts", 500, 0),
        Candidate("logo.svg", "logo.svg", 9_000, 0),
        Candidate("huge.py", "huge.py", 1 << 40, 0),
    ]
    need = estimate_footprint(found, Config(tmp_path))
    assert (need.files, need.source) == (2, 1_500)
    assert need.recorded > need.unrecorded > 0


@pytest.mark.parametrize(("free", "records"), [(None, True), (20_000_000_000, True), (19_999_999_999, False)])
def test_records_are_kept_where_there_is_memory_for_them(free: int | None, records: bool):
    assert can_record(LARGE, free, beyond_memory=False) is records


def test_a_tree_without_room_is_refused_with_figures_and_what_to_do():
    with pytest.raises(MemoryShortageError) as raised:
        can_record(LARGE, 3_000_000_000, beyond_memory=False)
    assert "100,000 source files" in raised.value.message
    assert "12.0 GB" in raised.value.message and "3.0 GB" in raised.value.message
    assert "--force" in raised.value.hint and "exclude" in raised.value.hint


def test_it_can_be_tried_all_the_same():
    assert not can_record(LARGE, 1, beyond_memory=True)


def test_a_small_tree_is_never_refused():
    assert can_record(Footprint(10, 1_000_000, 200_000_000, 200_000_000), 1, beyond_memory=False)


def test_the_limit_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memory_estimate, "_CONTROL_GROUPS", tmp_path)
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("600\n")
    assert read_free_memory() != 400
    (tmp_path / "memory.max").write_text("1000\n")
    assert read_free_memory() == 400
