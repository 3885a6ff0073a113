"""Items: memories with a place, numbered revisions with tags, typed edges between revisions, bundles."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import AmbiguousError, InvalidError, NotFoundError
from codegraph.memory import checks, notes
from codegraph.memory.engine import Recording
from codegraph.memory.events import BundleChanged, MemoryLinked, RevisionTagged
from codegraph.memory.hygiene.credentials import screen, screen_metadata
from codegraph.memory.hygiene.text import clean, one_line
from codegraph.memory.model import Bundle, JsonValue, Link, Memory, MemoryStatus, Place, Relationship, Revision
from codegraph.store.memory.kref import (
    BUNDLE,
    ENTRY,
    PROJECT,
    Kref,
    edge_type,
    is_kref,
    parse_kref,
    slug,
    space_path,
)
from codegraph.store.memory.reader import Reader

LATEST: Final = "latest"
PUBLISHED: Final = "published"
LONGEST_TITLE: Final = 120
LONGEST_SUMMARY: Final = 2_000

_RELATIONSHIPS: Final[Mapping[str, Relationship]] = {
    "CREATED_FROM": Relationship.DERIVED_FROM,
    "BELONGS_TO": Relationship.PART_OF,
    "SUPPORTS": Relationship.REINFORCES,
    "HANDED_OFF_TO": Relationship.LEADS_TO,
}
"""What edges of these types are called by the other vocabularies; any other word relates its ends."""

_PAIRS: Final = "revisions"
"""Key of a link's metadata: the pairs of revisions it holds for."""


class Direction(StrEnum):
    OUTGOING = "outgoing"
    INCOMING = "incoming"
    BOTH = "both"


class Found(NamedTuple):
    """A memory and the revision of it that was meant."""

    memory: Memory
    kref: Kref


class Edge(NamedTuple):
    source: Kref
    target: Kref
    type: str
    metadata: Mapping[str, JsonValue]


def kref_of(memory: Memory, place: Place | None, revision: int = 0) -> Kref:
    """The kref of a revision, by default the latest. What has no place is named by its id."""
    at = place or Place(PROJECT, memory.id, ENTRY)
    return Kref(at.space, at.name, at.kind, revision or memory.revision)


def kref_in(state: Reader, memory: Memory, revision: int = 0) -> Kref:
    return kref_of(memory, state.place(memory.row), revision)


def find_item(state: Reader, text: str, parameter: str = "kref", *, archived: bool = False) -> Found:
    """The item a kref, an id or an alias means, and its revision. Raises InvalidError for a kref that cannot be one,
    NotFoundError naming the parameter, AmbiguousError when items of several kinds have the name."""
    revision, artifact = 0, ""
    if is_kref(text.strip()):
        wanted = parse_kref(text.strip(), parameter)
        revision, artifact = wanted.revision, wanted.artifact
    try:
        memory = notes.find(state, text, archived=archived)
    except NotFoundError as error:
        raise NotFoundError(f"`{parameter}`: {error.message}", hint=error.hint) from error
    if revision > memory.revision:
        raise NotFoundError(
            f"`{parameter}`: {kref_in(state, memory).item} has no revision {revision}",
            hint=f"it has {'1' if memory.revision == 1 else f'1 to {memory.revision}'}",
        )
    return Found(memory, replace(kref_in(state, memory, revision), artifact=artifact))


def find_revision(state: Reader, memory: Memory, number: int) -> Revision:
    return next(r for r in state.revisions(memory) if r.number == number)


_BEHIND_TITLE: Final = re.compile(r"\s*(?:[.:;!?]+(?=\s)|\n|[-–—]\s|$)")
"""Where a title ends that a text begins with; a title that was cut out of a sentence is part of it."""


def title_of(memory: Memory) -> str:
    given = memory.body.metadata.get("title")
    return one_line(given if isinstance(given, str) and given else first_line(memory.body.content))


def strip_title(memory: Memory) -> str:
    """Return the text of a memory without the title in front of it.

    Where the text is nothing but the title, all of it is returned."""
    text = memory.body.content
    title = memory.body.metadata.get("title")
    if isinstance(title, str) and title and text.startswith(title):
        behind = _BEHIND_TITLE.match(text, len(title))
        text = (text[behind.end() :].strip() if behind else "") or text
    return text


def summary_of(memory: Memory, longest: int = 400) -> str:
    """What a memory says in few words: its summary, else the beginning of its text without the title."""
    given = memory.body.metadata.get("summary")
    text = given if isinstance(given, str) and given else strip_title(memory)
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def first_line(text: str, longest: int = LONGEST_TITLE) -> str:
    line = " ".join(next((line for line in text.splitlines() if line.strip()), "").split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


# places


def existing_variant(state: Reader, path: str) -> str:
    """A space path as it is spelled already where it differs only in case, blanks and dashes."""
    known: dict[tuple[str, ...], str] = {}
    for space, _ in state.spaces():
        names = space.split("/")
        for end in range(1, len(names) + 1):
            known.setdefault(tuple(slug(n) for n in names[:end]), "/".join(names[:end]))
    names = path.split("/")
    for end in range(len(names), 0, -1):
        found = known.get(tuple(slug(n) for n in names[:end]))
        if found is not None:
            return "/".join([found, *names[end:]])
    return path


def route(state: Reader, path: str, hint: str, project: str) -> str:
    """The space of a write: `path` as it is, else `hint` below the project, else the project's root. A hint that
    begins with a project that is there is a whole path. Raises InvalidError."""
    root = space_path(project, "project")
    if "/" in root:
        raise InvalidError(
            f"`project` is {project!r}", hint=f"one name, such as {PROJECT}; give the rest as space_path"
        )
    if path.strip():
        return existing_variant(state, space_path(path, "space_path"))
    if not hint.strip():
        return existing_variant(state, root)
    wanted = space_path(hint, "space_hint")
    projects = {space.partition("/")[0].casefold() for space, _ in state.spaces()} | {root.casefold()}
    whole = wanted if wanted.partition("/")[0].casefold() in projects else f"{root}/{wanted}"
    return existing_variant(state, whole)


def free_place(state: Reader, space: str, kind: str, title: str, salt: str) -> Place:
    """A place of its own for a new item: named after its title, with a mark when that is taken."""
    name = slug(title) or kind
    if not state.items_at(space, name, kind):
        return Place(space, name, kind)
    mark = hashlib.blake2b(salt.encode(), digest_size=4).hexdigest()
    return Place(space, f"{name}-{mark}", kind)


# tags


def tag(recording: Recording, memory: Memory, name: str, number: int) -> None:
    """Move a tag to a revision; 0 takes it away. `latest` moves by itself. Raises InvalidError."""
    word = checks.name(name, "tag")
    if word.lower() == LATEST:
        raise InvalidError("`tag` cannot be latest", hint="it is always the last revision; use another word")
    screen(word)
    before = next((r.number for r in recording.state.revisions(memory) if word in r.tags), 0)
    if before != number:
        recording.record(RevisionTagged(memory.id, word, before, number))


def tagged(state: Reader, memory: Memory, name: str) -> Revision:
    """The revision a tag names. Raises NotFoundError listing the tags that are there."""
    revisions = state.revisions(memory)
    if name.strip().lower() == LATEST:
        return revisions[-1]
    for revision in revisions:
        if name.strip() in revision.tags:
            return revision
    known = ", ".join([LATEST, *(t for r in revisions for t in r.tags)])
    raise NotFoundError(
        f"`tag`: no revision of {kref_in(state, memory).item} is tagged {name!r}", hint=f"tags: {known}"
    )


# edges


def word_of(link: Link) -> str:
    return link.label or link.relationship.value


def connect(
    recording: Recording, source: Found, target: Found, kind: str, metadata: Mapping[str, JsonValue] | None = None
) -> bool:
    """An edge from one revision to another; False when it was there. Raises InvalidError for an item with itself."""
    word = edge_type(kind)
    if source.memory.id == target.memory.id:
        raise InvalidError("an item has no edge to itself", hint="give two different items")
    more = dict(checks.metadata(dict(metadata or {})))
    screen_metadata(more)
    known = word in Relationship.__members__
    relationship = Relationship(word) if known else _RELATIONSHIPS.get(word, Relationship.RELATES_TO)
    label = "" if known else word
    pair: list[JsonValue] = [source.kref.revision, target.kref.revision]
    before = recording.state.link(source.memory.id, target.memory.id, relationship, label)
    pairs = _pairs(before) if before else []
    if pair in pairs:
        return False
    held: dict[str, JsonValue] = {**(dict(before.metadata) if before else {}), **more}
    held[_PAIRS] = [*pairs, pair]
    weight = before.weight if before else 1.0
    made = Link(source.memory.id, target.memory.id, relationship, weight, label, recording.at, held)
    recording.record(MemoryLinked(made, before))
    return True


def _pairs(link: Link) -> list[JsonValue]:
    held = link.metadata.get(_PAIRS)
    return list(held) if isinstance(held, list) else []


def edges_of(state: Reader, found: Found, direction: Direction = Direction.BOTH, kind: str = "") -> list[Edge]:
    """Edges of one revision, the outgoing first. A link that was made without revisions holds for all of them."""
    links = [
        link
        for link in state.links_of([found.memory.id])
        if (not kind or word_of(link) == kind)
        and (direction is not Direction.INCOMING or link.target == found.memory.id)
        and (direction is not Direction.OUTGOING or link.source == found.memory.id)
    ]
    ends = state.by_ids({end for link in links for end in (link.source, link.target)})
    places = state.places([m.row for m in ends.values()])
    edges: list[Edge] = []
    for link in sorted(links, key=lambda k: (k.source != found.memory.id, word_of(k), k.source, k.target)):
        source, target = ends.get(link.source), ends.get(link.target)
        if source is None or target is None:  # an end is a symbol
            continue
        outward = source.id == found.memory.id
        for pair in _pairs(link) or [[source.revision, target.revision]]:
            if not isinstance(pair, list) or len(pair) != 2:
                continue
            here, there = (int(str(number)) for number in (pair if outward else pair[::-1]))
            if _pairs(link) and here != found.kref.revision:
                continue
            ours = kref_of(found.memory, places.get(found.memory.row), found.kref.revision)
            other = target if outward else source
            theirs = kref_of(other, places.get(other.row), there)
            more = {k: v for k, v in link.metadata.items() if k != _PAIRS}
            edges.append(
                Edge(ours, theirs, word_of(link), more) if outward else Edge(theirs, ours, word_of(link), more)
            )
    return edges


# bundles


def bundle_kref(bundle: Bundle) -> Kref:
    return Kref(bundle.space, bundle.name, BUNDLE, bundle.number)


def put_in_bundle(recording: Recording, space: str, name: str, members: Sequence[str]) -> Bundle:
    """Add items to a bundle, which is made when it is not there. Raises InvalidError for a name that cannot be one."""
    word = slug(clean(name))
    if not word:
        raise InvalidError(f"`bundle_name` is {name!r}", hint="letters and digits, such as transport-decisions")
    screen(space, name)
    before = recording.state.bundle(space, word)
    held = before.members if before and not before.deprecated else ()
    wanted = tuple(dict.fromkeys((*held, *members)))
    if before is not None and wanted == before.members and not before.deprecated:
        return before
    number = before.number + 1 if before else 1
    recording.record(BundleChanged(before, Bundle(space, word, number, wanted, recording.at)))
    made = recording.state.bundle(space, word)
    assert made is not None
    return made


def find_bundle(state: Reader, text: str, parameter: str = "kref") -> Bundle | None:
    """The bundle a kref means, at the revision it names; None when it names no bundle."""
    if not is_kref(text.strip()):
        return None
    kref = parse_kref(text.strip(), parameter)
    if kref.kind not in ("", BUNDLE):
        return None
    found = state.bundle(kref.space, kref.name)
    if found is None or (not kref.kind and state.items_at(kref.space, kref.name)):
        if found is not None:
            raise AmbiguousError(
                f"`{parameter}`: an item and a bundle are called {kref.item}",
                hint=f"{bundle_kref(found).item}, or another",
            )
        return None
    if not kref.revision or kref.revision == found.number:
        return found
    members = state.bundle_members(kref.space, kref.name, kref.revision)
    if members is None:
        raise NotFoundError(f"`{parameter}`: {kref.item} has no revision {kref.revision}", hint=f"1 to {found.number}")
    return replace(found, members=members, number=kref.revision)


# status


def deprecate(recording: Recording, text: str, deprecated: bool, parameter: str = "item_kref") -> tuple[Kref, bool]:
    """Hide an item or a bundle from searches, or show it again. Returns its kref and whether anything changed."""
    state = recording.state
    bundle = find_bundle(state, text, parameter)
    if bundle is not None:
        changed = bundle.deprecated is not deprecated
        if changed:
            recording.record(BundleChanged(bundle, replace(bundle, deprecated=deprecated)))
        return bundle_kref(bundle), changed
    memory = find_item(state, text, parameter).memory
    wanted = MemoryStatus.DEPRECATED if deprecated else MemoryStatus.ACTIVE
    changed = memory.status is not wanted and (deprecated or memory.status is MemoryStatus.DEPRECATED)
    if changed:
        notes.set_status(recording, memory, wanted, "deprecated" if deprecated else "restored")
    return kref_in(state, memory), changed
