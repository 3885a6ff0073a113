"""Links between memories, and memories derived from others.

The verbs are link, traverse, refine, split, merge and decisions.
"""

from __future__ import annotations

from functools import partial

from codegraph.memory import notes, refine_split_merge, write_validation
from codegraph.memory.decisions import find_decision_chain
from codegraph.memory.graph_walk import MAX_DEPTH, Direction, Edge, Order, Step, list_memory_edges, walk
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_model import Memory, Origin, Run, Vocabulary
from codegraph.memory.notes import Draft, Edit
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers, requests
from codegraph.operations.memory.memory_context import choose_namespaces, list_readable_namespaces
from codegraph.operations.memory.notes import find_offered, link_ends
from codegraph.operations.projection import project

_HEAD = 100


def link(context: Context, request: requests.LinkRequest) -> Answer[answers.LinkAnswer]:
    relationship = write_validation.check_relationship(request.relationship)
    source, target = link_ends(context, (request.source, request.target))
    with context.open_memory().write() as recording:
        made = notes.link(recording, source, target, relationship, request.weight)
        return Answer(project(answers.LinkAnswer, link=made, token=recording.operation))


def traverse(context: Context, request: requests.TraverseRequest) -> Answer[answers.TraverseAnswer]:
    depth = write_validation.check_integer(request.depth, "--depth", 0, MAX_DEPTH)
    direction = Direction.BOTH if request.both else Direction.OUTGOING
    here = list_readable_namespaces(context.repo)
    (start,) = link_ends(context, (request.start,), archived=True)
    with context.open_memory().read() as state:
        edges = partial(list_memory_edges, state, direction=direction, namespaces=here)
        found = walk(start, edges, depth=depth, order=Order(request.algorithm))
        memories = state.read_by_ids(step.id for step in found.steps)
        runs = {step.id: run for step in found.steps if (run := state.learning.find_run(step.id)) is not None}
    warnings = (f"stopped after {len(found.steps)} nodes",) if found.cut else ()
    rows = tuple(_step_row(step, memories.get(step.id), runs.get(step.id)) for step in found.steps)
    return Answer(answers.TraverseAnswer(rows, tuple(map(_build_row, found.edges)), found.cut), None, warnings)


def _step_row(step: Step, memory: Memory | None, run: Run | None) -> answers.StepRow:
    text = run.task if run is not None else step.id
    return answers.StepRow(
        step.id,
        step.depth,
        str(memory.body.kind) if memory else "run" if run else "symbol",
        to_one_line(memory.body.content if memory else text)[:_HEAD],
        step.edge.relationship if step.edge else "",
        step.edge.get_other_end(step.id) if step.edge else "",
    )


def _build_row(edge: Edge) -> answers.LinkRow:
    if edge.link is not None:
        return project(answers.LinkRow, edge.link)
    return project(answers.LinkRow, edge, label="", at="", metadata={})


def refine(context: Context, request: requests.RefineRequest) -> Answer[answers.WrittenAnswer]:
    offers = find_offered(context, request.id, request.content)
    edit = Edit(request.content, None, request.importance, None, request.tag or None, offers=offers)
    with context.open_memory().write() as recording:
        made = refine_split_merge.refine(
            recording, request.id, edit, origin=Origin.HUMAN, vocabulary=Vocabulary.CODEGRAPH
        )
        return Answer(project(answers.WrittenAnswer, action="refined", memory=made, token=recording.operation))


def split(context: Context, request: requests.SplitRequest) -> Answer[answers.SeveralWrittenAnswer]:
    offers = [find_offered(context, request.id, text) or () for text in request.part]
    with context.open_memory().write() as recording:
        whole = notes.find(recording.state, request.id)
        parts = [Draft(t, importance=whole.body.importance, anchors=a) for t, a in zip(request.part, offers)]
        made = refine_split_merge.split(
            recording, whole.id, parts, origin=Origin.HUMAN, vocabulary=Vocabulary.CODEGRAPH
        )
        return Answer(project(answers.SeveralWrittenAnswer, action="split", memories=made, token=recording.operation))


def merge(context: Context, request: requests.MergeRequest) -> Answer[answers.SeveralWrittenAnswer]:
    kind = write_validation.check_kind(request.kind, Vocabulary.CODEGRAPH, "--kind")
    offers = find_offered(context, request.id[0], request.content) if request.id else None
    draft = Draft(
        request.content, kind, request.importance, tags=request.tag, origin=Origin.HUMAN, anchors=offers or ()
    )
    with context.open_memory().write() as recording:
        made = refine_split_merge.merge(recording, request.id, draft)
        told = {"memories": [made], "token": recording.operation}
        return Answer(project(answers.SeveralWrittenAnswer, action="merged", **told))


NEWEST = 20
"""Decisions that are listed where no topic and no file is given."""


def list_decisions(context: Context, request: requests.DecisionsRequest) -> Answer[answers.DecisionsAnswer]:
    namespaces = choose_namespaces(context, request.namespace, request.every)
    with context.open_memory().read() as state:
        chain = find_decision_chain(state, file_path=request.file, topic=request.topic, namespaces=namespaces)
    decisions = chain.decisions
    if not request.file.strip() and not request.topic.strip():
        decisions = decisions[: -1 - NEWEST : -1]  # of no topic there is no chain to follow: the newest first
    return Answer(project(answers.DecisionsAnswer, chain, decisions=decisions))
