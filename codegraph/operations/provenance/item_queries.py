"""Reading items: recall by meaning, search by words, and what a kref names."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, LanguageError, NotFoundError
from codegraph.memory import write_validation
from codegraph.memory.events import Access, MemoriesAccessed
from codegraph.memory.kind_translation import expand_kind, translate_kind
from codegraph.memory.memory_engine import decode
from codegraph.memory.memory_model import (
    RECALLABLE,
    Artifact,
    Bundle,
    Filter,
    Memory,
    MemoryStatus,
    Place,
    Revision,
    Vocabulary,
)
from codegraph.memory.provenance.items import (
    LATEST,
    Direction,
    FoundItem,
    build_bundle_kref,
    build_kref,
    find_bundle,
    find_item,
    find_revision,
    find_tagged,
    get_title,
    get_word,
    list_edges,
    read_kref,
)
from codegraph.memory.provenance.steps import reformulate
from codegraph.memory.provenance.word_search import Depth, QueryWords, rank_texts, read_query, search_items, split_words
from codegraph.memory.recall.missing_terms import explain_missing
from codegraph.memory.recall.question import understand
from codegraph.memory.recall.request import RecallRequest, RecallResult, Source
from codegraph.memory.recall.temporal_rerank import (
    HOLDING,
    LATER,
    Candidate,
    TimeQuestion,
    is_about_now,
    is_about_several,
    rerank,
)
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.recalling import open_recaller, record_delivery
from codegraph.operations.projection import project
from codegraph.operations.provenance import answers, item_rows, requests
from codegraph.operations.provenance.item_context import GATE, check_bounds, find_model
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.kref import BUNDLE, SCHEME, get_project, normalize_edge_type, normalize_space, parse_kref
from codegraph.store.memory.reader import Reader

REPEAT_S: Final = 5.0
REPEATED: Final = (
    "replayed: the same question was asked less than 5 seconds ago, and nothing was written to memory since"
)


class LogPosition(NamedTuple):
    """The last event of the log that an answer rests on."""

    seq: int
    mark: str  # tells it from an event of another log with the same number

    @classmethod
    def read(cls, state: Reader) -> LogPosition:
        """Return the position of the last event in a log."""
        seq = state.read_last_seq()
        return cls(seq, state.build_event_mark(seq))

    def is_current(self, state: Reader) -> bool:
        """Return whether nothing was written since.

        A delivery is no write, because it changes no answer."""
        return state.build_event_mark(self.seq) == self.mark and all(
            isinstance(event := decode(row).event, MemoriesAccessed) and event.how is Access.SERVED
            for row in state.iterate_events(after=self.seq)
        )


class _CachedAnswer(NamedTuple):
    """An answer, when it was given, and the events that it rests on."""

    at: float
    position: LogPosition
    answer: answers.EngageAnswer


class RepeatGuard:
    """Answers of the last seconds, in one process. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._kept: dict[Hashable, _CachedAnswer] = {}
        self._lock = threading.Lock()

    def replay(self, question: Hashable, state: Reader) -> answers.EngageAnswer | None:
        """Return the answer that the question got.

        Returns None where it is too old or memory was written since."""
        with self._lock:
            now = self.clock()
            self._kept = {asked: kept for asked, kept in self._kept.items() if now - kept.at < REPEAT_S}
            kept = self._kept.get(question)
        return kept.answer if kept is not None and kept.position.is_current(state) else None

    def keep(self, question: Hashable, position: LogPosition, answer: answers.EngageAnswer) -> None:
        """Keep an answer that was found in the state of memory at `position`."""
        with self._lock:
            self._kept[question] = _CachedAnswer(self.clock(), position, answer)


# by meaning


NEXT_TO: Final = 0.9
"""What another wording of a question, or a way through the graph, leaves of a score."""

NOTHING: Final = "nothing here has enough of these words: fewer of them find more, and engage looks for what they mean"

GUARD: Final = RepeatGuard()
"""Recent answers, shared by engage and recall."""


def recall_memories(
    context: Context, request: requests.EngageRequest, *, hidden: Sequence[str] = ()
) -> answers.EngageAnswer:
    """Return the memories that answer a question. Raises InvalidError."""
    check_bounds(request)
    limit, deep = request.limit, request.graph_augmented
    if not request.query.strip():
        raise InvalidError("`query` is empty", hint="ask something, such as: transport choice for the daemon")
    with context.open_memory().read() as state:
        wanted = make_scope(context, state, request.space_paths, request.memory_types, hidden=hidden)
    asked = RecallRequest(request.query, filter=wanted, limit=limit, depth=2 if deep else 0, bridges=deep)
    judge = judge_of(context)
    expansion, note = None, ""
    with open_recaller(context.config) as kept:
        found = {one.memory.id: (one, one.score) for one in kept.recall(asked, judge).results}
    if deep:
        expansion, note = _ask_otherwise(context, request.query, [one for one, _ in found.values()])
        for query in expansion.queries:
            with open_recaller(context.config) as kept:
                results = kept.recall(RecallRequest(query, filter=wanted, limit=limit, depth=1), judge).results
            for one in results:
                score = NEXT_TO * one.score
                if one.memory.id not in found or found[one.memory.id][1] < score:
                    found[one.memory.id] = (one, score)
    best = sorted(found.values(), key=lambda pair: (-pair[1], pair[0].memory.row))
    best = [(one, score) for one, score in best if score >= request.min_score][:limit]
    with context.open_memory().read() as state:
        places = state.read_places([one.memory.row for one, _ in best])
        shown = tuple(
            item_rows.build_recalled(state, one, places.get(one.memory.row), score, request.recall_mode)
            for one, score in best
        )
    record_delivery(context, [result.id for result in shown])
    missing = explain_missing(request.query, (one.memory.body.content for one, _ in best))
    answer = answers.EngageAnswer("", (), (), 0, request.recall_mode, deep, expansion)
    return answer_with(answer, shown, _join(note, missing))


def answer_with(answer: answers.EngageAnswer, results: tuple[answers.Result, ...], note: str) -> answers.EngageAnswer:
    """Return an answer with these results, their text and their krefs."""
    krefs = tuple(result.kref for result in results)
    context = item_rows.format_context(results)
    return answer._replace(context=context, results=results, source_krefs=krefs, count=len(results), note=note or None)


def _join(*notes: str | None) -> str:
    return "; ".join(filter(None, notes))


def _ask_otherwise(context: Context, query: str, found: Sequence[RecallResult]) -> tuple[answers.Expansion, str]:
    linked = [one for one in found if Source.LINK in one.sources or Source.BRIDGE in one.sources]
    near = [(get_title(one.memory), one.memory.body.tags) for one in (*linked, *found[:3])]
    note = ""
    try:
        queries = reformulate(find_model(context.config), query, near)
    except LanguageError as error:
        queries = reformulate(None, query, near)
        note = f"{error.message}; the graph was asked instead"
    return answers.Expansion(queries.method, queries.queries), note


def engage(context: Context, request: requests.EngageRequest) -> Answer[answers.EngageAnswer]:
    """Recall, with a text to give to a model and the krefs to reflect with.

    An agent that repeats its question gets the answer that it just got."""
    if context.surface == "cli":
        return Answer(recall_memories(context, request))
    question = (str(context.config.home), str(context.repo), request)
    with context.open_memory().read() as state:
        kept, position = GUARD.replay(question, state), LogPosition.read(state)
    if kept is not None:
        return Answer(kept._replace(note=_join(REPEATED, kept.note), deduplicated=True))
    found = recall_memories(context, request)
    GUARD.keep(question, position, found)
    return Answer(found)


def recall(context: Context, request: requests.EngageRequest) -> Answer[answers.EngageAnswer]:
    """Recall as `engage` does.

    Graph-augmented recall has to be switched on by the user."""
    if not request.graph_augmented or os.environ.get(GATE, "") in ("1", "true", "yes", "on"):
        return engage(context, request)
    found = engage(context, replace(request, graph_augmented=False)).results
    note = f"graph_augmented is off: it needs {GATE}=1 in the server's environment"
    return Answer(found._replace(note=_join(note, found.note)))


# by words


def retrieve(context: Context, request: requests.RetrieveRequest) -> Answer[answers.RetrieveAnswer]:
    """Find items by words, forgiving typing errors, or by date.

    Where words find nothing, bundles and plain text do."""
    check_bounds(request)
    asked = read_query([request.query, *request.keywords, *request.topics])
    if not asked.words and request.mode == "search" and not request.bundle_names:
        raise InvalidError("`query` is empty", hint="give words, keywords, topics or bundle_names; or mode latest")
    with context.open_memory().read() as state:
        spaces = request.space_paths or (normalize_space(request.project, "project"),)
        kind = request.memory_item_kind.strip()
        wanted = make_scope(context, state, spaces, request.memory_types, (kind,) if kind else ())
        found = state.select(wanted)
        if request.bundle_names:
            members = _collect_members(state, request.bundle_names, spaces)
            found = [m for m in found if m.id in members]
        hits, how = _match(state, found, request, asked, spaces)
        hits = [hit for hit in hits if hit[1] >= request.min_score]
        if request.mode == "search":
            hits = _rank_later_first(hits, request.query, context.open_memory().clock())
        else:
            hits.sort(key=lambda pair: (pair[0].created_at, pair[0].row), reverse=request.mode == "latest")
            how = "date" if not asked.words else how
        hits = hits[: request.limit]
        places = state.read_places([m.row for m, _ in hits])
        results = tuple(item_rows.build_result(state, m, places.get(m.row), score) for m, score in hits)
        note = None if results else _suggest_scope(state, spaces)
    unrecorded = record_delivery(context, [result.id for result in results])
    return Answer(answers.RetrieveAnswer(results, len(results), request.mode, how, note), warnings=unrecorded)


def _suggest_scope(state: Reader, spaces: Sequence[str]) -> str:
    """Return which projects were not searched, else what else may be tried."""
    searched = {space.partition("/")[0].casefold() for space in spaces}
    others = sorted({space.partition("/")[0] for space, _ in state.list_spaces()})
    others = [project for project in others if project.casefold() not in searched]
    if not others:
        return NOTHING
    return f"only {', '.join(spaces)} was searched; give `project` or `space_paths` to search {', '.join(others[:8])}"


def _match(
    state: Reader, found: Sequence[Memory], request: requests.RetrieveRequest, asked: QueryWords, spaces: Sequence[str]
) -> tuple[list[tuple[Memory, float]], str]:
    if not asked.words:
        return [(m, 1.0) for m in found], "bundle" if request.bundle_names else "date"
    hits = search_items(state, found, asked, Depth(revisions=request.include_revision_metadata))
    if hits:
        return hits, "search"
    named = [b.name for b, _ in _find_bundles(state, asked, spaces)]
    members = _collect_members(state, named, spaces) if named else set()
    inside = [(m, 0.5) for m in found if m.id in members]
    if inside:
        return inside, "bundle"
    text = request.query.strip().casefold()
    return [(m, 0.3) for m in found if text and text in m.body.content.casefold()], "pattern"


def _rank_later_first(hits: list[tuple[Memory, float]], query: str, now: int) -> list[tuple[Memory, float]]:
    """Return hits with the later word in front of what it overtakes.

    Only those of a question about the present change their order."""
    question = understand(query, now)
    if not is_about_now(question, expired=False) or is_about_several(query):
        return hits
    asked = TimeQuestion(frozenset(question.terms), query, now)
    for feature in (LATER, HOLDING):
        told = [Candidate(memory.body.content, memory.created_at, score) for memory, score in hits]
        hits = [hits[place] for place in rerank(told, feature, asked)]
    return hits


def _collect_members(state: Reader, names: Sequence[str], spaces: Sequence[str]) -> set[str]:
    wanted = {" ".join(split_query(name)) for name in names}
    return {
        id
        for bundle in state.list_bundles()
        if not bundle.deprecated and " ".join(split_query(bundle.name)) in wanted and _is_inside(bundle.space, spaces)
        for id in bundle.members
    }


def _find_bundles(state: Reader, asked: QueryWords, spaces: Sequence[str]) -> list[tuple[Bundle, float]]:
    """Return the bundles whose names hold at least half of the words."""
    found = [b for b in state.list_bundles() if _is_inside(b.space, spaces)]
    names = {i: split_words(b.name) for i, b in enumerate(found)}
    scores = rank_texts({i: (held, held) for i, held in names.items()}, asked)
    return sorted(((found[i], s) for i, s in scores.items() if s >= 0.5), key=lambda p: (-p[1], p[0].space, p[0].name))


def _is_inside(space: str, spaces: Sequence[str]) -> bool:
    low = [wanted.strip("/").casefold() for wanted in spaces]
    return not low or any(space.casefold() == w or space.casefold().startswith(w + "/") for w in low)


def search_text(context: Context, request: requests.FulltextRequest) -> Answer[answers.ItemsAnswer]:
    """Find items and bundles by words, forgiving typing errors."""
    check_bounds(request)
    limit = request.limit
    asked = read_query([request.query])
    if not asked.words:
        raise InvalidError("`query` has no word in it", hint="such as: transport choice")
    below = parse_prefix(request.context, "context")
    spaces = (below,) if below else ()
    kind = request.kind.strip()
    depth = Depth(request.include_revision_metadata, request.include_artifact_metadata)
    items: list[answers.Item] = []
    with context.open_memory().read() as state:
        if kind != BUNDLE:
            wanted = make_scope(
                context, state, spaces, (), (kind,) if kind else (), deprecated=request.include_deprecated
            )
            hits = search_items(state, state.select(wanted), asked, depth)[:limit]
            places = state.read_places([m.row for m, _ in hits])
            items = [item_rows.build_item(m, places.get(m.row), s, metadata=request.include_metadata) for m, s in hits]
        if kind in ("", BUNDLE):
            items += [
                item_rows.build_bundle_item(bundle, score)
                for bundle, score in _find_bundles(state, asked, spaces)
                if (request.include_deprecated or not bundle.deprecated) and _is_visible(context, state, bundle, below)
            ]
    items.sort(key=lambda one: -(one.score or 0.0))
    shown = tuple(one for one in items[:limit] if (one.score or 0.0) >= request.min_score)
    return Answer(answers.ItemsAnswer(shown, len(shown)))


def _is_visible(context: Context, state: Reader, bundle: Bundle, below: str) -> bool:
    """Return whether a bundle is shown.

    It is asked for by its space, or holds something of this repository."""
    here = list_readable_namespaces(context.repo)
    held = state.read_by_ids(bundle.members).values()
    return bool(below) or not held or any(m.namespace in here for m in held)


def search(context: Context, request: requests.SearchRequest) -> Answer[answers.ItemsAnswer]:
    """Find items by where they stand and what they are called."""
    check_bounds(request)
    limit = request.limit
    below = parse_prefix(request.context_filter, "context_filter")
    name, kind = request.name_filter.strip().casefold(), request.kind_filter.strip()
    with context.open_memory().read() as state:
        found = state.select(make_scope(context, state, (below,) if below else ()), newest=True)
        places = state.read_places([m.row for m in found])
        items = [item_rows.build_item(m, places.get(m.row)) for m in found]
        items += [
            item_rows.build_bundle_item(b)
            for b in state.list_bundles()
            if not b.deprecated
            and _is_inside(b.space, (below,) if below else ())
            and _is_visible(context, state, b, below)
        ]
    kept = [
        one
        for one in items
        if (not kind or kind in (one.kind, one.type))
        and (not name or name in one.name.casefold() or name in one.title.casefold())
    ]
    return Answer(answers.ItemsAnswer(tuple(kept[:limit]), len(kept)))


# by name


def _find_artifact(state: Reader, found: FoundItem, parameter: str) -> Artifact | None:
    """Return the artifact that a kref names, else the first of its revision."""
    held = state.list_artifacts(found.memory.row, found.kref.revision)
    if not found.kref.artifact:
        return next(iter(held), None)
    for artifact in held:
        if artifact.name == found.kref.artifact:
            return artifact
    known = ", ".join(artifact.name for artifact in held) or "none"
    raise NotFoundError(f"`{parameter}`: there is no artifact {found.kref.artifact!r}", hint=f"its artifacts: {known}")


def resolve_kref(context: Context, request: requests.KrefRequest) -> Answer[answers.ResolveAnswer]:
    """Return where the file of an artifact or of a revision lies."""
    with context.open_memory().read() as state:
        found = find_item(state, request.kref)
        artifact = _find_artifact(state, found, "kref")
    location = artifact.location if artifact else ""
    name = artifact.name if artifact else ""
    return Answer(answers.ResolveAnswer(str(found.kref), location, item_rows.is_existing_file(location), name))


def identify(context: Context, request: requests.KrefRequest) -> Answer[answers.IdentifiersAnswer]:
    """Return what a kref consists of, and the memory that it names."""
    with context.open_memory().read() as state:
        bundle = find_bundle(state, request.kref)
        if bundle is not None:
            kref = build_bundle_kref(bundle)
            told = {"id": "", "namespace": "", "status": "deprecated" if bundle.deprecated else "active"}
            told |= {"artifact": "", "location": ""}
            return Answer(project(answers.IdentifiersAnswer, kref, kref=kref, project=get_project(kref.space), **told))
        found = find_item(state, request.kref, archived=True)
        artifact = _find_artifact(state, found, "kref")
    kref = found.kref
    file = {"artifact": artifact.name if artifact else "", "location": artifact.location if artifact else ""}
    told = {"kref": kref, "project": get_project(kref.space)}
    return Answer(project(answers.IdentifiersAnswer, kref, found.memory, **told, **file))


def get_edges(context: Context, request: requests.EdgesRequest) -> Answer[answers.EdgesAnswer]:
    """Return the edges of a revision. A bundle has one to each of its members."""
    kind = normalize_edge_type(request.edge_type) if request.edge_type.strip() else ""
    direction = Direction(request.direction)
    with context.open_memory().read() as state:
        bundle = find_bundle(state, request.revision_kref, "revision_kref")
        if bundle is not None:
            kref, made = str(build_bundle_kref(bundle)), _list_member_edges(state, bundle, direction, kind)
            return Answer(answers.EdgesAnswer(kref, made, len(made)))
        found = find_item(state, request.revision_kref, "revision_kref")
        edges = list_edges(state, found, direction, kind)
        of_bundles = state.list_bundles_of(found.memory.id) if kind in ("", "CONTAINS") else []
    shown = [
        project(answers.EdgeRow, e, direction="outgoing" if e.source.item == found.kref.item else "incoming")
        for e in edges
    ]
    if direction is not Direction.OUTGOING:
        shown += [
            answers.EdgeRow(str(build_bundle_kref(b)), str(found.kref), "CONTAINS", "incoming", {})
            for b in of_bundles
            if not b.deprecated
        ]
    return Answer(answers.EdgesAnswer(str(found.kref), tuple(shown), len(shown)))


def _list_member_edges(state: Reader, bundle: Bundle, direction: Direction, kind: str) -> tuple[answers.EdgeRow, ...]:
    if direction is Direction.INCOMING or kind not in ("", "CONTAINS"):
        return ()
    held = state.read_by_ids(bundle.members)
    return tuple(
        answers.EdgeRow(str(build_bundle_kref(bundle)), str(read_kref(state, held[id])), "CONTAINS", "outgoing", {})
        for id in bundle.members
        if id in held
    )


def get_revision_by_tag(context: Context, request: requests.TagRequest) -> Answer[answers.RevisionAnswer]:
    """Return the revision that a tag names; `latest` is the last one."""
    with context.open_memory().read() as state:
        found = find_item(state, request.item_kref, "item_kref")
        revision = find_tagged(state, found.memory, request.tag)
        kref = read_kref(state, found.memory, revision.number)
        held = state.list_artifacts(found.memory.row, revision.number)
    latest = (LATEST,) if revision.number == found.memory.revision else ()
    title = revision.body.metadata.get("title")
    told = {
        "item_kref": kref.item,
        "revision": revision.number,
        "tags": (*latest, *revision.tags),
        "title": title if isinstance(title, str) else get_title(found.memory),
        "type": translate_kind(revision.body.kind, Vocabulary.KUMIHO),
        "created_at": revision.at,
        "artifacts": [item_rows.build_artifact_row(kref, artifact) for artifact in held],
    }
    return Answer(project(answers.RevisionAnswer, request, revision.body, kref=kref, **told))


def get_item(context: Context, request: requests.KrefRequest) -> Answer[answers.ItemAnswer]:
    """Return an item or a bundle with all that belongs to it.

    Its text is that of the revision that the kref names."""
    with context.open_memory().read() as state:
        bundle = find_bundle(state, request.kref)
        if bundle is not None:
            held = state.read_by_ids(bundle.members)
            members = tuple(str(read_kref(state, held[id]).item) for id in bundle.members if id in held)
            return Answer(answers.ItemAnswer(item_rows.build_bundle_item(bundle), "", (), (), (), members))
        found = find_item(state, request.kref)
        memory, place = found.memory, state.find_place(found.memory.row)
        revisions = state.list_revisions(memory)
        shown = find_revision(state, memory, found.kref.revision)
        told = {
            "content": shown.body.content,
            "revisions": [_build_revision_row(memory, place, one) for one in revisions],
            "artifacts": [item_rows.build_artifact_row(found.kref, a) for a in state.list_artifacts(memory.row)],
            "bundles": [build_bundle_kref(b) for b in state.list_bundles_of(memory.id) if not b.deprecated],
        }
        item = item_rows.build_item(memory, place, metadata=True)
        return Answer(project(answers.ItemAnswer, item=item, members=(), **told))


def _build_revision_row(memory: Memory, place: Place | None, revision: Revision) -> answers.RevisionRow:
    tags = (*((LATEST,) if revision.number == memory.revision else ()), *revision.tags)
    kref = build_kref(memory, place, revision.number)
    return project(answers.RevisionRow, revision, kref=kref, tags=tags, created_at=revision.at)


def build_graph(context: Context, request: requests.GraphRequest) -> Answer[answers.GraphAnswer]:
    """Return items and the edges between them, for a drawing.

    `size` counts edges."""
    check_bounds(request)
    limit = request.limit
    with context.open_memory().read() as state:
        wanted = make_scope(context, state, request.space_paths)
        found = state.select(wanted, newest=True, limit=limit)
        total = state.count(wanted)
        places = state.read_places([m.row for m in found])
        krefs = {m.id: str(build_kref(m, places.get(m.row)).item) for m in found}
        edges = [
            answers.Edge(krefs[link.source], krefs[link.target], get_word(link))
            for link in state.list_links_of(krefs)
            if link.source in krefs and link.target in krefs
        ]
        bundles = [b for b in state.list_bundles() if not b.deprecated and any(id in krefs for id in b.members)]
    nodes = {
        krefs[m.id]: project(
            answers.GraphNode, id=krefs[m.id], label=get_title(m), size=0, **item_rows.describe(m, places.get(m.row))
        )
        for m in found
    }
    for bundle in bundles:
        name = str(build_bundle_kref(bundle).item)
        nodes[name] = answers.GraphNode(name, bundle.name, "bundle", "bundle", bundle.space, 0)
        edges += [answers.Edge(name, krefs[id], "CONTAINS") for id in bundle.members if id in krefs]
    ends = [end for edge in edges for end in (edge.source, edge.target)]
    sized = tuple(node._replace(size=ends.count(node.id)) for node in nodes.values())
    return Answer(answers.GraphAnswer(sized, tuple(sorted(edges)), total))


def list_spaces(context: Context, request: requests.SpacesRequest) -> Answer[answers.SpacesAnswer]:
    with context.open_memory().read() as state:
        return Answer(
            answers.SpacesAnswer(tuple(answers.SpaceRow(space, count) for space, count in state.list_spaces()))
        )


# scopes


def make_scope(
    context: Context,
    state: Reader,
    spaces: Sequence[str],
    types: Sequence[str] = (),
    kinds: Sequence[str] = (),
    *,
    deprecated: bool = False,
    hidden: Sequence[str] = (),
) -> Filter:
    """Return which memories a question is about. Raises InvalidError.

    They are those of the repository, or those of the spaces it names, wherever they were written, without those of
    `hidden` spaces."""
    wanted = [normalize_space(space, "space_paths") for space in spaces]
    words = tuple(
        kind
        for word in types
        for kind in expand_kind(
            write_validation.check_kind(word, Vocabulary.CODEGRAPH, "memory_types"), Vocabulary.KUMIHO
        )
    )
    here = list_readable_namespaces(context.repo)
    statuses = (*RECALLABLE, MemoryStatus.DEPRECATED) if deprecated else RECALLABLE
    if not wanted and not kinds and not hidden:
        return Filter(here, words, statuses=statuses)
    rows = state.list_rows_below(wanted, here, kinds)
    if hidden:
        away = set(state.list_rows_below(hidden, here))
        rows = [row for row in rows if row not in away]
    return Filter(kinds=words, statuses=statuses, rows=tuple(rows))


def parse_prefix(prefix: str, parameter: str) -> str:
    """Return the space of a kref prefix, "" for all of them."""
    text = prefix.strip().removeprefix(SCHEME).strip("/")
    if not text:
        return ""
    if "?" in text:
        return str(parse_kref(prefix, parameter).space)
    return normalize_space(text, parameter)
