"""Items: memories with a place.

They have numbered revisions with tags, typed edges between revisions, and bundles.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import AmbiguousError, InvalidError, NotFoundError
from codegraph.memory import notes, write_validation
from codegraph.memory.events import BundleChanged, MemoryLinked, RevisionTagged
from codegraph.memory.hygiene.credentials import screen, screen_metadata
from codegraph.memory.hygiene.text_cleaning import clean, to_one_line
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Bundle, JsonValue, Link, Memory, MemoryStatus, Place, Relationship, Revision
from codegraph.store.memory.kref import (
    BUNDLE,
    ENTRY,
    PROJECT,
    Kref,
    build_slug,
    is_kref,
    normalize_edge_type,
    normalize_space,
    parse_kref,
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


class FoundItem(NamedTuple):
    """Memory and the revision of it that was meant."""

    memory: Memory
    kref: Kref


class Edge(NamedTuple):
    source: Kref
    target: Kref
    type: str
    metadata: Mapping[str, JsonValue]


def build_kref(memory: Memory, place: Place | None, revision: int = 0) -> Kref:
    """Return the kref of a revision, by default the latest.

    A memory without a place is named by its id.
    """
    at = place or Place(PROJECT, memory.id, ENTRY)
    return Kref(at.space, at.name, at.kind, revision or memory.revision)


def read_kref(state: Reader, memory: Memory, revision: int = 0) -> Kref:
    return build_kref(memory, state.find_place(memory.row), revision)


def find_item(state: Reader, text: str, parameter: str = "kref", *, archived: bool = False) -> FoundItem:
    """Find the item that a kref, an id or an alias means, and its revision.

    Raises InvalidError for an invalid kref, NotFoundError naming the parameter, and AmbiguousError when items of
    several kinds have the name.
    """
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
            f"`{parameter}`: {read_kref(state, memory).item} has no revision {revision}",
            hint=f"it has {'1' if memory.revision == 1 else f'1 to {memory.revision}'}",
        )
    return FoundItem(memory, replace(read_kref(state, memory, revision), artifact=artifact))


def find_revision(state: Reader, memory: Memory, number: int) -> Revision:
    return next(r for r in state.list_revisions(memory) if r.number == number)


_BEHIND_TITLE: Final = re.compile(r"\s*(?:[.:;!?]+(?=\s)|\n|[-–—]\s|$)")
"""Where a title ends that a text begins with; a title that was cut out of a sentence is part of it."""


def get_title(memory: Memory) -> str:
    given = memory.body.metadata.get("title")
    return to_one_line(given if isinstance(given, str) and given else extract_first_line(memory.body.content))


def strip_title(memory: Memory) -> str:
    """Return the text of a memory without the title at its start.

    A text that is only the title is returned whole.
    """
    text = memory.body.content
    title = memory.body.metadata.get("title")
    if isinstance(title, str) and title and text.startswith(title):
        behind = _BEHIND_TITLE.match(text, len(title))
        text = (text[behind.end() :].strip() if behind else "") or text
    return text


def get_summary(memory: Memory, longest: int = 400) -> str:
    """Return a short summary of a memory.

    It is its stored summary, else the beginning of its text without the title.
    """
    given = memory.body.metadata.get("summary")
    text = given if isinstance(given, str) and given else strip_title(memory)
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def extract_first_line(text: str, longest: int = LONGEST_TITLE) -> str:
    line = " ".join(next((line for line in text.splitlines() if line.strip()), "").split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


# places


def find_existing_variant(state: Reader, path: str) -> str:
    """Return a space path in its existing spelling.

    Paths that differ only in case, blanks and dashes are the same space.
    """
    known: dict[tuple[str, ...], str] = {}
    for space, _ in state.list_spaces():
        names = space.split("/")
        for end in range(1, len(names) + 1):
            known.setdefault(tuple(build_slug(n) for n in names[:end]), "/".join(names[:end]))
    names = path.split("/")
    for end in range(len(names), 0, -1):
        found = known.get(tuple(build_slug(n) for n in names[:end]))
        if found is not None:
            return "/".join([found, *names[end:]])
    return path


def route(state: Reader, path: str, hint: str, project: str) -> str:
    """Choose the space of a write.

    It is `path` as it is, else `hint` below the project, else the project's root. A hint that begins with an existing
    project is a whole path. Raises InvalidError.
    """
    root = normalize_space(project, "project")
    if "/" in root:
        raise InvalidError(
            f"`project` is {project!r}", hint=f"one name, such as {PROJECT}; give the rest as space_path"
        )
    if path.strip():
        return find_existing_variant(state, normalize_space(path, "space_path"))
    if not hint.strip():
        return find_existing_variant(state, root)
    wanted = normalize_space(hint, "space_hint")
    projects = {space.partition("/")[0].casefold() for space, _ in state.list_spaces()} | {root.casefold()}
    whole = wanted if wanted.partition("/")[0].casefold() in projects else f"{root}/{wanted}"
    return find_existing_variant(state, whole)


def find_free_place(state: Reader, space: str, kind: str, title: str, salt: str) -> Place:
    """Return an unused place for a new item.

    It is named after its title, with a mark when the name is taken.
    """
    name = build_slug(title) or kind
    if not state.find_items(space, name, kind):
        return Place(space, name, kind)
    mark = hashlib.blake2b(salt.encode(), digest_size=4).hexdigest()
    return Place(space, f"{name}-{mark}", kind)


# tags


def tag(recording: Recording, memory: Memory, name: str, number: int) -> None:
    """Move a tag to a revision; 0 removes it.

    `latest` moves by itself. Raises InvalidError.
    """
    word = write_validation.check_name(name, "tag")
    if word.lower() == LATEST:
        raise InvalidError("`tag` cannot be latest", hint="it is always the last revision; use another word")
    screen(word)
    before = next((r.number for r in recording.state.list_revisions(memory) if word in r.tags), 0)
    if before != number:
        recording.record(RevisionTagged(memory.id, word, before, number))


def find_tagged(state: Reader, memory: Memory, name: str) -> Revision:
    """Return the revision a tag names.

    Raises NotFoundError listing the existing tags.
    """
    revisions = state.list_revisions(memory)
    if name.strip().lower() == LATEST:
        return revisions[-1]
    for revision in revisions:
        if name.strip() in revision.tags:
            return revision
    known = ", ".join([LATEST, *(t for r in revisions for t in r.tags)])
    raise NotFoundError(
        f"`tag`: no revision of {read_kref(state, memory).item} is tagged {name!r}", hint=f"tags: {known}"
    )


# edges


def get_word(link: Link) -> str:
    return link.label or link.relationship.value


def connect(
    recording: Recording,
    source: FoundItem,
    target: FoundItem,
    kind: str,
    metadata: Mapping[str, JsonValue] | None = None,
) -> bool:
    """Add an edge from one revision to another.

    Return False when it existed. Raises InvalidError for an item with itself.
    """
    word = normalize_edge_type(kind)
    if source.memory.id == target.memory.id:
        raise InvalidError("an item has no edge to itself", hint="give two different items")
    more = dict(write_validation.check_metadata(dict(metadata or {})))
    screen_metadata(more)
    known = word in Relationship.__members__
    relationship = Relationship(word) if known else _RELATIONSHIPS.get(word, Relationship.RELATES_TO)
    label = "" if known else word
    pair: list[JsonValue] = [source.kref.revision, target.kref.revision]
    before = recording.state.find_link(source.memory.id, target.memory.id, relationship, label)
    pairs = _read_pairs(before) if before else []
    if pair in pairs:
        return False
    held: dict[str, JsonValue] = {**(dict(before.metadata) if before else {}), **more}
    held[_PAIRS] = [*pairs, pair]
    weight = before.weight if before else 1.0
    made = Link(source.memory.id, target.memory.id, relationship, weight, label, recording.at, held)
    recording.record(MemoryLinked(made, before))
    return True


def _read_pairs(link: Link) -> list[JsonValue]:
    held = link.metadata.get(_PAIRS)
    return list(held) if isinstance(held, list) else []


def list_edges(state: Reader, found: FoundItem, direction: Direction = Direction.BOTH, kind: str = "") -> list[Edge]:
    """Return the edges of one revision, the outgoing first.

    A link that was made without revisions holds for all of them.
    """
    links = [
        link
        for link in state.list_links_of([found.memory.id])
        if (not kind or get_word(link) == kind)
        and (direction is not Direction.INCOMING or link.target == found.memory.id)
        and (direction is not Direction.OUTGOING or link.source == found.memory.id)
    ]
    ends = state.read_by_ids({end for link in links for end in (link.source, link.target)})
    places = state.read_places([m.row for m in ends.values()])
    edges: list[Edge] = []
    for link in sorted(links, key=lambda k: (k.source != found.memory.id, get_word(k), k.source, k.target)):
        source, target = ends.get(link.source), ends.get(link.target)
        if source is None or target is None:  # an end is a symbol
            continue
        outward = source.id == found.memory.id
        for pair in _read_pairs(link) or [[source.revision, target.revision]]:
            if not isinstance(pair, list) or len(pair) != 2:
                continue
            here, there = (int(str(number)) for number in (pair if outward else pair[::-1]))
            if _read_pairs(link) and here != found.kref.revision:
                continue
            ours = build_kref(found.memory, places.get(found.memory.row), found.kref.revision)
            other = target if outward else source
            theirs = build_kref(other, places.get(other.row), there)
            more = {k: v for k, v in link.metadata.items() if k != _PAIRS}
            edges.append(
                Edge(ours, theirs, get_word(link), more) if outward else Edge(theirs, ours, get_word(link), more)
            )
    return edges


# bundles


def build_bundle_kref(bundle: Bundle) -> Kref:
    return Kref(bundle.space, bundle.name, BUNDLE, bundle.number)


def add_to_bundle(recording: Recording, space: str, name: str, members: Sequence[str]) -> Bundle:
    """Add items to a bundle, which is made when it does not exist.

    Raises InvalidError for an invalid name.
    """
    word = build_slug(clean(name))
    if not word:
        raise InvalidError(f"`bundle_name` is {name!r}", hint="letters and digits, such as transport-decisions")
    screen(space, name)
    before = recording.state.find_bundle(space, word)
    held = before.members if before and not before.deprecated else ()
    wanted = tuple(dict.fromkeys((*held, *members)))
    if before is not None and wanted == before.members and not before.deprecated:
        return before
    number = before.number + 1 if before else 1
    recording.record(BundleChanged(before, Bundle(space, word, number, wanted, recording.at)))
    made = recording.state.find_bundle(space, word)
    assert made is not None
    return made


def find_bundle(state: Reader, text: str, parameter: str = "kref") -> Bundle | None:
    """Find the bundle that a kref means, at the revision it names.

    The result is None when it names no bundle.
    """
    if not is_kref(text.strip()):
        return None
    kref = parse_kref(text.strip(), parameter)
    if kref.kind not in ("", BUNDLE):
        return None
    found = state.find_bundle(kref.space, kref.name)
    if found is None or (not kref.kind and state.find_items(kref.space, kref.name)):
        if found is not None:
            raise AmbiguousError(
                f"`{parameter}`: an item and a bundle are called {kref.item}",
                hint=f"{build_bundle_kref(found).item}, or another",
            )
        return None
    if not kref.revision or kref.revision == found.number:
        return found
    members = state.read_bundle_members(kref.space, kref.name, kref.revision)
    if members is None:
        raise NotFoundError(f"`{parameter}`: {kref.item} has no revision {kref.revision}", hint=f"1 to {found.number}")
    return replace(found, members=members, number=kref.revision)


# status


def deprecate(recording: Recording, text: str, deprecated: bool, parameter: str = "item_kref") -> tuple[Kref, bool]:
    """Hide an item or a bundle from searches, or show it again.

    Return its kref and whether anything changed.
    """
    state = recording.state
    bundle = find_bundle(state, text, parameter)
    if bundle is not None:
        changed = bundle.deprecated is not deprecated
        if changed:
            recording.record(BundleChanged(bundle, replace(bundle, deprecated=deprecated)))
        return build_bundle_kref(bundle), changed
    memory = find_item(state, text, parameter).memory
    wanted = MemoryStatus.DEPRECATED if deprecated else MemoryStatus.ACTIVE
    changed = memory.status is not wanted and (deprecated or memory.status is MemoryStatus.DEPRECATED)
    if changed:
        notes.set_status(recording, memory, wanted, "deprecated" if deprecated else "restored")
    return read_kref(state, memory), changed
