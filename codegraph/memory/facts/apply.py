"""What events do to the versions of facts. A memory that states a fact has one open version while it is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph.memory.facts.model import DEFAULT_EPISODE, SAID, Fact, Scalar
from codegraph.memory.model import NEVER, RECALLABLE, Memory, MemoryKind

if TYPE_CHECKING:
    from codegraph.store.memory.writer import Writer


def follow(memory: Memory, at: int, state: Writer) -> None:
    """Bring the versions up to date with a memory that was just stored or changed at `at`.

    What it ceased to state stays as a version that ends there. Several changes at one moment leave one version."""
    wanted = stated(memory)
    versions = state.fact_versions(memory.row)
    current = versions[-1] if versions and not versions[-1].expired_at else None
    if current is not None and wanted is not None and current.states_the_same(wanted):
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


def stated(memory: Memory) -> Fact | None:
    """What a memory states, None for one that is no fact or is not believed (any more)."""
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
    """Return what a memory states as a version that has no number yet."""
    valid = (memory.valid_from, memory.valid_to, recorded_at)
    said = {"confidence": memory.body.confidence, "source": source, "episode": memory.session}
    return Fact(memory.id, memory.row, 0, subject, predicate, value, *valid, **said)
