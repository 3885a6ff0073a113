"""Application of events to the versions of facts.

A memory that states a fact has one open version while it is believed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph.memory.facts.fact_model import DEFAULT_EPISODE, SAID, Fact, Scalar
from codegraph.memory.memory_model import NEVER, RECALLABLE, Memory, MemoryKind

if TYPE_CHECKING:
    from codegraph.store.memory.writer import Writer


def update_versions(memory: Memory, at: int, state: Writer) -> None:
    """Update the versions of a fact after its memory was stored or changed at `at`.

    A statement that the memory no longer makes stays as a version that ends there. Several changes at one moment leave
    one version.
    """
    wanted = extract_fact(memory)
    versions = state.list_fact_versions(memory.row)
    current = versions[-1] if versions and not versions[-1].expired_at else None
    if current is not None and wanted is not None and current.is_same_statement(wanted):
        return
    number = versions[-1].number + 1 if versions else 1
    if current is not None:
        at = max(at, current.recorded_at)
        if current.recorded_at == at:
            state.drop_fact(current)
            number = current.number
        else:
            state.put_fact(replace(current, expired_at=at))
    if wanted is not None:
        state.put_fact(replace(wanted, number=number, recorded_at=at))


def extract_fact(memory: Memory) -> Fact | None:
    """Return the fact that a memory states.

    The result is None for a memory that is no fact, and for one that is not believed (any more).
    """
    if memory.status not in RECALLABLE:
        return None
    metadata, body = memory.body.metadata, memory.body
    match body.kind:
        case MemoryKind.FACT:
            subject, predicate = metadata.get("subject"), metadata.get("predicate")
            value = metadata.get("object")
            if not isinstance(subject, str) or not isinstance(predicate, str) or not isinstance(value, Scalar):
                return None
        case MemoryKind.EPISODE:
            subject, predicate, value = memory.session or DEFAULT_EPISODE, SAID, body.content
        case _:
            return None
    source = metadata.get("source")
    return build_fact(memory, subject, predicate, value, source=source if isinstance(source, str) else "")


def build_fact(
    memory: Memory, subject: str, predicate: str, value: Scalar, *, recorded_at: int = NEVER, source: str = ""
) -> Fact:
    """Return the statement of a memory as a version that has no number yet."""
    valid = (memory.valid_from, memory.valid_to, recorded_at)
    said = {"confidence": memory.body.confidence, "source": source, "episode": memory.session}
    return Fact(memory.id, memory.row, 0, subject, predicate, value, *valid, **said)
