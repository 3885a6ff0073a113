"""Import of memories.

Every part that can be stored is stored, as one operation. Every part that cannot is counted and reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from codegraph.errors import CodegraphError, CredentialError, InvalidError
from codegraph.memory import notes
from codegraph.memory.events import ArtifactAttached, ItemPlaced, MemoryVerified
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Memory, MemoryStatus, Origin, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.policy import decide_initial_status
from codegraph.memory.transfer.formats import Item
from codegraph.memory.transfer.record import Edge, ParsedRecord, parse


class SkippedRecord(NamedTuple):
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportResult:
    ids: tuple[str, ...]  # of new memories, in the order of the file
    duplicates: int  # texts that were there already
    links: int
    skipped: tuple[SkippedRecord, ...]
    token: str  # undoes it

    @property
    def imported(self) -> int:
        return len(self.ids)


def import_items(
    recording: Recording,
    items: Iterable[Item],
    *,
    vocabulary: Vocabulary = Vocabulary.CODEGRAPH,
    origin: Origin = Origin.IMPORTED,
    namespace: str = "",
) -> ImportResult:
    """Store the memories of a file.

    Those without a namespace get `namespace`. Links are made when all memories are stored.
    """
    ids: list[str] = []
    duplicates = 0
    skipped: list[SkippedRecord] = []
    known: dict[str, str] = {}
    waiting: list[tuple[str, Edge]] = []
    for item in items:
        if item.record is None:
            skipped.append(SkippedRecord(item.place, item.problem))
            continue
        try:
            parsed = parse(item.record, vocabulary, origin)
            draft = parsed.draft if parsed.draft.namespace else replace(parsed.draft, namespace=namespace)
            draft = _strip_review(draft) if origin is Origin.AGENT else draft
            _screen(parsed)
            stored = notes.store(recording, draft)
        except (InvalidError, CredentialError) as error:
            skipped.append(SkippedRecord(item.place, error.message))
            continue
        if stored.created:
            ids.append(stored.memory.id)
            _complete(recording, stored.memory, parsed)
            _restore_place(recording, stored.memory, parsed, trusted=origin is not Origin.AGENT)
        else:
            duplicates += 1
        if draft.id:
            known[draft.id] = stored.memory.id
        waiting += ((item.place, edge) for edge in parsed.edges)
    links = _create_links(recording, waiting, known, skipped)
    return ImportResult(tuple(ids), duplicates, links, tuple(skipped), recording.operation)


def _screen(parsed: ParsedRecord) -> None:
    """Screen the parts of a record outside its draft.

    Raises CredentialError.
    """
    place = parsed.place
    screen(*parsed.aliases, *((place.space, place.name) if place is not None else ()))
    for artifact in parsed.artifacts:
        screen(artifact.name, artifact.location)


def _strip_review(draft: Draft) -> Draft:
    """Remove what only a person can state from a record that an agent supplies.

    This is that it was reviewed, and who wrote it.
    """
    status = draft.status
    if status is MemoryStatus.ACTIVE and decide_initial_status(draft.vocabulary, draft.kind) is MemoryStatus.PENDING:
        status = MemoryStatus.PENDING
    origin = Origin.IMPORTED if draft.origin is Origin.HUMAN else draft.origin
    return replace(draft, status=status, origin=origin, protected=False)


def _complete(recording: Recording, memory: Memory, parsed: ParsedRecord) -> None:
    """Restore the parts of a record that storing the draft did not."""
    for alias in parsed.aliases:
        if recording.state.resolve_alias(alias) is None:
            notes.add_alias(recording, memory.id, alias)
    if parsed.verified_at:
        recording.record(MemoryVerified(memory.id, memory.verified_at, parsed.verified_at))


def _restore_place(recording: Recording, memory: Memory, parsed: ParsedRecord, *, trusted: bool) -> None:
    """Restore the place of an item, unless it is taken, and its artifacts.

    The artifacts are those of its latest text, which is all that an export has. Artifacts are files of this machine
    that are read on demand, so an agent cannot supply any.
    """
    place = parsed.place
    if place is not None and not recording.state.find_items(place.space, place.name, place.kind):
        recording.record(ItemPlaced(memory.id, None, place))
    for artifact in parsed.artifacts if trusted else ():
        recording.record(ArtifactAttached(memory.id, replace(artifact, revision=memory.revision)))


def _create_links(
    recording: Recording, waiting: list[tuple[str, Edge]], known: dict[str, str], skipped: list[SkippedRecord]
) -> int:
    """Make the links whose ends exist.

    An export has each link with both of its ends; the second one is skipped.
    """
    count = 0
    done: set[tuple[str, str, str, str]] = set()
    for place, edge in waiting:
        source, target = known.get(edge.source, edge.source), known.get(edge.target, edge.target)
        key = (source, target, edge.relationship.value, edge.label)
        if key in done:
            continue
        done.add(key)
        try:
            notes.link(
                recording,
                source,
                target,
                edge.relationship,
                edge.weight,
                label=edge.label,
                metadata=edge.metadata,
                archived=True,
            )
            count += 1
        except CodegraphError as error:
            skipped.append(SkippedRecord(place, f"link to {target}: {error.message}"))
    return count
