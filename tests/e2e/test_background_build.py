"""Parts of a generation that another process builds while the graph is resolved.

They are the same as without it.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.serving import copy_sample

from codegraph.graph_model import Graph
from codegraph.indexing import background_build, pipeline, second_stage
from codegraph.indexing.background_build import BackgroundBuild, BuildTask, BuiltText
from codegraph.indexing.parse_pool import ParsedFile, ParseSettings
from codegraph.indexing.pipeline import Run, index_repository
from codegraph.query.index import Index
from codegraph.scan.file_listing import Scan
from codegraph.settings.config import Config
from codegraph.store.checksums import SEAL
from codegraph.store.layout import get_index_folder
from codegraph_parsers import languages
from codegraph_parsers.facts_codec import decode_lazily
from codegraph_parsers.file_facts import FileFacts, FileStatus


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = copy_sample("storefront", tmp_path / "repo")
    (root / "notes.txt").write_text("the quokka is kept in the barn\n")
    (root / "blob.txt").write_bytes(b"\0\1\2")
    (root / "tool").write_text("#!/usr/bin/env python3\ndef sweep():\n    return 1\n")
    return root


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_build, "WORTH_IT", 1)
    monkeypatch.setattr(second_stage, "STAGED_FROM", 1)


def source(root: Path) -> list[str]:
    """Files in a language that has a grammar."""
    paths = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    return [path for path in paths if languages.detect(path, (root / path).read_bytes())]


def number(root: Path, config: Config) -> int:
    return get_index_folder(config.home, root).get_current()


def generation(root: Path, config: Config) -> Path:
    return get_index_folder(config.home, root).get_generation(number(root, config))


def stored(root: Path, config: Config) -> dict[str, object]:
    """Everything of a generation: files byte by byte, and the rows of its database but for what it says of the run and of
    times. The seal holds the checksum of that database; the name of a file of terms is that of the generation."""
    where = generation(root, config)
    found: dict[str, object] = {
        re.sub(r"-\d+", "", path.relative_to(where).as_posix()): re.sub(rb"terms-\d+", b"terms", path.read_bytes())
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
    answers: list[bool] = []
    tasks: list[BuildTask] = []
    begin, wait = BackgroundBuild.begin, BackgroundBuild.wait_for_text

    def began(here: BackgroundBuild, config: Config, settings: ParseSettings, task: BuildTask) -> None:
        tasks.append(task)
        begin(here, config, settings, task)

    def waited(here: BackgroundBuild, progress: Callable[[int, int], None]) -> BuiltText | None:
        built = wait(here, progress)
        answers.append(built is not None)
        return built

    monkeypatch.setattr(BackgroundBuild, "begin", began)
    monkeypatch.setattr(BackgroundBuild, "wait_for_text", waited)
    alone, both = (Config(tmp_path / f"home{workers}", workers=workers, vectors=vectors) for workers in (1, 2))
    for config in (alone, both):
        index_repository(repo, config, force=True)
    assert answers == [False, True]
    assert {*source(repo), "notes.txt"} <= {candidate.path for candidate in tasks[-1].uncut}
    assert stored(repo, alone) == stored(repo, both)
    with Index.open(repo, both) as index:
        assert index.find_file("notes.txt").status is FileStatus.TEXT
        assert index.find_file("blob.txt").reason == "binary"
        assert index.find_symbol("sweep").path == "tool"  # a script is not taken for a text


@pytest.mark.parametrize("vectors", [True, False])
def test_two_stages_write_what_one_writes(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vectors: bool
) -> None:
    staged, whole = (Config(tmp_path / name, workers=1, vectors=vectors) for name in ("staged", "whole"))
    index_repository(repo, staged)
    monkeypatch.setattr(second_stage, "STAGED_FROM", 1 << 40)
    index_repository(repo, whole)
    assert (number(repo, staged), number(repo, whole)) == (2, 1)
    assert stored(repo, staged) == stored(repo, whole)


def test_texts_cut_in_the_background_are_in_the_cache(repo: Path, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=2)
    index_repository(repo, config)
    (repo / "more.txt").write_text("a wombat\n")
    index_repository(repo, config)
    fresh = Config(tmp_path / "other", workers=1)
    index_repository(repo, fresh)
    assert stored(repo, config)["chunks"] == stored(repo, fresh)["chunks"]


def test_source_cut_in_the_background_is_in_the_cache(repo: Path, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=2, vectors=False)
    index_repository(repo, config)
    before = stored(repo, config)
    shutil.rmtree(get_index_folder(config.home, repo).path)
    summary = index_repository(repo, config)
    assert (summary.parsed, summary.reused) == (0, len(source(repo)))
    assert stored(repo, config) == before


def test_source_that_changes_before_it_is_cut_is_cut_by_the_next_run(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(tmp_path / "home", workers=2, vectors=False)
    begin = BackgroundBuild.begin

    def edited(*given: object) -> None:
        (repo / "tool").write_text("#!/usr/bin/env python3\n\ndef sweep():\n    return 2\n")
        begin(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(BackgroundBuild, "begin", edited)
        index_repository(repo, config)
    index_repository(repo, config)
    fresh = Config(tmp_path / "other", workers=1, vectors=False)
    index_repository(repo, fresh)
    assert stored(repo, config)["chunks"] == stored(repo, fresh)["chunks"]


@pytest.mark.parametrize("vectors", [True, False])
@pytest.mark.parametrize("breaks", [lambda *_: (_ for _ in ()).throw(OSError("no more processes")), lambda *_: None])
def test_without_an_answer_the_work_is_done_here(
    repo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    breaks: Callable[..., None],
    vectors: bool,
) -> None:
    """The process cannot be started, or ends without a word."""
    alone = Config(tmp_path / "home1", workers=1, vectors=vectors)
    index_repository(repo, alone)
    start = background_build.start_process
    monkeypatch.setattr(
        background_build,
        "start_process",
        lambda work, arguments, root: breaks() or start(shutil.which, ("nothing",), root=root),
    )
    both = Config(tmp_path / "home2", workers=2, vectors=vectors)
    index_repository(repo, both)
    assert stored(repo, alone) == stored(repo, both)


@pytest.mark.parametrize(("is_last", "runs", "collects"), [(True, False, 0), (True, True, 1), (False, False, 1)])
def test_a_process_that_ends_soon_frees_nothing_one_by_one(
    repo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_last: bool,
    runs: bool,
    collects: int,
) -> None:
    calls: list[None] = []
    monkeypatch.setattr(pipeline, "give_back", lambda: calls.append(None))
    monkeypatch.setattr(BackgroundBuild, "is_running", lambda self: runs)
    index_repository(repo, Config(tmp_path / "home", workers=1, vectors=False), is_last=is_last)
    assert len(calls) == collects


@pytest.mark.parametrize("workers", [1, 2])
def test_facts_are_not_kept_encoded_while_they_are_resolved(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    parsed: list[dict[str, ParsedFile]] = []
    kept: list[bool] = []
    build, resolve = Run.build, Run.resolve

    def note_outcomes(run: Run, found: Scan, outcomes: dict[str, ParsedFile], *rest: object, **named: object) -> None:
        parsed.append(outcomes)
        build(run, found, outcomes, *rest, **named)  # type: ignore[arg-type]

    def note_kept(run: Run, found: Scan, facts: list[FileFacts]) -> Graph:
        entries = [outcome.entry for outcome in parsed[0].values() if outcome.entry is not None]
        kept.extend(hasattr(decode_lazily(entry), "exprs") for entry in entries)
        return resolve(run, found, facts)

    monkeypatch.setattr(Run, "build", note_outcomes)
    monkeypatch.setattr(Run, "resolve", note_kept)
    index_repository(repo, Config(tmp_path / "home", workers=workers, vectors=False))
    assert kept and not any(kept)


def test_nothing_is_left_behind(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(tmp_path / "home", workers=2)
    folder = get_index_folder(config.home, repo)

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
