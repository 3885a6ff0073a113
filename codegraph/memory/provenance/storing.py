"""Storing of an entry in one operation.

This covers its space, item, revision, file, bundle and edges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import write_validation
from codegraph.memory.consolidate.summarize import extract
from codegraph.memory.events import ArtifactAttached, ItemPlaced
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.hygiene.text_cleaning import clean
from codegraph.memory.intake import APART, Statement, record_statement
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import RECALLABLE, Anchor, Artifact, Filter, Memory, Origin, Vocabulary, convert
from codegraph.memory.notes import Draft
from codegraph.memory.provenance.artifact_files import write_file
from codegraph.memory.provenance.items import (
    LONGEST_SUMMARY,
    PUBLISHED,
    FoundItem,
    add_to_bundle,
    build_bundle_kref,
    connect,
    extract_first_line,
    find_free_place,
    find_item,
    get_title,
    read_kref,
    tag,
)
from codegraph.store.memory.kref import ENTRY, Kref, build_slug, is_kref, is_root, normalize_edge_type, parse_kref
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
    """Text for a file of the revision.

    The caller redacts it.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry to be stored.

    `text` is everything said; `source_krefs` name its sources.
    """

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


class StoredEntry(NamedTuple):
    memory: Memory
    kref: Kref
    stacked: bool
    previous: Kref | None  # the revision that was the latest before
    bundle: Kref | None
    artifacts: tuple[Artifact, ...]
    edges: int  # to sources
    unresolved: tuple[str, ...]  # sources that are not there


def build_entry_text(title: str, summary: str, parts: Sequence[str]) -> str:
    """Build the text of an entry from title, summary and content, nothing twice.

    A text that would be too long for a memory is summarized, because the file of the revision holds all of it.
    """
    said = "\n\n".join(part.strip() for part in parts if part.strip())
    head = [text for text in (title, summary) if text and text not in said]
    whole = "\n\n".join([*head, said])
    if len(clean(whole).encode()) <= write_validation.MAX_CONTENT:
        return whole
    return "\n\n".join([*head, extract([said])])[: write_validation.MAX_CONTENT // 4]


def check_entry(entry: Entry) -> None:
    """Check an entry before anything is written.

    Raises InvalidError, CredentialError.
    """
    normalize_edge_type(entry.edge_type)
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


def find_similar(state: Reader, entry: Entry, likeness: Likeness) -> Memory | None:
    """Find the item that an entry is a new revision of.

    It has the same space and kinds. At the root of a project, which holds unrelated items, it must also have the same
    title.
    """
    rows = state.list_rows_below([entry.space], [entry.namespace], [entry.item_kind])
    found = state.select(
        Filter((entry.namespace,), (entry.kind,), statuses=RECALLABLE, rows=tuple(rows)), newest=True, limit=COMPARED
    )
    places = state.read_places([m.row for m in found])
    near = [m for m in found if (place := places.get(m.row)) is not None and place.space == entry.space]
    if not near:
        return None
    scores = likeness(entry.text, [m.body.content for m in near])
    best, memory = max(zip(scores, near), key=lambda pair: (pair[0], -pair[1].row))
    if best >= SAME and not is_root(entry.space):
        return memory
    title = build_slug(entry.title)
    twins = [(s, m) for s, m in zip(scores, near) if title and build_slug(get_title(m)) == title and s >= SAME_TITLE]
    return max(twins, key=lambda pair: (pair[0], -pair[1].row))[1] if twins else None


def keep(recording: Recording, home: Path, entry: Entry, onto: Memory | None = None) -> StoredEntry:
    """Write an entry as a new revision of `onto`, or as an item of its own.

    Raises InvalidError, CredentialError, StorageError. Then nothing was written except files without a reference.
    """
    check_entry(entry)
    state = recording.state
    metadata = {**entry.metadata, "title": entry.title} | ({"summary": entry.summary} if entry.summary else {})
    previous = read_kref(state, onto) if onto is not None else None
    draft = convert(Draft, entry, content=entry.text, metadata=metadata, vocabulary=Vocabulary.KUMIHO)
    memory = record_statement(recording, Statement(draft, onto=onto, settings=APART)).memory
    if onto is None:
        place = find_free_place(state, entry.space, entry.item_kind, entry.title, memory.id)
        recording.record(ItemPlaced(memory.id, None, place))
    found = FoundItem(memory, read_kref(state, memory))
    if entry.publish:
        tag(recording, memory, PUBLISHED, memory.revision)
    bundle = None
    if entry.bundle:
        bundle = build_bundle_kref(add_to_bundle(recording, found.kref.space, entry.bundle, [memory.id]))
    edges, unresolved = derive(recording, found, entry.source_krefs, entry.edge_type)
    artifacts = []  # last: a file cannot be rolled back
    for attachment in entry.attachments:
        made = write_file(home, memory.id, memory.revision, attachment.name, attachment.text)
        recording.record(ArtifactAttached(memory.id, made))
        artifacts.append(made)
    return StoredEntry(memory, found.kref, onto is not None, previous, bundle, tuple(artifacts), edges, unresolved)


def derive(recording: Recording, found: FoundItem, sources: Sequence[str], kind: str) -> tuple[int, tuple[str, ...]]:
    """Add edges from a revision to its sources.

    Return how many were added, and the sources that do not exist.
    """
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


def choose_title(title: str, text: str, parameter: str = "title") -> str:
    """Return the given title, else the first line of the text.

    Raises InvalidError for one that is too long.
    """
    given = " ".join(clean(title).split())
    if len(given) > 200:
        raise InvalidError(
            f"`{parameter}` has {len(given)} characters; the limit is 200", hint="such as `Chose gRPC on Mar 27`"
        )
    return given[:200] or extract_first_line(clean(text))
