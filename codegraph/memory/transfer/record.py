"""Record of a memory: a plain JSON object.

Every format of an export is made from it and read back to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import write_validation
from codegraph.memory.memory_model import (
    Anchor,
    AnchorKind,
    Artifact,
    Filter,
    JsonValue,
    Link,
    Memory,
    MemoryKind,
    Origin,
    Place,
    Relationship,
    Vocabulary,
)
from codegraph.memory.notes import Draft
from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.store.memory.kref import Kref, parse_kref
from codegraph.store.memory.reader import Reader

Record = dict[str, JsonValue]

FIELDS: Final = (
    "id",
    "content",
    "memory_type",
    "importance",
    "confidence",
    "tags",
    "namespace",
    "metadata",
    "status",
    "origin",
    "vocabulary",
    "protected",
    "session",
    "created_at",
    "updated_at",
    "verified_at",
    "valid_from",
    "valid_to",
    "aliases",
    "anchors",
    "edges",
    "kref",
    "artifacts",
)

_ANCHOR_FIELDS: Final = ("kind", "repository", "target", "syntax_hash", "commit", "path", "line", "offered")
_BATCH: Final = 500


class Edge(NamedTuple):
    """Link of a record, by ids that the importing store may not have yet."""

    source: str
    target: str
    relationship: Relationship
    weight: float
    label: str
    metadata: Mapping[str, JsonValue]


class ParsedRecord(NamedTuple):
    draft: Draft
    aliases: tuple[str, ...]
    verified_at: int
    edges: tuple[Edge, ...]
    place: Place | None  # where it stands as an item
    artifacts: tuple[Artifact, ...]


def iterate_records(state: Reader, wanted: Filter, limit: int = -1) -> Iterator[Record]:
    """Yield the memories that pass a filter as records, in the order they were stored."""
    memories = state.select(wanted, limit=limit)
    for start in range(0, len(memories), _BATCH):
        part = memories[start : start + _BATCH]
        links: dict[str, list[Link]] = {}
        for link in state.list_links_of(m.id for m in part):
            for end in {link.source, link.target}:
                links.setdefault(end, []).append(link)
        anchors = state.read_anchors(m.row for m in part)
        places = state.read_places(m.row for m in part)
        for memory in part:
            record = _record(
                memory, state.list_aliases(memory.id), anchors.get(memory.row, ()), links.get(memory.id, ())
            )
            place = places.get(memory.row)
            record["kref"] = str(Kref(place.space, place.name, place.kind)) if place is not None else None
            record["artifacts"] = [asdict(artifact) for artifact in state.list_artifacts(memory.row)]
            yield record


def _record(memory: Memory, aliases: list[str], anchors: Iterable[Anchor], links: Iterable[Link]) -> Record:
    body = memory.body
    return {
        "id": memory.id,
        "content": body.content,
        "memory_type": str(body.kind),
        "importance": body.importance,
        "confidence": body.confidence,
        "tags": list(body.tags),
        "namespace": memory.namespace or None,
        "metadata": dict(body.metadata),
        "status": memory.status.value,
        "origin": memory.origin.value,
        "vocabulary": memory.vocabulary.value,
        "protected": memory.protected,
        "session": memory.session or None,
        "created_at": format_rfc3339(memory.created_at),
        "updated_at": format_rfc3339(memory.updated_at),
        "verified_at": format_rfc3339(memory.verified_at) or None,
        "valid_from": format_rfc3339(memory.valid_from) or None,
        "valid_to": format_rfc3339(memory.valid_to) or None,
        "aliases": list(aliases),
        "anchors": [{name: getattr(anchor, name) for name in _ANCHOR_FIELDS} for anchor in anchors],
        "edges": [_build_edge_record(link) for link in links],
    }


def _build_edge_record(link: Link) -> Record:
    return {
        "id": f"{link.source}-{link.relationship.value}-{link.target}",
        "src": link.source,
        "dst": link.target,
        "relationship": link.relationship.value,
        "weight": link.weight,
        "label": link.label,
        "metadata": dict(link.metadata),
    }


def parse(raw: object, vocabulary: Vocabulary, origin: Origin = Origin.IMPORTED) -> ParsedRecord:
    """Parse a record to a draft.

    Only `content` is required. Raises InvalidError for a bad value.
    """
    if not isinstance(raw, dict):
        raise InvalidError("not an object", hint='each memory is an object, such as {"content": "…"}')
    given: dict[str, Any] = {key: value for key, value in raw.items() if value is not None and value != ""}
    wrote = Vocabulary(given["vocabulary"]) if given.get("vocabulary") in set(Vocabulary) else vocabulary
    kind = given.get("memory_type", MemoryKind.CONTEXT)
    status = given.get("status")
    draft = Draft(
        content=write_validation.check_content(given.get("content", "")),
        # Another store's own record may be of any kind; a foreign one must be of a kind its vocabulary has.
        kind=write_validation.check_name(kind, "memory_type")
        if "vocabulary" in given
        else write_validation.check_kind(kind, vocabulary),
        importance=write_validation.check_fraction(given.get("importance", 0.5), "importance"),
        confidence=write_validation.check_fraction(given.get("confidence", 1.0), "confidence"),
        tags=write_validation.check_tags(given.get("tags")),
        metadata=write_validation.check_metadata(given.get("metadata")),
        namespace=write_validation.check_name(given.get("namespace", ""), "namespace", empty=True),
        origin=Origin(given["origin"]) if given.get("origin") in set(Origin) else origin,
        vocabulary=wrote,
        status=write_validation.check_status(status) if status else None,
        session=write_validation.check_name(given.get("session", ""), "session", empty=True),
        protected=given.get("protected") is True,
        id=write_validation.check_name(given.get("id", ""), "id", empty=True),
        anchors=tuple(_parse_anchor(item) for item in _list(given, "anchors")),
        created_at=_time(given, "created_at"),
        updated_at=_time(given, "updated_at"),
        valid_from=_time(given, "valid_from"),
        valid_to=_time(given, "valid_to"),
    )
    aliases = tuple(write_validation.check_name(alias, "aliases") for alias in _list(given, "aliases"))
    edges = tuple(_parse_edge(item) for item in _list(given, "edges"))
    artifacts = tuple(_parse_artifact(item) for item in _list(given, "artifacts"))
    return ParsedRecord(
        draft, aliases, _time(given, "verified_at"), edges, _parse_place(given.get("kref", "")), artifacts
    )


def _list(given: Mapping[str, Any], name: str) -> list[Any]:
    value = given.get(name, [])
    if not isinstance(value, list):
        raise InvalidError(f"`{name}` is not a list", hint="leave it out when there are none")
    return value


def _time(given: Mapping[str, Any], name: str) -> int:
    return parse_time(given[name], name) if name in given else 0


def _parse_anchor(raw: Any) -> Anchor:
    try:
        line = raw.get("line", 0)
        texts = [
            write_validation.check_name(raw.get(k, ""), "anchors", empty=True)
            for k in ("repository", "target", "syntax_hash", "commit", "path")
        ]
        return Anchor(
            AnchorKind(raw["kind"]),
            *texts,
            line=write_validation.check_integer(line, "line", 0, 1 << 31),
            offered=bool(raw.get("offered")),
        )
    except (AttributeError, KeyError, ValueError) as error:
        raise InvalidError(
            "`anchors` holds something else", hint='such as {"kind": "file", "target": "src/a.py"}'
        ) from error


def _parse_place(text: object) -> Place | None:
    if text == "":
        return None
    kref = parse_kref(text if isinstance(text, str) else repr(text))
    if not kref.kind:
        raise InvalidError(
            "`kref` names no kind", hint="such as kref://CognitiveMemory/Skills/retry-policy.conversation"
        )
    return Place(kref.space, kref.name, kref.kind)


def _parse_artifact(raw: Any) -> Artifact:
    if not isinstance(raw, dict) or not isinstance(raw.get("location"), str):
        raise InvalidError(
            "`artifacts` holds something else", hint='such as {"name": "plan.md", "location": "/a/plan.md"}'
        )
    return Artifact(
        write_validation.check_integer(raw.get("revision", 1), "revision", 1, 1 << 31),
        write_validation.check_name(raw.get("name", ""), "name"),
        write_validation.check_name(raw["location"], "location"),
        write_validation.check_integer(raw.get("size", 0), "size", 0, 1 << 53),
        write_validation.check_name(raw.get("digest", ""), "digest", empty=True),
    )


def _parse_edge(raw: Any) -> Edge:
    if not isinstance(raw, dict):
        raise InvalidError(
            "`edges` holds something else", hint='such as {"src": "…", "dst": "…", "relationship": "LEADS_TO"}'
        )
    return Edge(
        write_validation.check_name(raw.get("src", raw.get("source", "")), "src"),
        write_validation.check_name(raw.get("dst", raw.get("target", "")), "dst"),
        write_validation.check_relationship(raw.get("relationship", "")),
        write_validation.check_weight(raw.get("weight", 1.0)),
        write_validation.check_name(raw.get("label", ""), "label", empty=True),
        write_validation.check_metadata(raw.get("metadata")),
    )
