"""Indexing real folders through the pipeline, and reading the result through the facade."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from codegraph.errors import IncompatibleIndexError, NotFoundError, NotIndexedError
from codegraph.graph_model import EdgeKind
from codegraph.indexing.maintenance import check_health, collect_garbage, list_repositories, remove_index
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.query_results import CheckStatus
from codegraph.settings.config import Config
from codegraph.store.layout import get_facts_database, get_index_folder
from codegraph_parsers.file_facts import FileStatus

Write = Callable[..., Path]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "pkg").mkdir(parents=True)
    (root / "pkg/__init__.py").write_text("")
    (root / "pkg/core.py").write_text('def helper(x):\n    """Help somebody."""\n    return x\n')
    (root / "pkg/app.py").write_text("from pkg.core import helper\n\n\ndef main():\n    return helper(1)\n")
    (root / "README.md").write_text("# a project\n")
    for path in root.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return root


def test_a_call_is_answered_with_its_line(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    with Index.open(repo / "pkg", config) as index:
        helper = index.find_symbol("core.helper")
        callers = index.list_incoming(helper, [EdgeKind.CALLS])
        assert [(e.source.id, e.lines) for e in callers.items] == [("python:pkg/app.py::main", (5,))]
        assert index.read_source(helper).text.startswith("def helper(x):")
        assert not index.read_source(helper).stale
        assert [hit.symbol.name for hit in index.search("help somebody")] == ["helper"]
        assert index.find_file("README.md").status is FileStatus.TEXT


def test_a_second_run_does_nothing_and_says_so(repo: Path, config: Config) -> None:
    first = index_repository(repo, config)
    assert (first.unchanged, first.reason, first.parsed) == (False, "first index", 3)
    second = index_repository(repo, config)
    assert (second.unchanged, second.parsed, second.stats.generation) == (True, 0, 1)


def test_only_what_changed_is_parsed_again(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    (repo / "pkg/app.py").write_text("from pkg.core import helper\n\n\ndef start():\n    return helper(2)\n")
    (repo / "pkg/more.py").write_text("def extra(): ...\n")
    (repo / "README.md").unlink()
    with Index.open(repo, config) as index:
        stale = index.compute_freshness()
    assert (stale.changed, stale.added, stale.removed) == (("pkg/app.py",), ("pkg/more.py",), ("README.md",))
    again = index_repository(repo, config)
    assert (again.reason, again.parsed, again.reused) == ("1 file changed, 1 file added, 1 file removed", 2, 2)
    with Index.open(repo, config) as index:
        assert index.find_symbol("start").path == "pkg/app.py"
        with pytest.raises(NotFoundError):
            index.find_symbol("main")
        assert index.compute_freshness().fresh


def test_touched_files_with_the_same_content_are_unchanged(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    os.utime(repo / "pkg/app.py", (1_700_000_500, 1_700_000_500))
    assert index_repository(repo, config).unchanged


def test_changed_settings_rebuild_and_force_parses_everything(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    other = Config(config.home, workers=1, exclude=("core.py",))
    assert index_repository(repo, other).reason == "settings or codegraph itself changed"
    assert index_repository(repo, config, force=True).parsed == 3


def test_worker_count_makes_no_difference(repo: Path, tmp_path: Path) -> None:
    for i in range(60):
        (repo / f"m{i}.py").write_text(
            f"from pkg.core import helper\ndef f{i}():\n    return helper({i})\n" + "# pad\n" * 900
        )
    exports = []
    for workers in (1, 3):
        config = Config(tmp_path / f"home{workers}", workers=workers)
        index_repository(repo, config)
        with Index.open(repo, config) as index:
            exports.append((list(index.iterate_all_symbols()), list(index.iterate_edges())))
    assert exports[0] == exports[1]


def test_text_shown_after_an_edit_is_marked_stale(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        helper = index.find_symbol("helper")
        (repo / "pkg/core.py").write_text("# moved\n\n")
        assert index.read_source(helper).stale
        (repo / "pkg/core.py").unlink()
        with pytest.raises(NotFoundError):
            index.read_source(helper)


def test_hostile_content_and_names_become_rows_and_the_rest_is_indexed(repo: Path, config: Config) -> None:
    raw = os.fsencode(repo)
    for name in (b'quo"te.py', b"new\nline.py", b"bad\xff.py", "жук.py".encode()):
        with open(raw + b"/" + name, "wb") as handle:
            handle.write(b"def inside(): pass\n")
    (repo / "binary.py").write_bytes(b"\0\1\2" * 100)
    (repo / "latin.py").write_bytes("def f():\n    return 'é'\n".encode("latin-1"))
    (repo / "half.py").write_text("def good():\n    pass\n\nclass ((((:\n")
    (repo / "deep.py").write_text("x = " + "(\n" * 100_000)
    (repo / "empty.py").write_text("")
    (repo / "big.py").write_text("x = 1\n" * 800_000)
    said = "So much is said of it. " * 40
    (repo / "long.py").write_text("".join(f'def long_{n}():\n    """{said}"""\n\n\n' for n in range(1_200)))
    (repo / "made.py").write_text("# Code generated by a tool\n" + "x = 1\n" * 200_000)
    (repo / "bundle.js").write_text("var x = 1\n" * 120_000 + "//# sourceMappingURL=bundle.js.map\n")
    (repo / "data.txt").write_text("words\n" * 200_000)
    summary = index_repository(repo, config)
    assert summary.stats.file_count == 18
    with Index.open(repo, config) as index:
        found = {f.path: (f.status.value, f.reason) for f in index.list_files(limit=None).items}
        assert found["binary.py"] == ("skipped", "binary")
        assert found["big.py"] == ("skipped", "larger than 4194304 bytes")
        assert found["long.py"] == ("indexed", "")
        for path in ("made.py", "bundle.js", "data.txt"):
            assert found[path] == ("skipped", "larger than 1048576 bytes")
        assert found["latin.py"][0] == "partial"
        assert found["half.py"][0] == "partial"
        assert found["deep.py"][0] in ("failed", "partial")
        assert found["empty.py"] == ("indexed", "")
        assert index.find_symbol("good").path == "half.py"
        assert {s.path for s in index.find("inside")} == {'quo"te.py', "new%0Aline.py", "bad%FF.py", "жук.py"}
        for symbol in index.find("inside"):
            assert index.find_symbol(symbol.id) == symbol
            assert index.read_source(symbol).text == "def inside(): pass"
        assert index.list_problems("half.py")[0].kind == "syntax"


def test_an_empty_folder_has_an_index_without_symbols(tmp_path: Path, config: Config) -> None:
    (tmp_path / "empty").mkdir()
    summary = index_repository(tmp_path / "empty", config)
    assert (summary.stats.file_count, summary.stats.symbol_count) == (0, 0)
    with Index.open(tmp_path / "empty", config) as index:
        assert index.load_arrays().nodes == 0


def test_an_unindexed_folder_is_an_error(repo: Path, config: Config) -> None:
    with pytest.raises(NotIndexedError):
        Index.open(repo, config)


def test_an_index_of_a_newer_version_is_refused_and_can_be_forced(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    connection = sqlite3.connect(get_index_folder(config.home, repo).get_database(1))
    connection.execute("UPDATE meta SET value = 999 WHERE key = 'schema'")
    connection.commit()
    connection.close()
    with pytest.raises(IncompatibleIndexError):
        Index.open(repo, config)
    with pytest.raises(IncompatibleIndexError):
        index_repository(repo, config)
    assert index_repository(repo, config, force=True).stats.generation == 2


def test_damaged_facts_and_indexes_are_made_again(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    get_facts_database(config.home).write_bytes(b"garbage" * 5000)
    get_index_folder(config.home, repo).get_database(1).write_bytes(b"garbage" * 5000)
    summary = index_repository(repo, config)
    assert (summary.parsed, summary.stats.generation, summary.warnings) == (3, 2, ())


def test_analysis_results_live_as_long_as_their_generation(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        assert index.load_analysis("rank") is None
        arrays = index.load_arrays()
        index.cache_analysis("rank", {"degree": arrays.indptr})
        kept = index.load_analysis("rank")
        assert kept is not None and (kept["degree"] == arrays.indptr).all()
    (repo / "pkg/app.py").write_text("")
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        assert index.load_analysis("rank") is None


def test_indexes_are_listed_removed_and_collected(repo: Path, config: Config, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_text("def only_here(): ...\n")
    index_repository(repo, config)
    index_repository(other, config)
    assert [Path(r.root).name for r in list_repositories(config)] == ["other", "repo"]
    (other / "a.py").unlink()
    other.rmdir()
    would = collect_garbage(config, dry_run=True)
    assert (len(would.indexes), len(list_repositories(config))) == (1, 2)
    did = collect_garbage(config)
    assert (len(did.indexes), did.facts) == (1, 2)  # its facts and its chunks
    assert did.bytes_freed > 0
    assert remove_index(repo, config).symbols > 0
    assert list_repositories(config) == []
    with pytest.raises(NotIndexedError):
        remove_index(repo, config)


def test_health_names_what_is_wrong(repo: Path, config: Config) -> None:
    def bad() -> list[str]:
        return [c.name for c in check_health(repo, config) if c.status is not CheckStatus.OK]

    assert bad() == ["index"]
    index_repository(repo, config)
    assert bad() == []
    database = get_index_folder(config.home, repo).get_database(1)
    content = bytearray(database.read_bytes())
    content[8192:24576] = b"\xff" * 16384
    database.write_bytes(content)
    assert bad() == ["index"]
