"""`codegraph doctor --verify` compares the index with a rebuild, and the suite does so after some refreshes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from codegraph.cli.app import main
from codegraph.errors import ExitCode
from codegraph.graph_model import GraphDelta
from codegraph.indexing import incremental, verification
from codegraph.indexing.incremental import VERIFY_REFRESHES, IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder

HELPER = "from core import helper\n\n\ndef main():\n    return {}\n"


class Verified(NamedTuple):
    code: int
    check: dict[str, Any]  # the check of the graph
    found: dict[str, Any]  # the verification


Run = Callable[..., Verified]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(VERIFY_REFRESHES)
    return Config(tmp_path / "home", vectors=False, workers=1)


@pytest.fixture
def repo(tmp_path: Path, config: Config) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "core.py").write_text("def helper(x):\n    return x\n")
    (root / "app.py").write_text(HELPER.format("helper(1)"))
    index_repository(root, config)
    return root


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(repo: Path) -> Verified:
        capsys.readouterr()
        code = main(["-C", str(repo), "doctor", "--verify", "--json", "--quiet"])
        results = json.loads(capsys.readouterr().out)["results"]
        (check,) = (each for each in results["checks"] if each["name"] == "graph")
        return Verified(code, check, results["verification"])

    return run


def lose_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commit deltas without edges from now on, as a resolver does that misses a dependency."""
    commit = incremental.commit_delta

    def commit_less(folder: object, delta: GraphDelta, *rest: Any) -> int:
        delta.edges = {path: [] for path in delta.edges}
        return commit(folder, delta, *rest)

    monkeypatch.setattr(incremental, "commit_delta", commit_less)


def edit_database(repo: Path, config: Config, statement: str) -> None:
    folder = get_index_folder(config.home, repo)
    with closing(sqlite3.connect(folder.get_database(folder.get_current()))) as connection, connection:
        assert connection.execute(statement).rowcount


def test_an_index_that_is_equal_to_a_rebuild_is_left_as_it_is(repo, config, verify) -> None:
    before = get_index_folder(config.home, repo).get_current()
    done = verify(repo)
    assert (done.code, done.check["status"]) == (ExitCode.DONE, "ok")
    assert (done.found["total"], done.found["differences"], done.found["refreshed"]) == (0, [], "")
    assert done.found["rows"] > 4
    assert get_index_folder(config.home, repo).get_current() == before


def test_an_index_that_a_question_refreshed_is_equal_to_a_rebuild(repo, config, verify, capsys) -> None:
    (repo / "core.py").write_text("def helper(x):\n    return other(x)\n\n\ndef other(x):\n    return x\n")
    assert main(["-C", str(repo), "callers", "other", "--json"]) == ExitCode.DONE
    assert "core.py::helper" in capsys.readouterr().out
    done = verify(repo)
    assert (done.code, done.check["status"], done.found["refreshed"]) == (ExitCode.DONE, "ok", "")
    assert done.found["generation"] == get_index_folder(config.home, repo).get_current() > 1


def test_an_index_that_is_behind_is_refreshed_before_it_is_compared(repo, verify) -> None:
    (repo / "core.py").write_text("def helper(x):\n    return other(x)\n\n\ndef other(x):\n    return x\n")
    done = verify(repo)
    assert (done.check["status"], done.found["refreshed"], done.found["total"]) == ("ok", "1 file changed", 0)


def test_edges_that_a_refresh_lost_are_counted_and_listed(repo, config, verify, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        lose_edges(patch)
        (repo / "app.py").write_text(HELPER.format("helper(2)"))
        IncrementalSession(repo, config).refresh()
    done = verify(repo)
    assert done.code == ExitCode.GATE
    assert (done.check["status"], "codegraph index --full" in done.check["fix"]) == ("failed", True)
    lost = {(row["path"], row["kind"], row["side"]) for row in done.found["differences"] if row["table"] == "edge"}
    assert ("app.py", "calls", "rebuild") in lost
    assert {"table": "edge", "kind": "calls", "side": "rebuild", "rows": 1} in done.found["counts"]
    assert done.found["total"] == len(done.found["differences"]) == sum(each["rows"] for each in done.found["counts"])


@pytest.mark.parametrize(
    ("statement", "table", "kind"),
    [
        ("UPDATE symbols SET line = line + 1 WHERE name = 'helper'", "symbol", "function"),
        ("DELETE FROM edges_out", "edge", "calls"),
        ("DELETE FROM edges_in", "incoming edge", "calls"),
        ("INSERT INTO problems VALUES(1, 'syntax', 'made up', 1, 1)", "problem", "syntax"),
    ],
)
def test_a_stored_graph_that_was_edited_differs(repo, config, verify, statement, table, kind) -> None:
    edit_database(repo, config, statement)
    done = verify(repo)
    assert done.code == ExitCode.GATE
    assert (table, kind) in {(each["table"], each["kind"]) for each in done.found["counts"]}


def test_of_many_rows_that_differ_the_first_are_listed(repo, config, verify, monkeypatch, capsys) -> None:
    with monkeypatch.context() as patch:
        lose_edges(patch)
        calls = "".join(f"def main{number}():\n    return helper({number})\n" for number in range(60))
        (repo / "app.py").write_text(f"from core import helper\n\n{calls}")
        IncrementalSession(repo, config).refresh()
    found = verify(repo).found
    assert found["total"] >= 60 > len(found["differences"])
    assert main(["-C", str(repo), "doctor", "--verify", "--quiet"]) == ExitCode.GATE
    shown = capsys.readouterr().out
    assert "  60 edge calls, only in the rebuild\n" in shown
    assert f"  and {found['total'] - len(found['differences'])} more\n" in shown


def test_a_tree_without_an_index_fails_with_the_way_to_make_one(tmp_path, config, verify) -> None:
    done = verify(tmp_path)
    assert (done.code, done.check["status"], done.found) == (ExitCode.GATE, "failed", None)
    assert "codegraph index" in done.check["fix"]


def test_a_tree_whose_files_keep_changing_is_not_verified(repo, verify, monkeypatch) -> None:
    compare, times = verification.compare_with_rebuild, []

    def edit_and_compare(root: Path, *rest: Any) -> verification.Comparison:
        times.append(len(times))
        (root / f"new{len(times)}.py").write_text("x = 1\n")
        return compare(root, *rest)

    monkeypatch.setattr(verification, "compare_with_rebuild", edit_and_compare)
    done = verify(repo)
    assert (done.code, done.check["status"]) == (ExitCode.GATE, "failed")
    assert "not verified: files change" in done.check["detail"]
    assert (done.found["settled"], len(times)) == (False, verification.ATTEMPTS)


# ---- the sample of refreshes that the suite verifies


def test_a_sampled_refresh_that_differs_raises(repo, config, monkeypatch) -> None:
    monkeypatch.setenv(VERIFY_REFRESHES, "1")
    (repo / "app.py").write_text(HELPER.format("helper(3)"))
    IncrementalSession(repo, config).refresh()
    lose_edges(monkeypatch)
    (repo / "app.py").write_text(HELPER.format("helper(4), helper(5)"))
    with pytest.raises(AssertionError, match=r"rows differ from a rebuild"):
        IncrementalSession(repo, config).refresh()


def test_the_sample_depends_on_the_contents_of_the_files_alone(repo, config, monkeypatch) -> None:
    monkeypatch.setenv(VERIFY_REFRESHES, "5")
    compared: list[int] = []
    nothing = verification.Comparison(0, ())
    monkeypatch.setattr(verification, "compare_with_rebuild", lambda *_: compared.append(number) or nothing)
    samples: list[list[int]] = []
    for _ in range(2):
        compared.clear()
        for number in range(30):
            (repo / "app.py").write_text(HELPER.format(f"helper({number + 100})"))
            IncrementalSession(repo, config).refresh()
        samples.append(list(compared))
    assert samples[0] == samples[1]
    assert 0 < len(samples[0]) < 30


@pytest.mark.parametrize("value", ["", "0"])
def test_without_a_number_no_refresh_is_verified(repo, config, monkeypatch, value) -> None:
    monkeypatch.setenv(VERIFY_REFRESHES, value)
    lose_edges(monkeypatch)
    (repo / "app.py").write_text(HELPER.format("helper(6)"))
    assert IncrementalSession(repo, config).refresh().redone
