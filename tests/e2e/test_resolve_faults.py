"""A file that cannot be resolved whole: what the index says of it, and when that ends."""

import json
from pathlib import Path

import pytest
from support.equal import assert_as_rebuilt

from codegraph.cli.edge import main
from codegraph.graph_model import EdgeKind
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.resolve.edges.emitter import Emitter
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileStatus


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1, vectors=False)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "core.py").write_text("def helper(x):\n    return x\n")
    (root / "odd.py").write_text("from core import helper\n\n\ndef odd():\n    return helper(1)\n")
    (root / "app.py").write_text("from core import helper\n\n\ndef main():\n    return helper(2)\n")
    return root


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Calls in `odd.py` cannot be resolved."""
    whole = Emitter.emit_call_site

    def emit_call_site(self: Emitter, file: int, source: int, expr: int, kind: str, owner: int) -> object:
        if self.program.files[file].path == "odd.py":
            raise RecursionError("maximum recursion depth exceeded")
        return whole(self, file, source, expr, kind, owner)

    monkeypatch.setattr(Emitter, "emit_call_site", emit_call_site)
    return monkeypatch


REASON = "partly resolved: RecursionError in emit_call_site"


def callers(index: Index) -> list[str]:
    return sorted(edge.source.name for edge in index.list_incoming(index.find_symbol("helper"), [EdgeKind.CALLS]).items)


def test_the_file_is_listed_and_the_others_are_whole(repo: Path, config: Config, broken: pytest.MonkeyPatch):
    summary = index_repository(repo, config)
    assert [warning.partition(";")[0] for warning in summary.warnings] == [
        "1 file was resolved in part: odd.py: RecursionError in emit_call_site"
    ]
    with Index.open(repo, config) as index:
        assert callers(index) == ["main"]
        row = index.find_file("odd.py")
        assert (row.status, row.reason) == (FileStatus.PARTIAL, REASON)
        assert [(p.kind, p.message, p.start_line) for p in index.list_problems("odd.py")] == [
            ("resolve", "RecursionError in emit_call_site", 5)
        ]


def test_what_was_mended_is_whole_after_the_next_change(repo: Path, config: Config, broken: pytest.MonkeyPatch):
    index_repository(repo, config)
    broken.undo()
    (repo / "core.py").write_text("def helper(x, y=0):\n    return x\n")
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        assert callers(index) == ["main", "odd"]
        assert (index.find_file("odd.py").status, index.find_file("odd.py").reason) == (FileStatus.INDEXED, "")
        assert not index.list_problems("odd.py")


def test_syntax_errors_of_such_a_file_stay_listed(repo: Path, config: Config, broken: pytest.MonkeyPatch):
    (repo / "odd.py").write_text((repo / "odd.py").read_text() + "\n\ndef (:\n")
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        assert index.find_file("odd.py").reason == f"syntax errors; {REASON}"
    broken.undo()
    (repo / "core.py").write_text("def helper(x, y=0):\n    return x\n")
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        assert (index.find_file("odd.py").status, index.find_file("odd.py").reason) == (
            FileStatus.PARTIAL,
            "syntax errors",
        )
        assert [row.examples for row in index.compute_stats().skipped] == [("odd.py:8",)]


@pytest.mark.parametrize("edited", ["core.py", "odd.py", "app.py"])
def test_a_watched_index_is_that_of_a_rebuild(
    repo: Path, config: Config, tmp_path: Path, broken: pytest.MonkeyPatch, edited: str
):
    session = IncrementalSession(repo, config)
    session.refresh()
    for number in range(3):
        (repo / edited).write_text((repo / edited).read_text() + f"\n\ndef more{number}():\n    return odd()\n")
        assert session.refresh([edited]).redone
        assert_as_rebuilt(repo, config, tmp_path / f"other{number}")


def test_a_fault_that_begins_while_the_graph_is_held_is_contained(
    repo: Path, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "app.py").write_text((repo / "app.py").read_text() + "\n\nmain()\n")
    session.refresh(["app.py"])  # holds the graph from now on
    whole = Emitter.emit_call_site

    def emit_call_site(self: Emitter, file: int, *rest: int) -> object:
        if self.program.files[file].path == "app.py":
            raise ValueError("odd")
        return whole(self, file, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Emitter, "emit_call_site", emit_call_site)
    (repo / "app.py").write_text((repo / "app.py").read_text() + "main()\n")
    session.refresh(["app.py"])
    assert_as_rebuilt(repo, config, tmp_path / "other")
    with Index.open(repo, config) as index:
        assert index.find_file("app.py").reason == "partly resolved: ValueError: odd in emit_call_site"


def test_index_and_status_show_it(
    repo: Path, tmp_path: Path, broken: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    assert main(["index", "-C", str(repo), "--no-vectors", str(repo)]) == 0
    shown = capsys.readouterr()
    assert REASON in shown.out
    assert "resolved in part: odd.py" in shown.err
    for verb in (["status", "--files"], ["status"], ["doctor"]):
        main([*verb, "-C", str(repo)])
        assert REASON in capsys.readouterr().out, verb
        main([*verb, "-C", str(repo), "--json"])
        assert REASON in json.dumps(json.loads(capsys.readouterr().out)), verb


def test_debugging_shows_where_it_happened(
    repo: Path,
    config: Config,
    broken: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("CODEGRAPH_DEBUG", "1")
    assert "Traceback (most recent call last)" in "\n".join(index_repository(repo, config).warnings)
