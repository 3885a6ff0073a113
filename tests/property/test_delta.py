"""A generation made from what differs answers as one written whole."""

import os
import random
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.deltas import Editor, Project, State, assert_same, commit_of, write_difference, write_whole
from support.samples import ROOT, names

from codegraph.embed.encoder_choice import build_encoder
from codegraph.graph_model import FileChunks
from codegraph.indexing.embed_stage import ChangedVectors, embed_chunks
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.delta import Chunked
from codegraph.store.layout import IndexFolder
from codegraph.store.reader import Reader
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.ids import format_id, map_suffixes

STEPS = 12
QUERIES = ["save order", "main", "parse the config file", "store.add", "test"]


@pytest.mark.parametrize("sample", names())
def test_edits_of_every_kind_give_what_a_rebuild_gives(tmp_path: Path, sample: str) -> None:
    root = tmp_path / "root"
    shutil.copytree(ROOT / sample, root)
    config = Config(tmp_path / "home")
    encoder = build_encoder(config)

    def embedded(chunks: Mapping[str, FileChunks]) -> Callable[[Path], None]:
        return embed_chunks(root, chunks, encoder, None, max_bytes=1 << 20, progress=lambda done, total: None).attach

    def changed(chunks: Mapping[str, FileChunks | None]) -> Callable[[Chunked], None]:
        return ChangedVectors(root, chunks, encoder, 1 << 20).attach

    project, editor = Project(root, config), Editor(root, seed=len(sample))
    folder = IndexFolder(tmp_path / "made")
    before = project.state()
    write_whole(folder, before, embedded(before.chunks))
    for step in range(STEPS):
        done = editor.edit()
        after = project.state()
        write_difference(folder, before, after, changed)
        whole = IndexFolder(tmp_path / f"whole{step}")
        write_whole(whole, after, embedded(after.chunks))
        try:
            assert_same(root, config, folder, whole, QUERIES)
        except AssertionError as error:
            raise AssertionError(f"after step {step}, {done}: {error}") from None
        before = after


def test_two_hundred_edits_one_after_the_other(tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(ROOT / "fieldnotes", root)
    config = replace(Config(tmp_path / "home"), vectors=False)
    project, editor = Project(root, config), Editor(root, seed=2)
    folder, whole = IndexFolder(tmp_path / "made"), IndexFolder(tmp_path / "whole")
    before = project.state()
    write_whole(folder, before)
    for step in range(1, 201):
        if step % 50 == 0:
            shutil.rmtree(root)
            shutil.copytree(ROOT / "fieldnotes", root)  # as when a branch is switched
        else:
            editor.edit()
        after = project.state()
        write_difference(folder, before, after)
        before = after
        if step % 25 == 0:
            write_whole(whole, after)
            assert_same(root, config, folder, whole, QUERIES)
    reader = Reader.open(folder)
    generation = folder.get_generation(reader.generation)
    assert len(list(generation.glob("terms-*.bin"))) < 9
    fresh = whole.get_database(whole.get_current()).stat().st_size
    assert (generation / "graph.db").stat().st_size < 3 * fresh
    reader.close()


def test_a_killed_commit_leaves_the_last_generation(tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(ROOT / "fieldnotes", root)
    project = Project(root, replace(Config(tmp_path / "home"), vectors=False))
    states = [project.state()]
    (root / "src/store/index.ts").write_text("export function other(): void {}\n")
    states.append(project.state())
    folder = IndexFolder(tmp_path / "made")
    write_whole(folder, states[0])
    chance, total = random.Random(5), _count_steps(commit_of(folder, states[0], states[1]), tmp_path / "steps")
    made = []
    for _ in range(16):
        at = folder.get_current() % 2 == 0  # odd generations are of the first state: every commit makes the other one
        commit, last = commit_of(folder, states[at], states[not at]), chance.randrange(total)
        child = os.fork()
        if not child:
            signal.alarm(CHILD_S)
            with _Steps(last).counted():
                commit()
            os._exit(0)
        os.waitpid(child, 0)
        folder.sweep()
        reader = Reader.open(folder)
        made.append(reader.generation)
        assert reader.check_integrity() == "ok"
        assert sorted(row.id for row in reader.list_symbols()) == _symbols_of(states[reader.generation % 2 == 0])
        assert Index(root, reader, project.config).search_code("store").hits
        reader.close()
    write_difference(folder, states[folder.get_current() % 2 == 0], states[folder.get_current() % 2])
    assert folder.get_current() == made[-1] + 1 < 18  # some were killed before they were done


CHILD_S = 120
"""Seconds after which a child is killed whatever it does."""


def _count_steps(commit: Callable[[], object], into: Path) -> int:
    """Return how many steps a commit takes, which a child makes: a profiler that hangs there ends the child alone."""
    child = os.fork()
    if not child:
        signal.alarm(CHILD_S)
        steps = _Steps()
        with steps.counted():
            commit()
        into.write_text(str(steps.taken))
        os._exit(0)
    os.waitpid(child, 0)
    return int(into.read_text())


class _Steps:
    """Counts calls of functions; the process is killed at the one after `last`."""

    def __init__(self, last: int | None = None) -> None:
        self.last = last
        self.taken = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        sys.setprofile(self._step)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _step(self, *_: object) -> None:
        self.taken += 1
        if self.taken == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


def _symbols_of(state: State) -> list[str]:
    named = {
        format_id(f.language, f.path, s.qualname, map_suffixes(f.symbols).get(i, ""))
        for f in state.graph.files
        for i, s in enumerate(f.symbols)
        if not s.flags & Flag.ANONYMOUS
    }
    have = {f.path for f in state.graph.files}
    return sorted(
        named | {f"text:{row.path}" for row in state.rows if row.path not in have and row.status != "skipped"}
    )
