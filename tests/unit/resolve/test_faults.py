"""A piece of work that fails costs its own edges and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from support import samples

from codegraph.graph_model import DeltaEdge, Graph, compute_difference
from codegraph.indexing.watchdog import Watchdog
from codegraph.resolve import memoised_query, resolve
from codegraph.resolve.edges import emitter, structural_edges
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.faults import Pulse
from codegraph.resolve.incremental.incremental_program import OutgrownError, Resident
from codegraph_parsers import extract
from codegraph_parsers.file_facts import FileFacts

CASES = {
    "storefront": "storefront/orders/service.py",
    "fieldnotes": "src/api/client.ts",
    "signalbox": "controller/src/track.cpp",
    "tidewatch": "packer/crates/codec/src/error.rs",
}
"""A file of each sample project that others use and that uses others."""


def files_of(name: str) -> list[FileFacts]:
    return [extract.parse(source) for source in samples.sources(name)]


def edges_of(graph: Graph) -> dict[str, set[DeltaEdge]]:
    """Edges by path of the file they start in."""
    return {path: set(edges) for path, edges in compute_difference(Graph([], []), graph).edges.items()}


def fail(emitter: Emitter) -> None:
    raise ValueError("something is odd\nand more")


def recurse(emitter: Emitter) -> None:
    recurse(emitter)


def run_out_of_memory(emitter: Emitter) -> None:
    raise MemoryError


def evaluate_without_end(emitter: Emitter) -> None:
    evaluator = emitter.evaluator
    while True:
        for file, exprs in enumerate(evaluator.exprs):
            for index in range(1, len(exprs)):
                evaluator.value(file, index)
                evaluator.queries.values[file][index] = None


def break_sites(monkeypatch: pytest.MonkeyPatch, path: str, how: Callable[[Emitter], None]) -> None:
    """Let every site of one file fail."""

    def broken(whole: Callable[..., object], at: int) -> Callable[..., object]:
        def run(*arguments: object, **keywords: object) -> object:
            emitter, file = arguments[0], arguments[at]
            assert isinstance(emitter, Emitter)
            assert isinstance(file, int)
            if emitter.program.files[file].path == path:
                how(emitter)
            return whole(*arguments, **keywords)

        return run

    monkeypatch.setattr(Emitter, "emit_call_site", broken(Emitter.emit_call_site, 1))
    monkeypatch.setattr(emitter, "mention", broken(emitter.mention, 1))
    monkeypatch.setattr(emitter, "emit_unnamed", broken(emitter.emit_unnamed, 1))


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(emitter, "MAX_EVALUATIONS", 5_000)
    monkeypatch.setattr(memoised_query, "MAX_EVALUATIONS", 5_000)
    yield


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize("how", [fail, recurse, run_out_of_memory, evaluate_without_end])
@pytest.mark.parametrize(("name", "path"), CASES.items())
def test_sites_that_fail_are_as_if_the_file_had_none(
    monkeypatch: pytest.MonkeyPatch, name: str, path: str, how: Callable[[Emitter], None]
):
    files = files_of(name)
    assert path in {facts.path for facts in files}
    without = [replace(facts, sites=[]) if facts.path == path else facts for facts in files]
    expected = resolve(without, samples.manifests(name))
    break_sites(monkeypatch, path, how)

    graph = resolve(files, samples.manifests(name))

    assert edges_of(graph) == edges_of(expected)
    assert {fault.path for fault in graph.faults} == {path}
    assert all(fault.line and how.__name__ in fault.traceback for fault in graph.faults[:3])


def test_what_failed_is_told_in_a_few_words_with_its_place(monkeypatch: pytest.MonkeyPatch):
    break_sites(monkeypatch, CASES["storefront"], fail)
    graph = resolve(files_of("storefront"), {})
    assert {fault.message for fault in graph.faults} == {"ValueError: something is odd in fail"}


def test_a_site_that_never_ends_is_interrupted(monkeypatch: pytest.MonkeyPatch):
    files = files_of("storefront")
    asked: list[int] = []
    whole = Emitter.emit_call_site

    def emit_call_site(self: Emitter, file: int, source: int, expr: int, kind: str, owner: int) -> object:
        if self.program.files[file].path == CASES["storefront"] and (not asked or asked[0] == expr):
            asked.append(expr)
            while True:
                pass
        return whole(self, file, source, expr, kind, owner)

    monkeypatch.setattr(Emitter, "emit_call_site", emit_call_site)
    pulse = Pulse()
    with Watchdog(pulse, 0.3):
        graph = resolve(files, {}, pulse=pulse)

    assert [fault.message for fault in graph.faults] == ["no end in emit_call_site"]
    assert sum(len(edges) for edges in edges_of(graph).values()) > 100


@pytest.mark.parametrize("name", CASES)
def test_a_class_whose_bases_fail_costs_no_other_class(monkeypatch: pytest.MonkeyPatch, name: str):
    files, path = files_of(name), CASES[name]
    expected = edges_of(resolve(files, samples.manifests(name)))

    def base_edge(emitter: Emitter, file: int, *rest: object) -> None:
        if emitter.program.files[file].path == path:
            raise KeyError("base")
        whole(emitter, file, *rest)

    whole: Callable[..., None] = structural_edges.emit_base
    monkeypatch.setattr(structural_edges, "emit_base", base_edge)
    graph = resolve(files, samples.manifests(name))

    found = edges_of(graph)
    assert {p: edges for p, edges in found.items() if p != path} == {p: e for p, e in expected.items() if p != path}
    assert found.get(path, set()) <= expected[path]


def test_an_expression_that_fails_costs_what_rests_on_it(monkeypatch: pytest.MonkeyPatch):
    files, path = files_of("storefront"), CASES["storefront"]
    expected = edges_of(resolve(files, {}))
    whole = Evaluator.evaluate_attribute

    def attr(self: Evaluator, file: int, expr: tuple[object, ...]) -> object:
        if self.program.files[file].path == path:
            raise IndexError
        return whole(self, file, expr)

    monkeypatch.setattr(Evaluator, "evaluate_attribute", attr)
    found = edges_of(resolve(files, {}))
    assert sum(map(len, found.values())) > sum(map(len, expected.values())) // 2


def test_import_rules_that_fail_cost_the_imports_alone(monkeypatch: pytest.MonkeyPatch):
    from codegraph_parsers.lang.python.imports import PythonProject

    def resolve_import(*_: object) -> object:
        raise AttributeError("rules")

    monkeypatch.setattr(PythonProject, "resolve", resolve_import)
    graph = resolve(files_of("storefront"), {})
    assert graph.faults
    assert any(edges_of(graph).values())


def test_what_fails_outside_every_piece_leaves_the_symbols(monkeypatch: pytest.MonkeyPatch):
    def emit_tests(_: Emitter) -> None:
        raise OverflowError

    monkeypatch.setattr("codegraph.resolve.emit_tests", emit_tests)
    files = files_of("storefront")
    graph = resolve(files, {})
    assert [facts.path for facts in graph.files] == sorted(facts.path for facts in files)
    assert not graph.edges
    assert {fault.path for fault in graph.faults} == {facts.path for facts in files}


def test_a_program_in_memory_leaves_what_fails_to_a_whole_run(monkeypatch: pytest.MonkeyPatch):
    files = files_of("storefront")
    paths = [facts.path for facts in files]
    resident = Resident.make(files, {}, paths)
    break_sites(monkeypatch, CASES["storefront"], fail)
    edited = next(facts for facts in files if facts.path == CASES["storefront"])
    with pytest.raises(OutgrownError):
        resident.update({edited.path: replace(edited, sites=edited.sites[:-1])}, {}, paths)
    with pytest.raises(OutgrownError):
        Resident.make(files, {}, paths)
