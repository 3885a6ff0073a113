"""A question that finds the index behind brings it up to date first."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.indexing import tree_changes
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.refresh import refresh_index
from codegraph.query.index import Index
from codegraph.settings.config import Config


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1, vectors=False)


@pytest.fixture
def repo(tmp_path: Path, config: Config) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "core.py").write_text("def helper(x):\n    return x\n")
    (root / "app.py").write_text("from core import helper\n\n\ndef main():\n    return helper(1)\n")
    index_repository(root, config)
    return root


def test_the_work_tree_is_compared_as_a_whole_once(repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[Path] = []
    scan = tree_changes.scan
    monkeypatch.setattr(tree_changes, "scan", lambda root, *rest: (scans.append(root), scan(root, *rest))[1])
    (repo / "core.py").write_text("def helper(x):\n    return more(x)\n\n\ndef more(x):\n    return x\n")
    opened = refresh_index(Index.open(repo, config), config, None)
    with opened.index as index:
        assert opened.freshness.fresh
        assert index.find_symbol("more").path == "core.py"
    assert len(scans) == 1


@pytest.mark.parametrize("text", ["def helper(x):\n    return 3\n", None])
def test_a_file_that_changes_again_meanwhile_is_said_to_be_behind(
    text: str | None, repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh = IncrementalSession.refresh_incrementally

    def refresh_and_edit(session: IncrementalSession, *arguments: object, **options: object) -> object:
        done = refresh(session, *arguments, **options)  # pyright: ignore[reportArgumentType]
        (repo / "core.py").unlink() if text is None else (repo / "core.py").write_text(text)
        return done

    monkeypatch.setattr(IncrementalSession, "refresh_incrementally", refresh_and_edit)
    (repo / "core.py").write_text("def helper(x):\n    return 2\n")
    opened = refresh_index(Index.open(repo, config), config, None)
    with opened.index:
        behind = opened.freshness
    assert (behind.changed, behind.removed) == ((), ("core.py",)) if text is None else (("core.py",), ())
    assert behind.kept == "files change faster than they are indexed"
