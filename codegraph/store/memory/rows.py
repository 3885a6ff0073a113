"""Rows to values and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from codegraph.memory.model import (
    Anchor,
    AnchorKind,
    Body,
    Link,
    Memory,
    MemoryStatus,
    Metadata,
    Origin,
    Premise,
    PremiseKind,
    Relationship,
    Session,
    ToolUse,
    Vocabulary,
)

Row = Sequence[Any]

MEMORY_COLUMNS: Final = (
    "row, id, seq, kind, content, importance, confidence, metadata, status, namespace, origin, vocabulary, revision, "
    "content_hash, created_at, updated_at, accessed_at, verified_at, decayed_at, access_count, served_count, "
    "protected, session, successor, valid_from, valid_to"
)
LINK_COLUMNS: Final = "source, target, relationship, weight, label, at, metadata"
ANCHOR_COLUMNS: Final = 'kind, repository, target, syntax_hash, "commit", path, line, offered'
SESSION_COLUMNS: Final = "id, namespace, started_at, ended_at, agent, summary"
TOOL_COLUMNS: Final = "session, namespace, tool, at, path, pattern, failed"

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def metadata_text(metadata: Metadata) -> str:
    return _encode(dict(metadata)) if metadata else "{}"


def memory_of(row: Row, tags: tuple[str, ...]) -> Memory:
    return Memory(
        id=row[1],
        row=row[0],
        seq=row[2],
        body=Body(row[4], row[3], row[5], row[6], tags, {} if row[7] == "{}" else json.loads(row[7])),
        status=MemoryStatus(row[8]),
        namespace=row[9],
        origin=Origin(row[10]),
        vocabulary=Vocabulary(row[11]),
        revision=row[12],
        content_hash=row[13],
        created_at=row[14],
        updated_at=row[15],
        accessed_at=row[16],
        verified_at=row[17],
        decayed_at=row[18],
        access_count=row[19],
        served_count=row[20],
        protected=bool(row[21]),
        session=row[22],
        successor=row[23],
        valid_from=row[24],
        valid_to=row[25],
    )


def memory_row(memory: Memory) -> tuple[object, ...]:
    body = memory.body
    return (
        memory.row,
        memory.id,
        memory.seq,
        str(body.kind),
        body.content,
        body.importance,
        body.confidence,
        metadata_text(body.metadata),
        memory.status.value,
        memory.namespace,
        memory.origin.value,
        memory.vocabulary.value,
        memory.revision,
        memory.content_hash,
        memory.created_at,
        memory.updated_at,
        memory.accessed_at,
        memory.verified_at,
        memory.decayed_at,
        memory.access_count,
        memory.served_count,
        int(memory.protected),
        memory.session,
        memory.successor,
        memory.valid_from,
        memory.valid_to,
    )


def link_of(row: Row) -> Link:
    return Link(row[0], row[1], Relationship(row[2]), row[3], row[4], row[5], json.loads(row[6]))


def link_row(link: Link) -> tuple[object, ...]:
    return (
        link.source,
        link.target,
        link.relationship.value,
        link.weight,
        link.label,
        link.at,
        metadata_text(link.metadata),
    )


def anchor_of(row: Row, stamp: str | None, premises: str | None) -> Anchor:
    """Return an anchor.

    `stamp` and `premises` are of `build_premises_row`, None where there is no such row."""
    kept = None if premises is None else _read_premises(premises)
    return Anchor(AnchorKind(row[0]), *row[1:7], offered=bool(row[7]), premises=kept, stamp=stamp or "")


def _read_premises(text: str) -> tuple[Premise, ...]:
    return tuple(Premise(PremiseKind(kind), *rest) for kind, *rest in json.loads(text))


def build_premises_row(anchor: Anchor) -> tuple[str, str | None]:
    if anchor.premises is None:
        return anchor.stamp, None
    rows = [(each.kind.value, each.target, each.digest, each.text, each.stamp) for each in anchor.premises]
    return anchor.stamp, _encode(rows)


def anchor_row(anchor: Anchor) -> tuple[object, ...]:
    return (
        anchor.kind.value,
        anchor.repository,
        anchor.target,
        anchor.syntax_hash,
        anchor.commit,
        anchor.path,
        anchor.line,
        int(anchor.offered),
    )


def session_of(row: Row) -> Session:
    return Session(*row)


def session_row(session: Session) -> tuple[object, ...]:
    return (session.id, session.namespace, session.started_at, session.ended_at, session.agent, session.summary)


def tool_use_of(row: Row) -> ToolUse:
    return ToolUse(*row[:6], failed=bool(row[6]))


def tool_use_row(use: ToolUse) -> tuple[object, ...]:
    return (use.session, use.namespace, use.tool, use.at, use.path, use.pattern, int(use.failed))


def body_text(body: Body) -> str:
    return _encode(
        {
            "content": body.content,
            "kind": str(body.kind),
            "importance": body.importance,
            "confidence": body.confidence,
            "tags": list(body.tags),
            "metadata": dict(body.metadata),
        }
    )


def body_of(text: str) -> Body:
    raw = json.loads(text)
    return Body(raw["content"], raw["kind"], raw["importance"], raw["confidence"], tuple(raw["tags"]), raw["metadata"])
