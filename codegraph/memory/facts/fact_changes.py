"""Changes of an entity's facts since a time: new, ended, corrected ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codegraph.memory.facts.entities import find_names
from codegraph.memory.facts.fact_model import NEVER, Fact, FactQuery, normalize_predicate
from codegraph.memory.memory_model import Relationship
from codegraph.store.memory.reader import Reader


class Correction(NamedTuple):
    old: Fact
    new: Fact


class ConfidenceShift(NamedTuple):
    fact: Fact
    before: float


class Changes(NamedTuple):
    new: tuple[Fact, ...]  # recorded since, or begun since
    invalidated: tuple[Fact, ...]  # ended, or no longer believed, since; not what was corrected
    corrections: tuple[Correction, ...]
    confidence_shifts: tuple[ConfidenceShift, ...]
    scheduled: int  # recorded since, and not true before some time to come: counted, not told


def find_changes(
    state: Reader, entity: str, since: int, now: int, *, namespaces: tuple[str, ...] = (), predicate: str = ""
) -> Changes:
    """Find changes after `since` and up to `now`, on both time axes.

    They are in the order in which facts were stored.
    """
    names = find_names(state, namespaces, entity)
    wanted = FactQuery(namespaces, names, normalize_predicate(predicate), every_version=True)
    histories: dict[int, list[Fact]] = defaultdict(list)
    for version in state.list_facts(wanted):
        histories[version.row].append(version)
    corrections = _find_corrections(state, histories.values(), since)
    corrected = {c.old.row for c in corrections}
    replacing = {c.new.row for c in corrections}
    new, invalidated, shifts, scheduled = [], [], [], 0
    for row, versions in histories.items():
        first, last = versions[0], versions[-1]
        ended = _has_ended(last, since, now)
        if first.recorded_at > since and first.valid_from > now:
            scheduled += not ended
        elif _has_begun(first, last, since, now) and row not in replacing:
            new.append(last)
        if ended and row not in corrected and first.valid_from <= now:
            invalidated.append(last)
        before = [v for v in versions if v.is_known(since)]
        if before and last.expired_at == NEVER and before[-1].confidence != last.confidence:
            shifts.append(ConfidenceShift(last, before[-1].confidence))
    told = tuple(c for c in corrections if c.new.valid_from <= now)
    return Changes(tuple(new), tuple(invalidated), told, tuple(shifts), scheduled)


def _has_begun(first: Fact, last: Fact, since: int, now: int) -> bool:
    """Return whether a fact began since.

    It was recorded since, or was known before and became true since.
    """
    if first.recorded_at > since:
        return True
    return last.expired_at == NEVER and since < last.valid_from <= now


def _has_ended(last: Fact, since: int, now: int) -> bool:
    """Return whether a fact ended since.

    Its end was recorded or came since, or it was withdrawn since.
    """
    if last.expired_at != NEVER:
        return last.expired_at > since
    if last.valid_to == NEVER or last.valid_to > now:
        return False
    return last.recorded_at > since or last.valid_to > since


def _find_corrections(state: Reader, histories: Iterable[Sequence[Fact]], since: int) -> list[Correction]:
    by_id = {versions[0].memory: versions[-1] for versions in histories}
    found = []
    for link in state.list_links_of(by_id):
        if link.relationship is Relationship.SUPERSEDES and link.at > since and link.source in by_id:
            old = by_id.get(link.target)
            if old is not None:
                found.append(Correction(old, by_id[link.source]))
    return sorted(found, key=lambda c: c.new.row)
