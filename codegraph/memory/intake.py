"""Intake: the one way in for statements, whatever vocabulary they are told in.

screen → anchors → near-duplicates → amendment or contradiction → facts → policy of the kind → log

What the documented systems do differently are `Settings` of their adapters. Everything that one call records is one
operation, which `undo` takes back as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import EncoderError
from codegraph.memory import checks, notes
from codegraph.memory.amendments import Amendment, Nearness, compare, take_apart
from codegraph.memory.engine import Recording
from codegraph.memory.learning.conflicts import scan
from codegraph.memory.learning.lessons import Admission, Near, take_lesson
from codegraph.memory.model import (
    AMENDS,
    RECALLABLE,
    RULES,
    Anchor,
    Conflict,
    Filter,
    How,
    Memory,
    MemoryKind,
    MemoryStatus,
    Relationship,
)
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.recall.words import terms
from codegraph.store.memory.reader import Reader
from codegraph.store.tokens import query_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.memory.facts.model import Fact, Triple

    Encode = Callable[[Sequence[str]], NDArray[np.float32]]
    """Unit vectors of texts, a row each."""

_K = MemoryKind

COMPARED: Final = 16
"""The nearest memories: as many are compared with a statement."""

_WORDED: Final = 30
"""Memories whose words are nearest: candidates as well as those of the same code."""

NEWEST: Final = 300
"""Rules that are compared with a new one by meaning, the newest."""

_WORDS: Final = 8
"""Words by which candidates are searched, the longest: those are the rarest."""

_PREFIX: Final = 4
"""Letters from which a stem finds longer words, too."""

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
    """Something that somebody tells memory."""

    draft: Draft
    facts: tuple[Triple, ...] = ()  # that the text states, as read by whoever tells it
    supersedes: str = ""  # id of the memory that it takes the place of, by the teller's own word
    onto: Memory | None = None  # the memory that it is the next revision of
    run: str = ""  # in which it was learned
    source: str = "agent"  # who learned it: `agent`, `cli`
    settings: Settings = field(default_factory=Settings)


class Amended(NamedTuple):
    """An earlier memory, and what shows that the new one changes it."""

    memory: Memory
    amendment: Amendment

    @property
    def disagrees(self) -> bool:
        """Return whether both are rules in force that cannot both be followed."""
        return self.amendment.disagrees and self.memory.body.kind in RULES


class Receipt(NamedTuple):
    """The outcome of telling memory something. `token` undoes all of it."""

    memory: Memory
    created: bool  # False when the same text was there already and the two were merged
    token: str
    superseded: Memory | None = None
    amended: tuple[Amended, ...] = ()
    near: tuple[Memory, ...] = ()  # other memories about the same code or subject, nearest first
    facts: tuple[Fact, ...] = ()
    how: How = How.ADDED
    similarity: float = 0.0  # to the memory that it was merged into, 0 for none
    conflicts: tuple[Conflict, ...] = ()


def record_statement(
    recording: Recording, statement: Statement, encode: Encode | None = None, near: Sequence[Near] = ()
) -> Receipt:
    """Record a statement.

    `encode` gives the meaning of texts; without it their words and their code decide. `near`: the memories of its
    namespace that are close in meaning, closest first, for an adapter that merges near duplicates.

    Raises InvalidError, CredentialError and NotFoundError, and then nothing is recorded."""
    settings = statement.settings
    old = notes.find(recording.state, statement.supersedes) if statement.supersedes else None
    taken = _take_in(recording, statement, near)
    memory, created = taken.memory, taken.how in (How.ADDED, How.PROPOSED)
    conflicts: tuple[Conflict, ...] = ()
    if settings.notes_conflicts and taken.how is not How.DUPLICATE:
        conflicts = tuple(scan(recording, memory, near, settings.notes_conflicts))
    if old is not None and old.id != memory.id:
        notes.link(recording, memory.id, old.id, Relationship.SUPERSEDES)
        notes.set_status(recording, old, MemoryStatus.SUPERSEDED, "superseded", memory.id)
    amended: tuple[Amended, ...] = ()
    beside: tuple[Memory, ...] = ()
    if created and memory.status in RECALLABLE and (settings.finds_amendments or settings.names_near):
        others = _find_candidates(recording.state, memory, encode)
        if settings.finds_amendments:
            amended = _link_amended(recording, memory, others)
        if settings.names_near:
            changed = {one.memory.id for one in amended}
            beside = tuple(other.memory for other in others if other.is_near and other.memory.id not in changed)[:NAMED]
    facts = _assert_facts(recording, memory, statement)
    return Receipt(
        memory, created, recording.operation, old, amended, beside, facts, taken.how, taken.similarity, conflicts
    )


def _take_in(recording: Recording, statement: Statement, near: Sequence[Near]) -> Admission:
    """Store a statement, or let a memory that is there take it in."""
    draft, settings, onto = statement.draft, statement.settings, statement.onto
    if onto is not None:
        tags = tuple(dict.fromkeys((*onto.body.tags, *checks.tags(draft.tags))))[: checks.MAX_TAGS]
        metadata = {**onto.body.metadata, **draft.metadata}
        edit = Edit(content=draft.content, tags=tags, metadata=metadata, offers=draft.anchors)
        memory = notes.revise(recording, onto.id, edit, reason="stacked", expected=onto.revision)
        return Admission(memory, How.MERGED, 1.0)
    if settings.merges_near:
        return take_lesson(
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


class _Candidate(NamedTuple):
    memory: Memory
    nearness: Nearness

    @property
    def is_near(self) -> bool:
        return self.nearness.anchored or self.nearness.cosine >= NEAR


def _find_candidates(state: Reader, memory: Memory, encode: Encode | None) -> list[_Candidate]:
    """Return memories that share words or code with a new one, nearest first.

    They are of its namespace."""
    wanted = Filter((memory.namespace,), statuses=RECALLABLE)
    words = sorted(list_prefixes(memory.body.content), key=len, reverse=True)[:_WORDS]
    rows: dict[int, None] = {}
    if words:
        match = " OR ".join(words)
        rows = dict.fromkeys(row for row, _ in state.lexical(f"content : ({match})", wanted, _WORDED))
    own = state.anchors([memory.row]).get(memory.row, ())
    about = {anchor.target for anchor in own}
    rows.update(dict.fromkeys(row for row, _ in state.anchored_to(about)) if about else {})
    if encode is not None and memory.body.kind in RULES:
        rules = Filter(wanted.namespaces, tuple(sorted(RULES)), statuses=RECALLABLE)
        rows.update((other.row, None) for other in state.select(rules, newest=True, limit=NEWEST))
    rows.pop(memory.row, None)
    found = [m for m in state.by_rows(rows).values() if m.namespace == memory.namespace and m.status in RECALLABLE]
    anchors = state.anchors([m.row for m in found])
    texts = [memory.body.content, *(m.body.content for m in found)]
    cosines = _measure_cosines(texts, encode) if found else []
    candidates = [
        _Candidate(other, Nearness(cosine, _share_code(own, anchors.get(other.row, ())), _has_same_kind(memory, other)))
        for other, cosine in zip(found, cosines)
    ]
    candidates.sort(key=lambda c: (-c.nearness.anchored, -c.nearness.cosine, -c.memory.row))
    return candidates[:COMPARED]


def list_prefixes(text: str) -> list[str]:
    """Return the words of a text for a full-text search that finds their other forms, too.

    Words that carry no meaning are left out."""
    found: dict[str, None] = {}
    for word in query_words(text):
        stems = terms(word)
        if stems:
            same = takewhile(lambda letters: letters[0] == letters[1], zip(word, stems[0]))
            begin = "".join(letter for letter, _ in same)
            found[f'"{begin}"*' if len(begin) >= _PREFIX else f'"{word}"'] = None
    return list(found)


def _measure_cosines(texts: Sequence[str], encode: Encode | None) -> list[float]:
    """Return the cosine of the first text with each of the others."""
    if encode is None:
        return [0.0] * (len(texts) - 1)
    try:
        vectors = encode(texts)
    except EncoderError:  # words and code still decide
        return [0.0] * (len(texts) - 1)
    return [float(cosine) for cosine in vectors[1:] @ vectors[0]]


def _share_code(own: Sequence[Anchor], others: Sequence[Anchor]) -> bool:
    return not {anchor.target for anchor in own}.isdisjoint(anchor.target for anchor in others)


def _has_same_kind(one: Memory, other: Memory) -> bool:
    return str(one.body.kind) == str(other.body.kind)


def _link_amended(recording: Recording, memory: Memory, others: Sequence[_Candidate]) -> tuple[Amended, ...]:
    """Link a new memory to the earlier ones that it changes.

    They are the surest one, and what amended that one before."""
    later = take_apart(memory.body.content)
    found: dict[str, Amended] = {}
    for other in others:
        if other.memory.body.kind in _UNAMENDED or "session" in other.memory.body.tags:
            continue
        amendment = compare(take_apart(other.memory.body.content), later, other.nearness)
        if amendment is not None:
            found[other.memory.id] = Amended(other.memory, amendment)
    if not found or memory.body.kind in _UNAMENDED:
        return ()
    best = max(found.values(), key=lambda one: (one.amendment.points, one.memory.row))
    before = [link.source for link in recording.state.links_of([best.memory.id]) if link.is_amendment]
    chosen = (best, *(found[id] for id in before if id in found and id != best.memory.id))
    for one in chosen:
        metadata = one.amendment.to_metadata()
        notes.link(recording, memory.id, one.memory.id, Relationship.RELATES_TO, label=AMENDS, metadata=metadata)
    return chosen


def _assert_facts(recording: Recording, memory: Memory, statement: Statement) -> tuple[Fact, ...]:
    """Assert the facts that a text states, each derived from its memory."""
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
