"""The timeline of memory: when something was decided, changed or replaced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import write_validation
from codegraph.memory.anchors.anchor_state import AnchorState
from codegraph.memory.dates import find_intervals
from codegraph.memory.memory_model import Filter, Link, Memory, MemoryKind, MemoryStatus, Relationship
from codegraph.memory.neighbours import list_prefixes
from codegraph.memory.recall.list_questions import is_whole_repository
from codegraph.memory.times import parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.answers import TimelineAnswer, TimelineRow
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.recalling import to_local_names
from codegraph.operations.memory.requests import TimelineRequest
from codegraph.operations.projection import project
from codegraph.store.memory.reader import Reader

SHOWN: Final = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.SUPERSEDED, MemoryStatus.DEPRECATED)
"""What was replaced is a part of how the present came about."""

SEARCHED: Final = 200
"""Memories that are taken for a topic that is no code."""

_TOLD: Final = (AnchorState.CHANGED, AnchorState.MOVED, AnchorState.GONE)


class Entry(NamedTuple):
    """One thing that happened to a memory."""

    at: int
    memory: Memory
    happened: str  # stored, changed
    amends: tuple[Memory, ...] = ()
    replaces: tuple[Memory, ...] = ()
    replaced: bool = False  # another memory took its place since
    amended: bool = False  # another memory changed it since
    stale: tuple[str, ...] = ()  # code whose state is no longer what it was


class Timeline(NamedTuple):
    entries: tuple[Entry, ...]  # the newest last
    total: int  # with those before them that the limit left out


def show_timeline(context: Context, request: TimelineRequest) -> Answer[TimelineAnswer]:
    """Answer with what happened in the memory of a repository.

    Raises InvalidError for a time or a limit that is none."""
    write_validation.check_integer(request.limit, "--limit", 1, 500)
    found = read_timeline(context, request)
    return Answer(TimelineAnswer(found.total, tuple(map(_describe, found.entries))))


def _describe(entry: Entry) -> TimelineRow:
    ids = {name: [other.id for other in getattr(entry, name)] for name in ("amends", "replaces")}
    return project(TimelineRow, entry, what=entry.happened, superseded=entry.replaced, **ids)


def read_timeline(context: Context, asked: TimelineRequest) -> Timeline:
    """Return what happened in the memory of a repository.

    Raises InvalidError for a time that is none."""
    engine = context.open_memory()
    now = engine.clock()
    since = parse_moment(asked.since, now, "since")
    until = parse_moment(asked.until, now, "until", end=True)
    about = () if is_whole_repository(asked.about) else to_local_names(context, asked.about)
    namespaces = list_readable_namespaces(context.repo)
    with engine.read() as state:
        memories = _select(state, namespaces, about)
        links = state.list_links_of([m.id for m in memories])
        ends = state.read_by_ids({end for link in links for end in (link.source, link.target)})
        found = [e for e in _list_entries(memories, links, ends) if since <= e.at and (not until or e.at < until)]
        found.sort(key=lambda entry: (entry.at, entry.memory.row))
        shown = found[-asked.limit :]
        anchors = state.read_anchors({entry.memory.row for entry in shown})
    tree = judge_of(context) if anchors else None
    entries: list[Entry] = []
    for entry in shown:
        reports = tree.judge(anchors.get(entry.memory.row, ())) if tree is not None else ()
        stale = tuple(f"{r.anchor.target} {r.state.value}" for r in reports if r.state in _TOLD)
        entries.append(entry._replace(stale=stale))
    return Timeline(tuple(entries), len(found))


def parse_moment(text: str, now: int, parameter: str, *, end: bool = False) -> int:
    """Return the moment that a text names: 0 for "".

    Words such as `yesterday` name a span; its begin counts, or its `end`. Raises InvalidError."""
    if not text.strip():
        return 0
    try:
        return parse_time(text, parameter)
    except InvalidError:
        spans = find_intervals(text, now)
        if len(spans) != 1:
            raise
        return spans[0].end if end else spans[0].start


def _select(state: Reader, namespaces: tuple[str, ...], about: Sequence[str]) -> list[Memory]:
    """Return the memories of some code or topics, of everything without any."""
    wanted = Filter(namespaces, statuses=SHOWN)
    if not about:
        return state.select(wanted)
    rows: dict[int, None] = {}
    for name in about:
        near = state.find_anchored_near(name)
        if not near and (words := list_prefixes(name)):
            match = " AND ".join(words)
            near = [row for row, _ in state.search_lexical(f"{{content tags names}} : ({match})", wanted, SEARCHED)]
        rows.update(dict.fromkeys(near))
    return [m for m in state.read_by_rows(rows).values() if m.namespace in namespaces and m.status in SHOWN]


def _list_entries(memories: Iterable[Memory], links: Iterable[Link], ends: Mapping[str, Memory]) -> list[Entry]:
    amends: dict[str, list[str]] = defaultdict(list)
    replaces: dict[str, list[str]] = defaultdict(list)
    derived: set[str] = set()
    for link in links:
        if link.is_amendment:
            amends[link.source].append(link.target)
        elif link.relationship is Relationship.SUPERSEDES:
            replaces[link.source].append(link.target)
        elif link.relationship is Relationship.DERIVED_FROM:
            derived.add(link.source)
    amended = {id for targets in amends.values() for id in targets}
    found: list[Entry] = []
    for memory in memories:
        if memory.body.kind == MemoryKind.FACT and memory.id in derived:
            continue  # the text that states it is there
        entry = Entry(
            memory.created_at,
            memory,
            "stored",
            tuple(ends[id] for id in amends[memory.id] if id in ends),
            tuple(ends[id] for id in replaces[memory.id] if id in ends),
            memory.status is MemoryStatus.SUPERSEDED,
            memory.id in amended,
        )
        found.append(entry)
        if memory.revision > 1:
            found.append(entry._replace(at=memory.updated_at, happened="changed", amends=(), replaces=()))
    return found
