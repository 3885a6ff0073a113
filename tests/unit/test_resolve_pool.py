"""Resolving in several processes gives what one process gives."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from support import corpus, samples

from codegraph.graph_model import Graph, compute_difference
from codegraph.indexing.pipeline import index_repository
from codegraph.indexing.resolve_pool import MOST_PROCESSES, PROCESSES, Outcome, emit_program, read_process_count
from codegraph.query.index import Index
from codegraph.resolve import resolve
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.incremental.incremental_program import Resident
from codegraph.resolve.incremental.shards import partition_files
from codegraph.resolve.types.abstract_values import Parameters
from codegraph.settings.config import Config
from codegraph_parsers import extract
from codegraph_parsers.file_facts import FileFacts, SourceFile

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forks"),
    pytest.mark.usefixtures("can_fork"),
]

CASES = sorted((case for case in corpus.cases() if case.paths[1:]), key=lambda case: -len(case.paths))
"""Cases of several files."""

FLOW = {
    "lib/run.py": "def run(work, *more):\n    return hand(work)\n\n\ndef hand(done):\n    return done.start()\n",
    "lib/make.py": "from lib.run import run\n\n\nclass Car:\n    def start(self):\n        return Wheel()\n\n\n"
    "class Wheel:\n    def turn(self):\n        pass\n",
    "use/one.py": "from lib.make import Car\nfrom lib.run import run\n\n\ndef one():\n    run(Car()).turn()\n",
    "use/two.py": "from lib.run import hand\nfrom use.three import wrap\n\n\ndef two(car):\n    hand(wrap(car)).turn()\n",
    "use/three.py": "from lib.make import Car\n\n\ndef wrap(car):\n    return car\n\n\ndef three():\n    wrap(Car()).start()\n",
}
"""Arguments that go through the functions of several files."""


def parse_python(texts: dict[str, str]) -> list[FileFacts]:
    return [extract.parse(SourceFile(path, text.encode(), "python", "")) for path, text in sorted(texts.items())]


def prepare(files: Sequence[FileFacts], manifests: dict[str, str]) -> Resident:
    return Resident.prepare(files, manifests, sorted(facts.path for facts in files))


def emit_graph(files: Sequence[FileFacts], manifests: dict[str, str], count: int) -> Graph:
    resident = prepare(files, manifests)
    outcome = emit_program(resident, count, Path("/nowhere"))
    assert outcome is (Outcome.DONE if count > 1 else Outcome.FAILED)
    return resident.take_graph()


def assert_equal(graph: Graph, expected: Graph) -> None:
    assert graph.offsets == expected.offsets
    assert graph.externals == expected.externals
    assert graph.edges == expected.edges
    assert graph.unresolved == expected.unresolved


@pytest.mark.parametrize("sample", samples.names())
def test_graphs_of_samples_are_equal_for_any_number_of_processes(sample: str):
    files, manifests = samples.facts(sample), samples.manifests(sample)
    expected = emit_graph(files, manifests, 1)
    assert expected.edges
    for count in (2, 3, 4):
        assert_equal(emit_graph(files, manifests, count), expected)


@pytest.mark.parametrize("case", CASES[:40], ids=lambda case: case.name)
def test_graphs_of_cases_are_equal_for_any_number_of_processes(case: corpus.Case):
    files, manifests = list(map(extract.parse, corpus.sources(case))), corpus.manifests(case)
    assert_equal(emit_graph(files, manifests, 3), emit_graph(files, manifests, 1))


@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_what_flows_through_files_of_several_processes_is_followed(count: int):
    files = parse_python(FLOW)
    graph = emit_graph(files, {}, count)
    assert_equal(graph, emit_graph(files, {}, 1))
    names = [symbol.qualname for facts in graph.files for symbol in facts.symbols]
    found = {(names[edge.source], names[edge.target]) for edge in graph.edges if edge.target >= 0}
    assert {("hand", "Car.start"), ("one", "Wheel.turn"), ("three", "Car.start")} <= found


def test_every_file_is_in_one_shard():
    run = prepare(parse_python(FLOW), {}).take_run()
    for count in (1, 2, 4, 12):
        shards = partition_files(run.program, count)
        assert len(shards) == count
        assert sorted(file for files in shards for file in files) == run.program.order


def is_worker() -> bool:
    return multiprocessing.parent_process() is not None


def break_one_file(monkeypatch: pytest.MonkeyPatch, path: str, fail: Callable[[], object]) -> None:
    """Let something happen where the sites of one file are emitted by a process of the pool."""
    emit_file = Emitter.emit_file

    def broken(self: Emitter, file: int, sites: Iterable[int] | None = None) -> dict[int, Parameters]:
        if is_worker() and self.program.files[file].path == path:
            fail()
        return emit_file(self, file, sites)

    monkeypatch.setattr(Emitter, "emit_file", broken)


def raise_error() -> None:
    raise OverflowError


def spin() -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        pass


@pytest.mark.parametrize(
    ("happen", "outcome"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), Outcome.DIED),
        (raise_error, Outcome.FAILED),
        (spin, Outcome.FAILED),
    ],
    ids=["killed", "raises", "stands still"],
)
def test_one_process_resolves_what_several_do_not(
    monkeypatch: pytest.MonkeyPatch, happen: Callable[[], object], outcome: Outcome
):
    files = parse_python(FLOW)
    expected = emit_graph(files, {}, 1)
    break_one_file(monkeypatch, "use/two.py", happen)
    resident = prepare(files, {})
    assert emit_program(resident, 3, Path("/nowhere"), limit_s=3) is outcome
    assert_equal(resident.take_graph(), expected)
    assert not multiprocessing.active_children()


def test_dependencies_that_several_processes_recorded_serve_edits():
    files = {facts.path: facts for facts in parse_python(FLOW)}
    changed = dict(FLOW)
    changed["lib/make.py"] = FLOW["lib/make.py"].replace("return Wheel()", "return Car()")
    changed["use/three.py"] = FLOW["use/three.py"].replace("return car", "return Car()")
    for path in ("lib/make.py", "use/three.py"):
        resident = prepare(list(files.values()), {})
        assert emit_program(resident, 3, Path("/nowhere")) is Outcome.DONE
        before = resident.take_graph()
        texts = FLOW | {path: changed[path]}
        edited = {facts.path: facts for facts in parse_python(texts)}
        restored = Resident.restore(resident.make_base(), b"", lambda summary: files[summary.path])
        delta = restored.update({path: edited[path]}, {}, sorted(edited))
        after = resolve(list(edited.values()), {})
        wanted = compute_difference(before, after)
        assert wanted.edges
        for each in wanted.edges:
            assert sorted(delta.edges.get(each, [])) == sorted(wanted.edges[each])


def test_an_index_is_the_same_and_a_dead_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = tmp_path / "root"
    for path, text in FLOW.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    found: list[list[object]] = []
    warnings: list[tuple[str, ...]] = []
    for number, count in enumerate(("1", "4", "4")):
        monkeypatch.setenv(PROCESSES, count)
        if number == 2:
            break_one_file(monkeypatch, "use/two.py", lambda: os.kill(os.getpid(), signal.SIGKILL))
        config = Config(tmp_path / f"home{number}", vectors=False, workers=1)
        warnings.append(index_repository(root, config).warnings)
        with Index.open(root, config) as index:
            found.append(list(index.iterate_edges()))
    assert found[0]
    assert found[1] == found[0]
    assert found[2] == found[0]
    assert warnings[:2] == [(), ()]
    assert "died" in warnings[2][0]


def test_one_process_resolves_unless_more_are_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(PROCESSES, raising=False)
    assert read_process_count() == 1
    for said, count in (("3", 3), ("0", 1), ("many", 1), ("1000", MOST_PROCESSES)):
        monkeypatch.setenv(PROCESSES, said)
        assert read_process_count() == count
