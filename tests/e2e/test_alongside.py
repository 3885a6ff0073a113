"""What of a generation does not rest on edges, made by another process while the graph is resolved: the same as without it."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.serving import copy_sample

from codegraph import alongside
from codegraph.config import Config
from codegraph.index import Index
from codegraph.parse_pool import ParseSettings
from codegraph.pipeline import Run, index_repository
from codegraph.scan.walk import Candidate
from codegraph.store.layout import index_folder
from codegraph.store.seal import SEAL
from codegraph_parsers.facts import FileStatus


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = copy_sample("storefront", tmp_path / "repo")
    (root / "notes.txt").write_text("the quokka is kept in the barn\n")
    (root / "blob.txt").write_bytes(b"\0\1\2")
    (root / "tool").write_text("#!/usr/bin/env python3\ndef sweep():\n    return 1\n")
    return root


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alongside, "WORTH_IT", 1)


def source(root: Path) -> list[str]:
    """Files in a language that has a grammar."""
    found = [path for path in root.rglob("*") if path.suffix in (".py", ".js") or path.name == "tool"]
    return [path.relative_to(root).as_posix() for path in found]


def generation(root: Path, config: Config) -> Path:
    folder = index_folder(config.home, root)
    return folder.generation(folder.current())


def stored(root: Path, config: Config) -> dict[str, object]:
    """Everything of a generation: files byte by byte, and the rows of its database but for what it says of the run and of times.
    The seal holds the checksum of that database."""
    where = generation(root, config)
    found: dict[str, object] = {
        path.relative_to(where).as_posix(): path.read_bytes()
        for path in sorted(where.rglob("*")) if path.is_file() and path.suffix != ".db" and path.name != SEAL
    }  # fmt: skip
    with closing(sqlite3.connect(where / "graph.db")) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table != "meta":
                columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
                listed = ", ".join(f'"{column}"' for column in columns if column != "mtime_ns")
                found[table] = connection.execute(f'SELECT {listed} FROM "{table}"').fetchall()
    return found


@pytest.mark.parametrize("vectors", [True, False])
def test_two_processes_write_what_one_writes(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vectors: bool
) -> None:
    answers: list[alongside.Made | None] = []
    jobs: list[alongside.Job] = []
    begin, wait = alongside.Alongside.begin, alongside.Alongside.wait

    def began(here: alongside.Alongside, config: Config, settings: ParseSettings, job: alongside.Job) -> None:
        jobs.append(job)
        begin(here, config, settings, job)

    monkeypatch.setattr(alongside.Alongside, "begin", began)
    monkeypatch.setattr(alongside.Alongside, "wait", lambda *given: answers.append(wait(*given)) or answers[-1])
    alone, both = (Config(tmp_path / f"home{workers}", workers=workers, vectors=vectors) for workers in (1, 2))
    for config in (alone, both):
        index_repository(repo, config, force=True)
    assert [sorted(made.texts) if made else None for made in answers] == [None, [
        "README.md", "blob.txt", "expected.toml", "notes.txt", "pyproject.toml",
    ]]  # fmt: skip
    assert sorted(candidate.path for candidate in jobs[-1].uncut) == ([] if vectors else sorted(source(repo)))
    assert stored(repo, alone) == stored(repo, both)
    with Index.open(repo, both) as index:
        assert index.file("notes.txt").status is FileStatus.TEXT
        assert index.file("blob.txt").reason == "binary"
        assert index.symbol("sweep").path == "tool"  # a script is not taken for a text


def test_texts_read_alongside_are_in_the_cache(repo: Path, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=2)
    index_repository(repo, config)
    (repo / "more.txt").write_text("a wombat\n")
    index_repository(repo, config)
    fresh = Config(tmp_path / "other", workers=1)
    index_repository(repo, fresh)
    assert stored(repo, config)["chunks"] == stored(repo, fresh)["chunks"]


@pytest.mark.parametrize(
    ("text", "vectors", "waits"), [(30, False, True), (50, False, False), (10, True, True), (30, True, False)]
)
def test_texts_wait_while_resolving_takes_longer(tmp_path: Path, text: int, vectors: bool, waits: bool) -> None:
    files = [Candidate("a.py", "a.py", 20, 0), Candidate("b.txt", "b.txt", text, 0)]
    later = alongside.put_off(files, tmp_path, Config(tmp_path / "home", workers=2, vectors=vectors))
    assert [c.path for c in later.texts] == (["b.txt"] if waits else [])
    assert later.cutting is (waits and not vectors)


def test_source_cut_alongside_is_in_the_cache(repo: Path, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=2, vectors=False)
    index_repository(repo, config)
    before = stored(repo, config)
    shutil.rmtree(index_folder(config.home, repo).path)
    summary = index_repository(repo, config)
    assert (summary.parsed, summary.reused) == (0, len(source(repo)))
    assert stored(repo, config) == before


def test_source_that_changes_before_it_is_cut_is_cut_by_the_next_run(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(tmp_path / "home", workers=2, vectors=False)
    begin = alongside.Alongside.begin

    def edited(*given: object) -> None:
        (repo / "tool").write_text("#!/usr/bin/env python3\n\ndef sweep():\n    return 2\n")
        begin(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(alongside.Alongside, "begin", edited)
        index_repository(repo, config)
    index_repository(repo, config)
    fresh = Config(tmp_path / "other", workers=1, vectors=False)
    index_repository(repo, fresh)
    assert stored(repo, config)["chunks"] == stored(repo, fresh)["chunks"]


@pytest.mark.parametrize("vectors", [True, False])
@pytest.mark.parametrize("breaks", [lambda *_: (_ for _ in ()).throw(OSError("no more processes")), lambda *_: None])
def test_without_an_answer_the_work_is_done_here(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: Callable[..., None], vectors: bool
) -> None:
    """The process cannot be started, or ends without a word."""
    alone = Config(tmp_path / "home1", workers=1, vectors=vectors)
    index_repository(repo, alone)
    start = alongside.start_process
    monkeypatch.setattr(
        alongside,
        "start_process",
        lambda work, arguments, root: breaks() or start(shutil.which, ("nothing",), root=root),
    )
    both = Config(tmp_path / "home2", workers=2, vectors=vectors)
    index_repository(repo, both)
    assert stored(repo, alone) == stored(repo, both)


def test_nothing_is_left_behind(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(tmp_path / "home", workers=2)
    folder = index_folder(config.home, repo)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Run, "resolve", interrupted)
        with pytest.raises(KeyboardInterrupt):
            index_repository(repo, config)
    assert not list(folder.path.glob("beside-*"))
    (folder.path / "beside-1-2.tmp").mkdir()  # of a run that was killed
    index_repository(repo, config)
    assert not list(folder.path.glob("beside-*"))
