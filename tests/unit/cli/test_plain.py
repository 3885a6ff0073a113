"""The ordinary verb of the command line."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from codegraph.cli import plain
from codegraph.operations.capabilities import BY_NAME


def test_an_answer_is_made_without_looking_for_cycles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def show(*_words: object, **_options: object) -> int:
        seen.append(gc.isenabled())
        return 0

    monkeypatch.setattr(plain, "show", show)
    assert plain.run(BY_NAME["callers"], None, repo=str(tmp_path), as_json=False, quiet=True) == 0
    assert (seen, gc.isenabled()) == ([False], True)
