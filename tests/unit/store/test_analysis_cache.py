from pathlib import Path

import numpy as np
import pytest

from codegraph.store import analysis_cache


def test_results_are_kept_and_damaged_ones_are_not_there(tmp_path: Path) -> None:
    analysis_cache.save(tmp_path, "rank", {"a": np.arange(3)})
    kept = analysis_cache.load(tmp_path, "rank")
    assert kept is not None and kept["a"].tolist() == [0, 1, 2]
    next(tmp_path.iterdir()).write_bytes(b"damaged")
    assert analysis_cache.load(tmp_path, "rank") is None


def test_a_disk_that_cannot_be_written_only_costs_the_next_question_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*arguments: object, **options: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(np, "savez", read_only)
    monkeypatch.setattr(Path, "unlink", read_only)
    analysis_cache.save(tmp_path, "rank", {"a": np.arange(3)})
    assert analysis_cache.load(tmp_path, "rank") is None
