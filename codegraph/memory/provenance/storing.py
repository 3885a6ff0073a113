"""Storing an entry: its space, item, revision, file, bundle and edges in one operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import checks
from codegraph.memory.consolidate.summarize import extract
from codegraph.memory.engine import Recording
from codegraph.memory.events import ArtifactAttached, ItemPlaced
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.hygiene.text import clean
from codegraph.memory.intake import APART, Statement, record_statement
from codegraph.memory.model import (
    RECALLABLE,
    Anchor,
    Artifact,
    Filter,
    Memory,
    Origin,
    Vocabulary,
)
from codegraph.memory.notes import Draft
from codegraph.memory.provenance.files import write_file
from codegraph.memory.provenance.items import (
    LONGEST_SUMMARY,
    PUBLISHED,
    Found,
    bundle_kref,
    connect,
    find_item,
    first_line,
    free_place,
    kref_in,
    put_in_bundle,
    tag,
    title_of,
)
from codegraph.store.memory.kref import ENTRY, Kref, edge_type, is_kref, is_root, parse_kref, slug
from codegraph.store.memory.reader import Reader

SAME: Final = 0.92
"""Cosine from which two texts are revisions of one item."""

SAME_TITLE: Final = 0.6
"""The same, where their titles are the same: titles such as `bug fix` say little by themselves."""

COMPARED: Final = 200
"""Items of a space that a new text is compared with, the newest."""

Likeness = Callable[[str, Sequence[str]], Sequence[float]]
"""Cosines of a text with others."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """Text that is written to a file of the revision. Redacted by whoever makes it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry to be stored.

    `text` is everything said; `source_krefs` name what it came from."""

    title: str
    text: str
    kind: str  # kind of memory
    space: str
    namespace: str
    summary: str = ""
    item_kind: str = ENTRY
    tags: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    origin: Origin = Origin.AGENT
    session: str = ""
    publish: bool = False
    source_krefs: tuple[str, ...] = ()
    edge_type: str = "DERIVED_FROM"
    bundle: str = ""
    attachments: tuple[Attachment, ...] = ()
    anchors: tuple[Anchor, ...] = ()


class Kept(NamedTuple):
    memory: Memory
    kref: Kref
    stacked: bool
    previous: Kref | None  # the revision that was the latest before
    bundle: Kref | None
    artifacts: tuple[Artifact, ...]
    edges: int  # to sources
    unresolved: tuple[str, ...]  # sources that are not there


def entry_text(title: str, summary: str, parts: Sequence[str]) -> str:
    """The text of an entry: title, summary, what was said; nothing twice. What would be too long for a memory is summed
    up, because the file of the revision holds all of it."""
    said = "\n\n".join(part.strip() for part in parts if part.strip())
    head = [text for text in (title, summary) if text and text not in said]
    whole = "\n\n".join([*head, said])
    if len(clean(whole).encode()) <= checks.MAX_CONTENT:
        return whole
    return "\n\n".join([*head, extract([said])])[: checks.MAX_CONTENT // 4]


def checked(entry: Entry) -> None:
    """What can be wrong with an entry is found before anything is written. Raises InvalidError, CredentialError."""
    edge_type(entry.edge_type)
    for source in entry.source_krefs:
        if is_kref(source):
            parse_kref(source, "source_krefs")
    if len(entry.summary) > LONGEST_SUMMARY:
        raise InvalidError(
            f"`summary` has {len(entry.summary):,} characters; the limit is {LONGEST_SUMMARY:,}",
            hint="say it shorter, and leave the rest to the text",
        )
    screen(entry.title, entry.summary, entry.text, *entry.metadata.values(), *(a.text for a in entry.attachments))
    screen(entry.space, entry.item_kind, entry.bundle, entry.edge_type, *entry.tags)


def like(state: Reader, entry: Entry, likeness: Likeness) -> Memory | None:
    """The item that an entry is a new revision of: of the same space and kinds. At the root of a project, where things
    lie that have nothing to do with one another, it has to have the same title, too."""
    rows = state.rows_below([entry.space], [entry.namespace], [entry.item_kind])
    found = state.select(
        Filter((entry.namespace,), (entry.kind,), statuses=RECALLABLE, rows=tuple(rows)), newest=True, limit=COMPARED
    )
    places = state.places([m.row for m in found])
    near = [m for m in found if (place := places.get(m.row)) is not None and place.space == entry.space]
    if not near:
        return None
    scores = likeness(entry.text, [m.body.content for m in near])
    best, memory = max(zip(scores, near), key=lambda pair: (pair[0], -pair[1].row))
    if best >= SAME and not is_root(entry.space):
        return memory
    title = slug(entry.title)
    twins = [(s, m) for s, m in zip(scores, near) if title and slug(title_of(m)) == title and s >= SAME_TITLE]
    return max(twins, key=lambda pair: (pair[0], -pair[1].row))[1] if twins else None


def keep(recording: Recording, home: Path, entry: Entry, onto: Memory | None = None) -> Kept:
    """Write an entry: as a new revision of `onto`, or as an item of its own. Raises InvalidError, CredentialError,
    StorageError; then nothing was written but files that nobody knows of."""
    checked(entry)
    state = recording.state
    metadata = {**entry.metadata, "title": entry.title} | ({"summary": entry.summary} if entry.summary else {})
    previous = kref_in(state, onto) if onto is not None else None
    statement = Statement(_draft(entry, metadata), onto=onto, settings=APART)
    memory = record_statement(recording, statement).memory
    if onto is None:
        place = free_place(state, entry.space, entry.item_kind, entry.title, memory.id)
        recording.record(ItemPlaced(memory.id, None, place))
    found = Found(memory, kref_in(state, memory))
    if entry.publish:
        tag(recording, memory, PUBLISHED, memory.revision)
    bundle = None
    if entry.bundle:
        bundle = bundle_kref(put_in_bundle(recording, found.kref.space, entry.bundle, [memory.id]))
    edges, unresolved = derive(recording, found, entry.source_krefs, entry.edge_type)
    artifacts = []  # last: a file cannot be rolled back
    for attachment in entry.attachments:
        made = write_file(home, memory.id, memory.revision, attachment.name, attachment.text)
        recording.record(ArtifactAttached(memory.id, made))
        artifacts.append(made)
    return Kept(memory, found.kref, onto is not None, previous, bundle, tuple(artifacts), edges, unresolved)


def _draft(entry: Entry, metadata: dict[str, str]) -> Draft:
    return Draft(
        entry.text,
        entry.kind,
        tags=entry.tags,
        metadata=metadata,
        namespace=entry.namespace,
        origin=entry.origin,
        vocabulary=Vocabulary.KUMIHO,
        session=entry.session,
        anchors=entry.anchors,
    )


def derive(recording: Recording, found: Found, sources: Sequence[str], kind: str) -> tuple[int, tuple[str, ...]]:
    """Edges from a revision to what it came from; returns how many, and the sources that are not there."""
    made, missing = 0, []
    for text in dict.fromkeys(sources):
        try:
            source = find_item(recording.state, text, "source_krefs")
        except NotFoundError:
            missing.append(text)
            continue
        if source.memory.id != found.memory.id:
            made += connect(recording, found, source, kind)
    return made, tuple(missing)


def title_for(title: str, text: str, parameter: str = "title") -> str:
    """The given title, else the first line of the text. Raises InvalidError for one that is too long."""
    given = " ".join(clean(title).split())
    if len(given) > 200:
        raise InvalidError(
            f"`{parameter}` has {len(given)} characters; the limit is 200", hint="such as `Chose gRPC on Mar 27`"
        )
    return given[:200] or first_line(clean(text))
