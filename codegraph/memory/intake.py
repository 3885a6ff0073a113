"""Intake: the only way in for statements of every vocabulary.

screen → anchors → near-duplicates → amendment or contradiction → facts → policy of the kind → log

Differences between the documented systems are `Settings` of their adapters. Everything that one call records is one
operation, which `undo` reverses as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.memory import notes, write_validation
from codegraph.memory.amendments import Amendment, Nearness, can_amend, compare, parse_statement
from codegraph.memory.learning.conflicts import scan
from codegraph.memory.learning.lessons import Admission, Near, record_lesson
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import (
    AMENDS,
    RECALLABLE,
    RULES,
    Conflict,
    How,
    Memory,
    MemoryKind,
    MemoryStatus,
    Relationship,
)
from codegraph.memory.notes import Draft, Edit
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.memory.facts.fact_model import Fact, Triple
    from codegraph.memory.neighbours import Encode, Neighbour

_K = MemoryKind

NAMED: Final = 3
"""Near memories that a reply names."""

NEAR: Final = 0.35
"""Cosine from which a memory of other code is near enough to be named."""

_UNAMENDED: Final = frozenset((_K.FACT, _K.EPISODE, _K.CONVERSATION, _K.SUMMARY, _K.SYNTHESIS, _K.REFLECTION))
"""Kinds that tell what was so: later ones do not change them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Stages of the intake that an adapter switches.

    The defaults are those of the default toolset."""

    merges_same: bool = True  # the same text in the namespace becomes one memory
    merges_near: float = 0.0  # cosine from which a near duplicate takes in the wording; 0 never
    notes_conflicts: float = 0.0  # cosine from which texts that differ are a conflict for a person; 0 never
    accepts: float = 0.0  # confidence from which a statement needs no review
    finds_amendments: bool = True
    names_near: bool = True


AS_IS: Final = Settings(finds_amendments=False, names_near=False)
"""A statement is stored as it is told; only the same text is merged."""

APART: Final = replace(AS_IS, merges_same=False)
"""The same, and the same text told again is another memory: its adapter compares by itself."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement to be stored."""

    draft: Draft
    facts: tuple[Triple, ...] = ()  # that the text states, as read by whoever tells it
    supersedes: str = ""  # id of the memory that it takes the place of, by the teller's own word
    onto: Memory | None = None  # the memory that it is the next revision of
    run: str = ""  # in which it was learned
    source: str = "agent"  # who learned it: `agent`, `cli`
    settings: Settings = field(default_factory=Settings)


class AmendedMemory(NamedTuple):
    """Earlier memory, and the evidence that the new one changes it."""

    memory: Memory
    amendment: Amendment

    @property
    def disagrees(self) -> bool:
        """Return whether both are active rules that cannot both be followed."""
        return self.amendment.disagrees and self.memory.body.kind in RULES


class Receipt(NamedTuple):
    """Result of storing a statement.

    `token` undoes all of it.
    """

    memory: Memory
    created: bool  # False when the same text was there already and the two were merged
    token: str
    superseded: Memory | None = None
    amended: tuple[AmendedMemory, ...] = ()
    near: tuple[Memory, ...] = ()  # other memories about the same code or subject, nearest first
    facts: tuple[Fact, ...] = ()
    how: How = How.ADDED
    similarity: float = 0.0  # to the memory that it was merged into, 0 for none
    conflicts: tuple[Conflict, ...] = ()


def record_statement(
    recording: Recording, statement: Statement, encode: Encode | None = None, near: Sequence[Near] = ()
) -> Receipt:
    """Record a statement.

    `encode` computes the meaning of texts; without it their words and their code decide. `near` are the memories of its
    namespace that are close in meaning, closest first, for an adapter that merges near duplicates.

    Raises InvalidError, CredentialError and NotFoundError, and then nothing is recorded.
    """
    settings = statement.settings
    old = notes.find(recording.state, statement.supersedes) if statement.supersedes else None
    taken = _store_or_merge(recording, statement, near)
    memory, created = taken.memory, taken.how in (How.ADDED, How.PROPOSED)
    conflicts: tuple[Conflict, ...] = ()
    if settings.notes_conflicts and taken.how is not How.DUPLICATE:
        conflicts = tuple(scan(recording, memory, near, settings.notes_conflicts))
    if old is not None and old.id != memory.id:
        notes.link(recording, memory.id, old.id, Relationship.SUPERSEDES)
        notes.set_status(recording, old, MemoryStatus.SUPERSEDED, "superseded", memory.id)
    amended: tuple[AmendedMemory, ...] = ()
    beside: tuple[Memory, ...] = ()
    if created and memory.status in RECALLABLE and (settings.finds_amendments or settings.names_near):
        from codegraph.memory.neighbours import get_neighbourhood  # numpy; most adapters compare nothing

        others = get_neighbourhood(recording.state.build_event_mark(1), encode).find(recording.state, memory)
        if settings.finds_amendments:
            amended = _link_amended(recording, memory, others)
        if settings.names_near:
            beside = _read_near(recording.state, others, amended)
    facts = _assert_facts(recording, memory, statement)
    return Receipt(
        memory, created, recording.operation, old, amended, beside, facts, taken.how, taken.similarity, conflicts
    )


def _store_or_merge(recording: Recording, statement: Statement, near: Sequence[Near]) -> Admission:
    """Store a statement, or merge it into an existing memory."""
    draft, settings, onto = statement.draft, statement.settings, statement.onto
    if onto is not None:
        tags = tuple(dict.fromkeys((*onto.body.tags, *write_validation.check_tags(draft.tags))))[
            : write_validation.MAX_TAGS
        ]
        metadata = {**onto.body.metadata, **draft.metadata}
        edit = Edit(content=draft.content, tags=tags, metadata=metadata, offers=draft.anchors)
        memory = notes.revise(recording, onto.id, edit, reason="stacked", expected=onto.revision)
        return Admission(memory, How.MERGED, 1.0)
    if settings.merges_near:
        return record_lesson(
            recording,
            draft,
            near,
            merges=settings.merges_near,
            accepts=settings.accepts,
            run=statement.run,
            source=statement.source,
        )
    stored = notes.store(recording, draft, merge=settings.merges_same)
    return Admission(stored.memory, How.ADDED if stored.created else How.DUPLICATE, 0.0 if stored.created else 1.0)


def _link_amended(recording: Recording, memory: Memory, others: Sequence[Neighbour]) -> tuple[AmendedMemory, ...]:
    """Link a new memory to the earlier ones that it changes.

    They are the one with the best evidence, and those that amended that one before.
    """
    if memory.body.kind in _UNAMENDED:
        return ()
    later = parse_statement(memory.body.content)
    alike: dict[int, Neighbour] = {}
    for other in others:
        near = Nearness(other.cosine, other.anchored, same_kind=True)
        if can_amend(later, near) and compare(parse_statement(other.text), later, near) is not None:
            alike[other.row] = other
    found: dict[str, AmendedMemory] = {}
    for other in recording.state.read_by_rows(alike).values() if alike else ():
        if other.body.kind in _UNAMENDED or "session" in other.body.tags:
            continue
        same_kind = str(memory.body.kind) == str(other.body.kind)
        near = Nearness(alike[other.row].cosine, alike[other.row].anchored, same_kind)
        amendment = compare(parse_statement(other.body.content), later, near)
        if amendment is not None:
            found[other.id] = AmendedMemory(other, amendment)
    if not found:
        return ()
    best = max(found.values(), key=lambda one: (one.amendment.points, one.memory.row))
    before = [link.source for link in recording.state.list_links_of([best.memory.id]) if link.is_amendment]
    chosen = (best, *(found[id] for id in before if id in found and id != best.memory.id))
    for one in chosen:
        metadata = one.amendment.to_metadata()
        notes.link(recording, memory.id, one.memory.id, Relationship.RELATES_TO, label=AMENDS, metadata=metadata)
    return chosen


def _read_near(state: Reader, others: Sequence[Neighbour], changed: Sequence[AmendedMemory]) -> tuple[Memory, ...]:
    """Return the nearest memories that are near enough to be reported.

    Those that were changed are left out.
    """
    amended = {one.memory.row for one in changed}
    rows = [one.row for one in others if (one.anchored or one.cosine >= NEAR) and one.row not in amended][:NAMED]
    found = state.read_by_rows(rows) if rows else {}
    return tuple(found[row] for row in rows)


def _assert_facts(recording: Recording, memory: Memory, statement: Statement) -> tuple[Fact, ...]:
    """Assert the facts of a text, each derived from its memory."""
    if not statement.facts:
        return ()
    from codegraph.memory.facts.write import Writing, assert_fact  # few statements come with facts

    draft = statement.draft
    writing = Writing(memory.namespace, draft.origin, draft.session, draft.anchors)
    made: list[Fact] = []
    for each in statement.facts:
        fact = assert_fact(recording, each, writing).fact
        notes.link(recording, fact.memory, memory.id, Relationship.DERIVED_FROM)
        made.append(fact)
    return tuple(made)
