"""Changes of an entity's facts since a time: new, ended, corrected ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codegraph.memory.facts.entities import names_of
from codegraph.memory.facts.model import NEVER, Fact, FactQuery, predicate_key
from codegraph.memory.model import Relationship
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


def what_changed(
    state: Reader, entity: str, since: int, now: int, *, namespaces: tuple[str, ...] = (), predicate: str = ""
) -> Changes:
    """Changes after `since` and up to `now`, on both axes, in the order in which facts were stored."""
    names = names_of(state, namespaces, entity)
    wanted = FactQuery(namespaces, names, predicate_key(predicate), every_version=True)
    histories: dict[int, list[Fact]] = defaultdict(list)
    for version in state.facts(wanted):
        histories[version.row].append(version)
    corrections = _corrections(state, histories.values(), since)
    corrected = {c.old.row for c in corrections}
    replacing = {c.new.row for c in corrections}
    new, invalidated, shifts, scheduled = [], [], [], 0
    for row, versions in histories.items():
        first, last = versions[0], versions[-1]
        ended = _ended(last, since, now)
        if first.recorded_at > since and first.valid_from > now:
            scheduled += not ended
        elif _began(first, last, since, now) and row not in replacing:
            new.append(last)
        if ended and row not in corrected and first.valid_from <= now:
            invalidated.append(last)
        before = [v for v in versions if v.known(since)]
        if before and last.expired_at == NEVER and before[-1].confidence != last.confidence:
            shifts.append(ConfidenceShift(last, before[-1].confidence))
    told = tuple(c for c in corrections if c.new.valid_from <= now)
    return Changes(tuple(new), tuple(invalidated), told, tuple(shifts), scheduled)


def _began(first: Fact, last: Fact, since: int, now: int) -> bool:
    """Recorded since; or known before, and true only since."""
    if first.recorded_at > since:
        return True
    return last.expired_at == NEVER and since < last.valid_from <= now


def _ended(last: Fact, since: int, now: int) -> bool:
    """Its end was recorded since, or came since; or it was withdrawn since."""
    if last.expired_at != NEVER:
        return last.expired_at > since
    if last.valid_to == NEVER or last.valid_to > now:
        return False
    return last.recorded_at > since or last.valid_to > since


def _corrections(state: Reader, histories: Iterable[Sequence[Fact]], since: int) -> list[Correction]:
    by_id = {versions[0].memory: versions[-1] for versions in histories}
    found = []
    for link in state.links_of(by_id):
        if link.relationship is Relationship.SUPERSEDES and link.at > since and link.source in by_id:
            old = by_id.get(link.target)
            if old is not None:
                found.append(Correction(old, by_id[link.source]))
    return sorted(found, key=lambda c: c.new.row)
