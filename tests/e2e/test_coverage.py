"""Recorded runs of tests, imported and used: an impact knows the tests that are known to have run the code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.cli.app import main
from codegraph.errors import CodegraphError, InvalidError, NotFoundError
from codegraph.graph_model import Resolution
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.coverage.answers import ImportAnswer
from codegraph.operations.impact.answers import ChangeReport
from codegraph.settings.config import Config

STORE = """class Store:
    def save(self, item):
        return str(item)

    def load(self):
        return 1


def spare():
    return 0


def keep(store: Store):
    return store.save(1)
"""
TESTS = """from shop.store import Store


def test_load():
    assert Store().load()


class TestSave:
    def test_by_name(self):
        assert getattr(Store(), "sa" + "ve")(1)
"""
FILES = {"shop/__init__.py": "", "shop/store.py": STORE, "tests/test_store.py": TESTS}
SAVE, LOAD = "tests/test_store.py::TestSave::test_by_name", "tests/test_store.py::test_load"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.make(tmp_path / "repo", FILES)


def record(path: Path, ran: dict[str, list[int]]) -> Path:
    """A record of coverage.py: the lines of the store that each test ran."""
    contexts: dict[str, list[str]] = {}
    for test, lines in ran.items():
        for line in lines:
            contexts.setdefault(str(line), []).append(test and test + "|run")
    document = {
        "meta": {"version": "7.6"},
        "files": {"/ci/shop/store.py": {"executed_lines": [], "contexts": contexts}},
    }
    path.write_text(json.dumps(document))
    return path


def ask(verb: str, repo: GitRepo, config: Config, *given: object, **named: object):
    from codegraph.operations.capabilities import request_type

    context = Context(repo.root, config)
    try:
        return load_handler(BY_NAME[verb])(context, request_type(BY_NAME[verb])(*given, **named))
    finally:
        context.close()


def imported(repo: GitRepo, config: Config, path: Path, **named: object) -> ImportAnswer:
    return ask("coverage import", repo, config, str(path), **named).results


def report(repo: GitRepo, config: Config) -> ChangeReport:
    return ask("impact", repo, config, base="HEAD").results


def chosen(found: ChangeReport) -> dict[str, Resolution | None]:
    return {t.symbol.name: t.weakest for t in found.tests}


def test_a_recorded_test_is_run_though_no_edge_leads_to_it(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    found = imported(repo, config, record(tmp_path / "c.json", {SAVE: [1, 2, 3], LOAD: [5, 6]}))
    assert (found.tests, found.symbols, found.edges) == (2, 2, 2)
    repo.write({"shop/store.py": STORE.replace("str(item)", "repr(item)")})
    after = report(repo, config)
    assert chosen(after) == {"test_by_name": Resolution.OBSERVED}
    assert [c.tests for c in after.changed] == [1]


def test_recorded_tests_come_before_those_that_edges_find(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [6]}))
    repo.write({"shop/store.py": STORE.replace("return 1", "return 2")})
    assert [(t.symbol.name, t.observed) for t in report(repo, config).tests] == [
        ("test_by_name", True), ("test_load", False),
    ]  # fmt: skip


def test_an_old_record_helps_as_long_as_symbols_keep_their_names(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    old = repo.git("rev-parse", "HEAD").decode().strip()
    text = STORE
    for step in range(25):
        text = f"# step {step}\n{text}"
        repo.commit({"shop/store.py": text})
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [2, 3]}), commit=old)
    repo.write({"shop/store.py": text.replace("str(item)", "repr(item)")})
    assert "test_by_name" in chosen(report(repo, config))
    (run,) = ask("coverage show", repo, config).results.runs
    assert (run.revision, run.tests, run.behind) == (old, 1, 25)


def test_a_record_survives_indexing_again(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [3]}))
    for text in (STORE.replace("str", "repr"), STORE.replace("str", "ascii")):
        repo.write({"shop/store.py": text})
        assert "test_by_name" in chosen(report(repo, config))


def test_a_newer_record_of_a_test_replaces_what_was_known_of_it(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [3], LOAD: [3]}))
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [6]}))
    repo.write({"shop/store.py": STORE.replace("str(item)", "repr(item)")})
    assert chosen(report(repo, config)) == {"test_load": Resolution.OBSERVED}


def test_a_run_that_names_no_test_counts_as_tested_and_selects_none(
    repo: GitRepo, config: Config, tmp_path: Path
) -> None:
    changed = {"shop/store.py": STORE.replace("return 0", "return 5")}
    repo.write(changed)
    before = report(repo, config)
    repo.write(FILES)
    found = imported(repo, config, record(tmp_path / "c.json", {"": [10]}))
    assert found.whole and found.tests == 0
    repo.write(changed)
    after = report(repo, config)
    assert (before.untested_public, after.untested_public) == (1, 0)
    assert after.tests == () and after.changed[0].covered
    assert after.changed[0].risk.untested < before.changed[0].risk.untested


def test_what_ran_outside_every_test_is_no_test(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    found = imported(repo, config, record(tmp_path / "c.json", {"": [2, 3, 6, 10], SAVE: [3]}))
    assert (found.whole, found.symbols) == (False, 1)


def test_a_run_of_one_test_can_be_named(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    imported(repo, config, record(tmp_path / "c.json", {"": [3]}), test=SAVE)
    repo.write({"shop/store.py": STORE.replace("str(item)", "repr(item)")})
    assert chosen(report(repo, config)) == {"test_by_name": Resolution.OBSERVED}
    with pytest.raises(NotFoundError, match="no test 'nowhere'"):
        imported(repo, config, tmp_path / "c.json", test="nowhere")


def test_what_is_not_there_is_said(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    found = imported(repo, config, record(tmp_path / "c.json", {SAVE: [3], "other/test_z.py::test_q": [3]}))
    assert found.unknown_tests == ("other/test_z.py::test_q|run",)
    document = {"meta": {"version": "7.6"}, "files": {"elsewhere/z.py": {"executed_lines": [1]}}}
    (tmp_path / "z.json").write_text(json.dumps(document))
    with pytest.raises(InvalidError, match="is of no code"):
        imported(repo, config, tmp_path / "z.json")


def test_a_symbol_is_told_the_tests_that_ran_it(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    index_repository(repo.root, config)
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [3]}))
    found = ask("impact", repo, config, "Store.save").results
    assert [(d.symbol.name, d.via.resolution) for d in found.tests] == [("test_by_name", Resolution.OBSERVED)]
    proven = ask("impact", repo, config, "Store.save", resolution=("exact",)).results
    assert proven.tests == ()


def test_a_damaged_memory_of_runs_is_an_error_that_says_what_to_do(
    repo: GitRepo, config: Config, tmp_path: Path
) -> None:
    imported(repo, config, record(tmp_path / "c.json", {SAVE: [3]}))
    (path,) = config.home.glob("index/*/observed.db")
    path.write_bytes(b"x" * 4096)
    with pytest.raises(CodegraphError) as caught:
        ask("coverage show", repo, config)
    assert "coverage clear" in caught.value.hint
    assert ask("coverage clear", repo, config).results.cleared
    assert ask("coverage show", repo, config).results.runs == ()


def test_the_command_line_imports_and_shows(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    path = record(tmp_path / "c.json", {SAVE: [3]})
    assert main(["-C", str(repo.root), "coverage", "import", str(path), "-q"]) == 0
    assert "1 test and 1 symbol, 1 observed edge" in capsys.readouterr().out
    assert main(["-C", str(repo.root), "coverage", "show"]) == 0
    assert "1 test ran 1 symbol" in capsys.readouterr().out
    (tmp_path / "empty").write_text("")
    assert main(["-C", str(repo.root), "coverage", "import", str(tmp_path / "empty")]) == 2
    assert "is empty" in capsys.readouterr().err
