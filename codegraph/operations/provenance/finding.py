"""Finding items: by meaning (engage, recall), by words that may be mistyped (retrieve, full text), by name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, LanguageError
from codegraph.memory.model import Memory
from codegraph.memory.provenance.items import title_of
from codegraph.memory.provenance.searching import Depth, QueryWords, ranked, search_items, wanted_words, words_of
from codegraph.memory.provenance.steps import reformulate
from codegraph.memory.recall.question import understand
from codegraph.memory.recall.request import Recalled, RecallRequest, Source
from codegraph.memory.recall.temporal_rerank import (
    HOLDING,
    LATER,
    Candidate,
    TimeQuestion,
    is_about_now,
    is_about_several,
    rerank,
)
from codegraph.memory.recall.unsaid import missing_from
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.place import readable_in
from codegraph.operations.memory.recalling import judge_of, recaller, served
from codegraph.operations.provenance import answers as a
from codegraph.operations.provenance import requests as r
from codegraph.operations.provenance import rows
from codegraph.operations.provenance.guard import NOTE, LogPosition, RepeatGuard
from codegraph.operations.provenance.place import GATE, below_kref, language_of, scope, whole
from codegraph.store.memory.kref import BUNDLE, space_path
from codegraph.store.memory.provenance import Bundle
from codegraph.store.memory.reader import Reader
from codegraph.store.tokens import query_words

NEXT_TO = 0.9
"""What another wording of a question, or a way through the graph, leaves of a score."""


NOTHING = "nothing here has enough of these words: fewer of them find more, and engage looks for what they mean"


class Recollected(NamedTuple):
    results: tuple[a.Result, ...]
    expansion: a.Expansion | None
    note: str


GUARD: Final[RepeatGuard[Recollected]] = RepeatGuard()
"""Recent answers, shared by engage and recall."""


def recollect(
    context: Context,
    request: r.EngageRequest,
    *,
    kinds: Sequence[str] = (),
    hidden: Sequence[str] = (),
) -> Recollected:
    """The memories that answer a question. Raises InvalidError."""
    limit = whole(request.limit, "limit", 1, r.MOST_RESULTS)
    if not 0 <= request.min_score <= 1:
        raise InvalidError(f"`min_score` is {request.min_score}", hint="it must be from 0 to 1, such as 0.3")
    if not request.query.strip():
        raise InvalidError("`query` is empty", hint="ask something, such as: transport choice for the daemon")
    with context.memory(context.surface).read() as state:
        wanted = scope(context, state, request.space_paths, request.memory_types, kinds, hidden=hidden)
    deep = request.graph_augmented
    asked = RecallRequest(request.query, filter=wanted, limit=limit, depth=2 if deep else 0, bridges=deep)
    judge = judge_of(context)
    expansion, note = None, ""
    with recaller(context.config) as kept:
        found = {one.memory.id: (one, one.score) for one in kept.recall(asked, judge).results}
    if deep:
        expansion, note = _other_wordings(context, request.query, [one for one, _ in found.values()])
        for query in expansion.queries:
            more = RecallRequest(query, filter=wanted, limit=limit, depth=1)
            with recaller(context.config) as kept:
                results = kept.recall(more, judge).results
            for one in results:
                score = NEXT_TO * one.score
                if one.memory.id not in found or found[one.memory.id][1] < score:
                    found[one.memory.id] = (one, score)
    best = sorted(found.values(), key=lambda pair: (-pair[1], pair[0].memory.row))
    best = [(one, score) for one, score in best if score >= request.min_score][:limit]
    with context.memory(context.surface).read() as state:
        places = state.places([one.memory.row for one, _ in best])
        shown = tuple(
            rows.recalled(state, one, places.get(one.memory.row), score, request.recall_mode) for one, score in best
        )
    served(context, [result.id for result in shown], context.surface)
    missing = missing_from(request.query, (one.memory.body.content for one, _ in best))
    return Recollected(shown, expansion, "; ".join(filter(None, (note, missing))))


def _other_wordings(context: Context, query: str, found: Sequence[Recalled]) -> tuple[a.Expansion, str]:
    linked = [one for one in found if Source.LINK in one.sources or Source.BRIDGE in one.sources]
    near = [(title_of(one.memory), one.memory.body.tags) for one in (*linked, *found[:3])]
    note = ""
    try:
        queries = reformulate(language_of(context.config), query, near)
    except LanguageError as error:
        queries = reformulate(None, query, near)
        note = f"{error.message}; the graph was asked instead"
    return a.Expansion(queries.method, queries.queries), note


def engage(context: Context, request: r.EngageRequest) -> Answer[a.EngageAnswer]:
    """Recall, with a text to give to a model and the krefs to reflect with."""
    found, replayed = _replay_or_recollect(context, request)
    answer = engaged(found.results, request.recall_mode, found.expansion, found.note)
    return Answer(answer._replace(deduplicated=True) if replayed else answer)


def _replay_or_recollect(context: Context, request: r.EngageRequest) -> tuple[Recollected, bool]:
    """Return what answers a question, and whether that is a replay.

    A replay is the answer that the same question of an agent just got."""
    if context.surface == "cli":
        return recollect(context, request), False
    question = (str(context.config.home), str(context.repo), request)
    with context.memory(context.surface).read() as state:
        kept, position = GUARD.replay(question, state), LogPosition.read(state)
    if kept is not None:
        return kept._replace(note="; ".join(filter(None, (NOTE, kept.note)))), True
    found = recollect(context, request)
    GUARD.keep(question, position, found)
    return found, False


def engaged(
    results: tuple[a.Result, ...], mode: str, expansion: a.Expansion | None = None, note: str = ""
) -> a.EngageAnswer:
    krefs = tuple(result.kref for result in results)
    return a.EngageAnswer(rows.context_text(results), results, krefs, len(results), mode, expansion, None, note or None)


def recall(context: Context, request: r.EngageRequest) -> Answer[a.RecallAnswer]:
    """Recall alone. Graph-augmented recall has to be switched on by the user."""
    asked, note = request, ""
    if (
        request.graph_augmented
        and context.surface != "cli"
        and os.environ.get(GATE, "") not in ("1", "true", "yes", "on")
    ):
        asked = replace(request, graph_augmented=False)
        note = f"graph_augmented is off: it needs {GATE}=1 in the server's environment"
    found, replayed = _replay_or_recollect(context, asked)
    notes = "; ".join(filter(None, (note, found.note)))
    return Answer(
        a.RecallAnswer(
            found.results,
            len(found.results),
            request.recall_mode,
            asked.graph_augmented,
            found.expansion,
            True if replayed else None,
            notes or None,
        )
    )


def retrieve(context: Context, request: r.RetrieveRequest) -> Answer[a.RetrieveAnswer]:
    """Items by words, forgiving typing errors; by bundle and by plain text where words find nothing; or by date."""
    limit = whole(request.limit, "limit", 1, r.MOST_ITEMS)
    asked = wanted_words([request.query, *request.keywords, *request.topics])
    if not asked.words and request.mode == "search" and not request.bundle_names:
        raise InvalidError("`query` is empty", hint="give words, keywords, topics or bundle_names; or mode latest")
    with context.memory(context.surface).read() as state:
        spaces = request.space_paths or (space_path(request.project, "project"),)
        kind = request.memory_item_kind.strip()
        wanted = scope(context, state, spaces, request.memory_types, (kind,) if kind else ())
        found = state.select(wanted)
        if request.bundle_names:
            members = _members(state, request.bundle_names, spaces)
            found = [m for m in found if m.id in members]
        hits, how = _matching(state, found, request, asked, spaces)
        if request.mode == "search":
            hits = _later_first(hits, request.query, context.memory(context.surface).clock())
        else:
            hits.sort(key=lambda pair: (pair[0].created_at, pair[0].row), reverse=request.mode == "latest")
            how = "date" if not asked.words else how
        hits = hits[:limit]
        places = state.places([m.row for m, _ in hits])
        results = tuple(rows.result(state, m, places.get(m.row), score) for m, score in hits)
        note = None if results else _elsewhere(state, spaces)
    unrecorded = served(context, [result.id for result in results], context.surface)
    return Answer(a.RetrieveAnswer(results, len(results), request.mode, how, note), warnings=unrecorded)


def _elsewhere(state: Reader, spaces: Sequence[str]) -> str:
    """Projects that were not searched, for somebody who found nothing in these; else what else may be tried."""
    searched = {space.partition("/")[0].casefold() for space in spaces}
    others = sorted({space.partition("/")[0] for space, _ in state.spaces()})
    others = [project for project in others if project.casefold() not in searched]
    if not others:
        return NOTHING
    return f"only {', '.join(spaces)} was searched; give `project` or `space_paths` to search {', '.join(others[:8])}"


def _matching(
    state: Reader, found: Sequence[Memory], request: r.RetrieveRequest, asked: QueryWords, spaces: Sequence[str]
) -> tuple[list[tuple[Memory, float]], str]:
    if not asked.words:
        return [(m, 1.0) for m in found], "bundle" if request.bundle_names else "date"
    hits = search_items(state, found, asked, Depth(revisions=request.include_revision_metadata))
    if hits:
        return hits, "search"
    named = [b.name for b, _ in _bundles(state, asked, spaces)]
    members = _members(state, named, spaces) if named else set()
    inside = [(m, 0.5) for m in found if m.id in members]
    if inside:
        return inside, "bundle"
    text = request.query.strip().casefold()
    return [(m, 0.3) for m in found if text and text in m.body.content.casefold()], "pattern"


def _later_first(hits: list[tuple[Memory, float]], query: str, now: int) -> list[tuple[Memory, float]]:
    """Hits of a question about the present with the later word in front of what it overtakes."""
    question = understand(query, now)
    if not is_about_now(question, expired=False) or is_about_several(query):
        return hits
    asked = TimeQuestion(frozenset(question.terms), query, now)
    for feature in (LATER, HOLDING):
        told = [Candidate(memory.body.content, memory.created_at, score) for memory, score in hits]
        hits = [hits[place] for place in rerank(told, feature, asked)]
    return hits


def _members(state: Reader, names: Sequence[str], spaces: Sequence[str]) -> set[str]:
    wanted = {" ".join(query_words(name)) for name in names}
    return {
        id
        for bundle in state.bundles()
        if not bundle.deprecated and " ".join(query_words(bundle.name)) in wanted and _inside(bundle.space, spaces)
        for id in bundle.members
    }


def _bundles(state: Reader, asked: QueryWords, spaces: Sequence[str]) -> list[tuple[Bundle, float]]:
    """Bundles whose names hold at least half of the words."""
    found = [b for b in state.bundles() if _inside(b.space, spaces)]
    names = {i: words_of(b.name) for i, b in enumerate(found)}
    scores = ranked({i: (held, held) for i, held in names.items()}, asked)
    return sorted(((found[i], s) for i, s in scores.items() if s >= 0.5), key=lambda p: (-p[1], p[0].space, p[0].name))


def _inside(space: str, spaces: Sequence[str]) -> bool:
    low = [wanted.strip("/").casefold() for wanted in spaces]
    return not low or any(space.casefold() == w or space.casefold().startswith(w + "/") for w in low)


def fulltext(context: Context, request: r.FulltextRequest) -> Answer[a.ItemsAnswer]:
    """Items and bundles by words, forgiving typing errors."""
    limit = whole(request.limit, "limit", 1, r.MOST_ITEMS)
    asked = wanted_words([request.query])
    if not asked.words:
        raise InvalidError("`query` has no word in it", hint="such as: transport choice")
    below = below_kref(request.context, "context")
    spaces = (below,) if below else ()
    kind = request.kind.strip()
    depth = Depth(request.include_revision_metadata, request.include_artifact_metadata)
    items: list[a.Item] = []
    with context.memory(context.surface).read() as state:
        if kind != BUNDLE:
            wanted = scope(context, state, spaces, (), (kind,) if kind else (), deprecated=request.include_deprecated)
            hits = search_items(state, state.select(wanted), asked, depth)[:limit]
            places = state.places([m.row for m, _ in hits])
            items = [rows.item(m, places.get(m.row), s, metadata=request.include_metadata) for m, s in hits]
        if kind in ("", BUNDLE):
            items += [
                rows.bundle_item(bundle, score)
                for bundle, score in _bundles(state, asked, spaces)
                if (request.include_deprecated or not bundle.deprecated) and visible(context, state, bundle, below)
            ]
    items.sort(key=lambda one: -(one.score or 0.0))
    return Answer(a.ItemsAnswer(tuple(items[:limit]), min(len(items), limit)))


def visible(context: Context, state: Reader, bundle: Bundle, below: str) -> bool:
    """Whether a bundle is asked for by its space, or holds something of this repository."""
    here = readable_in(context.repo)
    held = state.by_ids(bundle.members).values()
    return bool(below) or not held or any(m.namespace in here for m in held)


def search(context: Context, request: r.SearchRequest) -> Answer[a.ItemsAnswer]:
    """Items by where they stand and what they are called."""
    limit = whole(request.limit, "limit", 1, r.MOST_ITEMS)
    below = below_kref(request.context_filter, "context_filter")
    name, kind = request.name_filter.strip().casefold(), request.kind_filter.strip()
    with context.memory(context.surface).read() as state:
        found = state.select(scope(context, state, (below,) if below else ()), newest=True)
        places = state.places([m.row for m in found])
        items = [rows.item(m, places.get(m.row)) for m in found]
        items += [
            rows.bundle_item(b)
            for b in state.bundles()
            if not b.deprecated and _inside(b.space, (below,) if below else ()) and visible(context, state, b, below)
        ]
    kept = [
        one
        for one in items
        if (not kind or kind in (one.kind, one.type))
        and (not name or name in one.name.casefold() or name in one.title.casefold())
    ]
    return Answer(a.ItemsAnswer(tuple(kept[:limit]), len(kept)))
