"""Versions of the program that share a home folder: each keeps its own index, and none rebuilds for another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codegraph.cli.app import main
from codegraph.indexing.maintenance import collect_garbage
from codegraph.settings.config import load
from codegraph.store import code_fingerprint
from codegraph.store.layout import get_index_folder


@contextmanager
def version(name: str) -> Iterator[None]:
    """Run the block as another version of the program would, which parses and resolves in another way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code_fingerprint, "_get_source_stamp", lambda: f"stamp-{name}")
        patch.setattr(code_fingerprint, "compute_chunk_fingerprint", lambda: f"parser-{name} chunks-{name}")
        patch.setattr(code_fingerprint, "compute_resolver_fingerprint", lambda: f"resolver-{name}")
        yield


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "600")
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "notes.py").write_text("def save(text):\n    return text\n\n\ndef main():\n    save('a')\n")
    return tmp_path / "repo"


def generations(repo: Path) -> set[str]:
    return {path.name for path in get_index_folder(load(repo).home, repo).path.glob("g*")}


def ask(repo: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["-C", str(repo), "callers", "save"]) == 0
    said = capsys.readouterr()
    assert "main" in said.out
    return said.err


def test_two_versions_that_take_turns_make_one_index_each(repo: Path, capsys: pytest.CaptureFixture[str]):
    with version("a"):
        assert main(["index", str(repo), "--no-vectors", "-q"]) == 0
    for _ in range(3):
        for name in ("b", "a"):
            with version(name):
                assert ask(repo, capsys) == ""
    assert generations(repo) == {"g1", "g2"}
    (repo / "later.py").write_text("from notes import save\n\nsave('b')\n")
    for name in ("a", "b", "a", "b"):
        with version(name):
            assert ask(repo, capsys) == ""
    assert generations(repo) - {"g2"} == {"g3", "g4"}, "one that was read when the next was made goes later"


def test_a_version_without_an_index_answers_from_that_of_another(
    repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    with version("a"):
        assert main(["index", str(repo), "--no-vectors", "-q"]) == 0
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "0")
    with version("b"):
        assert "out of date" in ask(repo, capsys)
    assert generations(repo) == {"g1"}


def test_the_indexes_of_the_last_two_versions_stay(repo: Path, capsys: pytest.CaptureFixture[str]):
    for name in ("a", "b", "c"):
        with version(name):
            assert main(["index", str(repo), "--no-vectors", "-q"]) == 0
    assert generations(repo) == {"g2", "g3"}
    with version("c"):
        assert collect_garbage(load(repo)).indexes == ()
    assert generations(repo) == {"g2", "g3"}
    with version("b"):
        assert ask(repo, capsys) == ""
    assert generations(repo) == {"g2", "g3"}
    with version("c"):
        assert main(["remove", str(repo), "--yes", "-q"]) == 0
        assert main(["-C", str(repo), "callers", "save"]) == 3


def test_fingerprints_of_versions_that_take_turns_are_kept(tmp_path: Path):
    for name in ("a", "b"):
        with version(name):
            code_fingerprint.load_code_fingerprint(tmp_path)
    for name in ("a", "b"):
        with version(name), pytest.MonkeyPatch.context() as patch:
            patch.setattr(code_fingerprint, "compute_chunk_fingerprint", lambda: pytest.fail("hashed again"))
            assert f"resolver-{name}" in code_fingerprint.load_code_fingerprint(tmp_path)
