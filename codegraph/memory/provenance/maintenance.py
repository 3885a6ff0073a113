"""Maintenance of a project: proposals for changed memories, and guards.

A model or rules propose. The guards below decide, in code, and the text of a proposal cannot influence them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes, write_validation
from codegraph.memory.claims import extract_claims
from codegraph.memory.events import DreamRan
from codegraph.memory.hygiene.credentials import find_credentials, screen
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Dream, Filter, JsonValue, Memory, MemoryKind, MemoryStatus, Relationship
from codegraph.memory.notes import Edit
from codegraph.memory.provenance.items import (
    PUBLISHED,
    FoundItem,
    build_kref,
    connect,
    get_summary,
    get_title,
    read_kref,
    strip_title,
)
from codegraph.memory.provenance.steps import Assessment, find_keywords
from codegraph.memory.provenance.storing import SAME, Likeness
from codegraph.memory.times import DAY, format_rfc3339
from codegraph.store.memory.kref import Kref, normalize_edge_type, normalize_space
from codegraph.store.memory.reader import Reader

MIN_AGE_DAYS: Final = 7
"""Nothing younger is deprecated: it may not have had its use yet."""

UNUSED_DAYS: Final = 30
"""After so long without a use, a record of a run and what was never important are out of date."""

UNIMPORTANT: Final = 0.2
RELATED: Final = 0.6
"""Cosine from which two memories are related."""

LEAST_RATIO: Final = 0.1
MOST_RATIO: Final = 0.9


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one run."""

    project: str
    namespace: str  # one repository's maintenance leaves the others alone
    ratio: float = 0.5  # of the assessed memories
    allow_published: bool = False


class Due(NamedTuple):
    memory: Memory
    kref: Kref
    published: bool


class Refusal(NamedTuple):
    kref: str
    reason: str


@dataclass(frozen=True, slots=True)
class DreamPlan:
    bounds: Bounds
    assessed: tuple[Due, ...]
    deprecate: tuple[tuple[Due, str], ...]
    refused: tuple[Refusal, ...]  # proposals that a guard stopped
    enrich: tuple[tuple[Due, Assessment], ...]  # new tags and metadata
    relate: tuple[tuple[Due, Due, str], ...]  # source, target, type of edge
    cursor: int  # up to where the log was read
    before: Dream
    method: str


def make_bounds(project: str, namespace: str, ratio: float, allow_published: bool) -> Bounds:
    """Return the limits of a run.

    Raises InvalidError naming the parameter.
    """
    if isinstance(ratio, bool) or not LEAST_RATIO <= ratio <= MOST_RATIO:
        raise InvalidError(
            f"`max_deprecation_ratio` is {ratio}", hint=f"it must be from {LEAST_RATIO} to {MOST_RATIO}, such as 0.5"
        )
    return Bounds(normalize_space(project, "project"), namespace, ratio, allow_published)


def make_cursor_key(limits: Bounds) -> str:
    return f"{limits.project} {limits.namespace}"


def find_members(state: Reader, limits: Bounds) -> list[Due]:
    """Return the items of the project that searches find.

    Memories that only another vocabulary has are left out.
    """
    rows = state.list_rows_below([limits.project], [limits.namespace])
    found = state.select(Filter((limits.namespace,), rows=tuple(rows)))
    places = state.read_places([m.row for m in found])
    return [
        Due(m, build_kref(m, places[m.row]), any(PUBLISHED in r.tags for r in state.list_revisions(m)))
        for m in found
        if m.row in places
    ]


def select_due(found: Sequence[Due], before: Dream, now: int) -> list[Due]:
    """Return what changed since the last run, and what was too young at that time."""
    young = MIN_AGE_DAYS * DAY
    return [d for d in found if d.memory.seq > before.cursor or before.at - young < d.memory.updated_at <= now - young]


def describe(item: Due, now: int) -> dict[str, JsonValue]:
    """Return the description of a memory for a model."""
    memory = item.memory
    return {
        "id": str(item.kref.item),
        "type": str(memory.body.kind),
        "title": get_title(memory),
        "summary": get_summary(memory),
        "tags": list(memory.body.tags),
        "age_days": max(0, (now - memory.updated_at) // DAY),
        "uses": memory.access_count,
    }


def assess_by_rules(
    state: Reader, due_now: Sequence[Due], all_of: Sequence[Due], likeness: Likeness, now: int
) -> list[Assessment]:
    """Return the proposals of rules.

    They cover repetitions, superseded items, unused items, and neighbours.
    """
    links = state.list_links_of(d.memory.id for d in due_now)
    superseded = {link.target for link in links if link.relationship is Relationship.SUPERSEDES}
    linked = {frozenset((link.source, link.target)) for link in links}
    found = []
    for item in due_now:
        others = [d for d in all_of if d.memory.id != item.memory.id]
        scores = likeness(item.memory.body.content, [d.memory.body.content for d in others]) if others else []
        scores = [1.0 if _has_same_text(d, item) else score for score, d in zip(scores, others)]
        reason = _explain_outdated(item, list(zip(scores, others)), superseded, now)
        near = sorted(zip(scores, others), key=lambda pair: (-pair[0], pair[1].memory.row))
        related = [
            str(d.kref.item)
            for score, d in near
            if score >= RELATED
            and frozenset((d.memory.id, item.memory.id)) not in linked
            and not _has_same_text(d, item)
        ]
        tags = () if item.memory.body.tags else _suggest_tags(item, [d for _, d in near[:20]])
        found.append(Assessment(str(item.kref.item), bool(reason), reason, tags, (), tuple(related[:2])))
    return found


def _explain_outdated(item: Due, near: Sequence[tuple[float, Due]], superseded: set[str], now: int) -> str:
    memory = item.memory
    if memory.id in superseded:
        return "another item supersedes it"
    claims = extract_claims(strip_title(memory))
    for score, other in near:
        newer = _is_newer(other, item) and _is_of_one_sort(other, item)
        if newer and score >= SAME and extract_claims(strip_title(other.memory)) == claims:
            return f"{other.kref.item} says the same"
    unused = memory.access_count == 0 and now - memory.updated_at > UNUSED_DAYS * DAY
    if unused and memory.body.kind == MemoryKind.ACTION:
        return f"a run that nobody asked about for {UNUSED_DAYS} days"
    if unused and memory.body.importance < UNIMPORTANT:
        return f"unimportant, and not used for {UNUSED_DAYS} days"
    return ""


def _is_newer(other: Due, item: Due) -> bool:
    return (other.memory.updated_at, other.memory.row) > (item.memory.updated_at, item.memory.row)


def _is_of_one_sort(other: Due, item: Due) -> bool:
    return other.memory.body.kind == item.memory.body.kind and other.kref.space == item.kref.space


def _has_same_text(other: Due, item: Due) -> bool:
    """Return whether two items of one sort have the same text.

    Their titles may differ."""
    texts = (to_one_line(strip_title(d.memory)).casefold() for d in (other, item))
    return _is_of_one_sort(other, item) and len(set(texts)) == 1


def _suggest_tags(item: Due, others: Sequence[Due]) -> tuple[str, ...]:
    own = set(find_keywords([item.memory.body.content] * 2, 50))
    shared = find_keywords([item.memory.body.content, *(d.memory.body.content for d in others)], 50)
    return tuple(word for word in shared if word in own)[:3]


def plan(
    limits: Bounds,
    due_now: Sequence[Due],
    all_of: Sequence[Due],
    proposed: Sequence[Assessment],
    *,
    now: int,
    cursor: int,
    before: Dream,
    method: str,
) -> DreamPlan:
    """Return the proposals that pass the guards.

    An item that is young, protected, curated or published is not deprecated, unless another published item repeats it.
    No more items are deprecated than the ratio of those assessed.
    """
    by_key = {str(d.kref.item): d for d in all_of}
    related: set[frozenset[str]] = set()
    assessed = {str(d.kref.item): d for d in due_now}
    most = int(limits.ratio * len(due_now))
    retired: list[tuple[Due, str]] = []
    refused: list[Refusal] = []
    enrich: list[tuple[Due, Assessment]] = []
    relate: list[tuple[Due, Due, str]] = []
    for one in proposed:
        item = assessed.get(one.key)
        if item is None:
            continue
        if one.deprecate:
            why = _explain_protection(item, one, limits, now, all_of)
            if not why and len(retired) >= most:
                why = f"no more than {most} may go in this run (max_deprecation_ratio {limits.ratio:g})"
            if not why:
                retired.append((item, one.reason))
                continue
            refused.append(Refusal(str(item.kref), why))
        if _select_tags(item, one) or _select_metadata(item, one):
            enrich.append((item, one))
        for key in one.related:
            pair = frozenset((key, one.key))  # the other one may propose the same
            if key in by_key and key != one.key and pair not in related:
                related.add(pair)
                relate.append((item, by_key[key], _choose_edge_type(one)))
    gone = {d.memory.id for d, _ in retired}
    relate = [edge for edge in relate if not gone & {edge[0].memory.id, edge[1].memory.id}]
    return DreamPlan(
        limits, tuple(due_now), tuple(retired), tuple(refused), tuple(enrich), tuple(relate), cursor, before, method
    )


def _explain_protection(item: Due, one: Assessment, limits: Bounds, now: int, all_of: Sequence[Due]) -> str:
    """Return why an item is kept, "" when it may be deprecated.

    An item that another published item repeats may be deprecated, published or not.
    """
    memory = item.memory
    if memory.protected:
        return "it is protected"
    if memory.curated:
        return "a person wrote it"
    kept = any(d.published and _is_newer(d, item) and _has_same_text(d, item) for d in all_of)
    if item.published and not limits.allow_published and not kept:
        return "it is published"
    if now - memory.updated_at < MIN_AGE_DAYS * DAY:
        return f"it is younger than {MIN_AGE_DAYS} days"
    return "" if one.reason.strip() else "no reason was given"


def _choose_edge_type(one: Assessment) -> str:
    try:
        return normalize_edge_type(one.edge_type)
    except InvalidError:
        return "REFERENCED"


def _select_tags(item: Due, one: Assessment) -> tuple[str, ...]:
    fresh = (tag for tag in one.tags if tag not in item.memory.body.tags and not find_credentials(tag))
    return tuple(fresh)[: max(0, write_validation.MAX_TAGS - len(item.memory.body.tags))]


def _select_metadata(item: Due, one: Assessment) -> dict[str, str]:
    held = item.memory.body.metadata
    return {k: v for k, v in one.metadata if k not in held and not find_credentials(f"{k}={v}")}


def carry_out(recording: Recording, made: DreamPlan) -> None:
    """Write a plan.

    Memories that changed since it was made are skipped.
    """
    state = recording.state
    for item, one in made.enrich:
        if not _is_unchanged(state, item):
            continue
        body = item.memory.body
        edit = Edit(
            tags=(*body.tags, *_select_tags(item, one)), metadata={**body.metadata, **_select_metadata(item, one)}
        )
        notes.revise(recording, item.memory.id, edit, reason="maintenance")
    for source, target, kind in made.relate:
        ends = (_read_again(state, source), _read_again(state, target))
        if ends[0] is not None and ends[1] is not None:
            connect(recording, ends[0], ends[1], kind, {"found_by": made.method})
    for item, reason in made.deprecate:
        if _is_unchanged(state, item):
            notes.set_status(recording, item.memory, MemoryStatus.DEPRECATED, reason)
    cursor = max(made.cursor, state.read_last_seq())
    screen(made.bounds.project)
    recording.record(DreamRan(make_cursor_key(made.bounds), made.before, Dream(cursor, recording.at)))


def _is_unchanged(state: Reader, item: Due) -> bool:
    memory = state.find_memory(item.memory.id)
    return memory is not None and (memory.revision, memory.status) == (item.memory.revision, item.memory.status)


def _read_again(state: Reader, item: Due) -> FoundItem | None:
    memory = state.find_memory(item.memory.id)
    return FoundItem(memory, read_kref(state, memory)) if memory is not None else None


def write_report_text(made: DreamPlan, at: int, *, dry_run: bool) -> str:
    """Return a Markdown report of a plan."""
    did = "would be" if dry_run else "was"
    lines = [
        f"# Maintenance of {made.bounds.project}, {format_rfc3339(at)}",
        "",
        f"{len(made.assessed)} assessed by {made.method}; nothing {did} deleted.",
    ]
    sections = (
        ("Deprecated", [f"{d.kref}: {reason}" for d, reason in made.deprecate]),
        ("Kept by a guard", [f"{one.kref}: {one.reason}" for one in made.refused]),
        (
            "Enriched",
            [f"{d.kref}: {', '.join((*_select_tags(d, one), *_select_metadata(d, one)))}" for d, one in made.enrich],
        ),
        ("Related", [f"{a.kref} {kind} {b.kref}" for a, b, kind in made.relate]),
    )
    for name, rows in sections:
        if rows:
            lines += ["", f"## {name}", "", *(f"- {to_one_line(row)}" for row in rows)]
    return "\n".join(lines) + "\n"
