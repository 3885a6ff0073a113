"""FileFacts in, Graph out: scopes, imports, members and value flow decide what every mention means. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codegraph.model import Graph
from codegraph.resolve.deep import deep, take_apart
from codegraph.resolve.emit import Emitter
from codegraph.resolve.flow import flow_parameters
from codegraph.resolve.program import Program
from codegraph.resolve.stages import Stages
from codegraph.resolve.structure import emit_structure, emit_tests
from codegraph_parsers.facts import FileFacts


def resolve(files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str] = ()) -> Graph:
    """The graph of a tree. `manifests` maps paths of manifest files to text, `paths` lists every file of the tree.

    Equal input gives an equal graph whatever the order of `files`.
    """
    with deep():
        return _resolve(files, manifests, paths)


def _resolve(files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str]) -> Graph:
    program = Program(files, manifests, paths)
    stages = Stages(program, None)
    evaluator = stages.evaluator(stages.make())
    emitter = Emitter(evaluator)
    flow_parameters(evaluator, emitter)
    for file in range(program.tree):
        evaluator.work.begin()
        emit_structure(emitter, file)
    emit_tests(emitter)
    edges, unresolved = emitter.settled.finish()
    graph = Graph(
        program.files[: program.tree], program.offsets[: program.tree], emitter.external_list, edges, unresolved
    )
    take_apart(emitter)
    take_apart(stages)
    return graph
