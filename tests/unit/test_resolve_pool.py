"""Resolving in several processes gives what one process gives."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from support import corpus, samples

from codegraph import resolve_pool
from codegraph.config import Config
from codegraph.index import Index
from codegraph.model import Graph, difference
from codegraph.pipeline import index_repository
from codegraph.resolve import resolve
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.incremental.incremental_program import Resident
from codegraph.resolve.incremental.shards import partition_files
from codegraph.resolve_pool import PROCESSES, Outcome, choose_process_count, emit
from codegraph_parsers import extract
from codegraph_parsers.facts import FileFacts, SourceFile

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forks")

CASES = sorted((case for case in corpus.cases() if case.paths[1:]), key=lambda case: -len(case.paths))
ALL_CASES = [facts for case in CASES for facts in map(extract.parse, corpus.sources(case))]
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
    outcome = emit(resident, count, Path("/nowhere"))
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
