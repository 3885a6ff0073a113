"""Resolution of a tree: facts of its files in, a graph out. Pure.

Scopes, imports, members and value flow decide what every reference means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from codegraph.graph_model import Fault, Graph
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.edges.level_emission import emit_levels
from codegraph.resolve.edges.structural_edges import emit_structure, emit_tests
from codegraph.resolve.endpoints.attachment import attach_endpoints, list_items
from codegraph.resolve.endpoints.endpoint_rows import EMPTY, FileRows
from codegraph.resolve.endpoints.extraction import Extractor
from codegraph.resolve.endpoints.route_matching import compose
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.faults import MAX_ROUNDS, Faults, Pulse, StalledError, Task, make_fault
from codegraph.resolve.program.program import Program
from codegraph.resolve.recursion import allow_deep_recursion, take_apart
from codegraph.resolve.stages import Stages
from codegraph_parsers.file_facts import FileFacts


def resolve(
    files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str] = (), *, pulse: Pulse | None = None,
    is_last: bool = False,
) -> Graph:  # fmt: skip
    """Return the graph of a tree.

    `manifests` maps paths of manifest files to text, `paths` lists every file of the tree; `pulse` counts the progress.
    `is_last` says that the process ends soon: everything is then freed at once, and nothing one by one before. Equal
    input gives an equal graph whatever the order of `files`. No file content makes this raise: pieces of work that fail
    are left out, and `Graph.faults` lists them.
    """
    left_out: dict[Task, Fault] = {}
    whole: frozenset[int] = frozenset()
    with allow_deep_recursion():
        for number in range(2 * MAX_ROUNDS):
            faults = Faults(left_out, whole)
            try:
                graph = _resolve(files, manifests, paths, faults, pulse or Pulse(), is_last=is_last)
            except StalledError:
                continue  # interrupted between two pieces, of which neither is at fault
            except Exception as error:  # noqa: BLE001 - the last resort: a graph without edges
                return _build_graph_without_edges(files, error)
            if not faults.found:
                graph.faults = list(left_out.values())
                return graph
            left_out |= faults.found
            if number >= MAX_ROUNDS - 1:
                whole |= {task.file for task in faults.found}
        return _build_graph_without_edges(files, StalledError())


def _resolve(
    files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str], faults: Faults, pulse: Pulse, *,
    is_last: bool,
) -> Graph:  # fmt: skip
    program = Program(files, manifests, paths, faults=faults, pulse=pulse)
    stages = Stages(program, None)
    evaluator = stages.make_evaluator(stages.make())
    emitter = Emitter(evaluator)
    emit_levels(evaluator, emitter)
    for file in range(program.tree):
        evaluator.queries.begin()
        emit_structure(emitter, file)
    emit_tests(emitter)
    edges, unresolved = emitter.settled.finish()
    graph = Graph(
        program.files[: program.tree], program.offsets[: program.tree], emitter.external_list, edges, unresolved
    )
    _add_endpoints(graph, evaluator)
    if not is_last or faults.found:
        take_apart(emitter, faults, pulse)
        take_apart(stages, faults, pulse)
    return graph


def _add_endpoints(graph: Graph, evaluator: Evaluator) -> None:
    """Add routes and requests to the graph of a program that is not recorded."""
    extractor, found = Extractor(evaluator, _get_own), dict[int, FileRows]()
    files = range(evaluator.program.tree)
    for file in files:
        evaluator.queries.begin()
        rows = evaluator.attempt(Task("endpoints", file), partial(extractor.extract, file), EMPTY)
        if rows != EMPTY:
            found[file] = rows
    take_apart(extractor, evaluator, evaluator.program)  # its query refers to it
    if found:
        composition = compose(found.items(), evaluator.program.models.all)
        attach_endpoints(graph, composition, files, {item: item for item in list_items(composition)})


def _get_own(gid: int) -> int:
    return gid


def _build_graph_without_edges(files: Sequence[FileFacts], error: Exception) -> Graph:
    """Return the symbols of a tree in which nothing could be resolved."""
    ordered = sorted(files, key=lambda facts: facts.path)
    offsets = [0]
    for facts in ordered:
        offsets.append(offsets[-1] + len(facts.symbols))
    faults = [make_fault(facts.path, error) for facts in ordered]
    return Graph(ordered, offsets[:-1], faults=faults)
