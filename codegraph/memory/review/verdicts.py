"""Verdicts on staged facts.

A person approves, rejects or forgets them, or the settings route them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes, write_validation
from codegraph.memory.events import MemoryVerified
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Filter, Memory, MemoryStatus, Relationship
from codegraph.memory.notes import Edit
from codegraph.memory.review.fact_kinds import is_sensitive
from codegraph.memory.review.staging import find_related, get_queue_name
from codegraph.memory.review.tiers import CURATED, LOW_RISK, Promotion, Tier, choose_tier
from codegraph.store.memory.reader import Reader

WAITING = (MemoryStatus.PENDING,)
TOLD = (MemoryStatus.ACTIVE, MemoryStatus.STALE)


class Approval(NamedTuple):
    memory: Memory
    name: str
    replaced: tuple[str, ...]  # names of those it took the place of
    contradicts: tuple[str, ...]  # names of those that say otherwise and stay


def approve(
    recording: Recording, id: str, reads: tuple[str, ...], *, replace: bool = False, kind: str = ""
) -> Approval:
    """Approve a fact as true.

    It counts from now on, and maintenance does not change it. With `replace` it replaces the memories in `reads` that
    it contradicts. Raises NotFoundError, and InvalidError when it does not wait.
    """
    state = recording.state
    memory = _find_waiting(state, id, "approve")
    if kind:
        memory = notes.revise(
            recording, memory.id, Edit(kind=write_validation.check_name(kind, "kind").lower()), reason="approved as"
        )
    notes.set_status(recording, memory, MemoryStatus.ACTIVE, "approved")
    recording.record(MemoryVerified(memory.id, memory.verified_at, recording.at))
    notes.protect(recording, memory.id, True)
    _, others = find_related(state, memory.body.content, (memory.namespace, *reads), TOLD, but=memory.id)
    for other in others:
        if replace:
            notes.link(recording, memory.id, other.id, Relationship.SUPERSEDES)
            notes.set_status(recording, other, MemoryStatus.SUPERSEDED, "superseded", memory.id)
        else:
            notes.link(recording, memory.id, other.id, Relationship.CONTRADICTS)
    names = tuple(get_queue_name(state, other) for other in others)
    now = state.get_memory(memory.id)
    return Approval(now, get_queue_name(state, now), names if replace else (), () if replace else names)


def reject(recording: Recording, id: str, reason: str) -> Memory:
    """Reject a fact.

    Raises NotFoundError, and InvalidError when it does not wait.
    """
    memory = _find_waiting(recording.state, id, "reject")
    notes.set_status(recording, memory, MemoryStatus.REJECTED, reason or "rejected")
    return memory


def forget(recording: Recording, id: str, reason: str) -> Memory:
    """Archive a memory of any status.

    Raises NotFoundError.
    """
    memory = notes.find(recording.state, id)
    notes.archive(recording, [memory], reason or "forgotten")
    return memory


def _find_waiting(state: Reader, id: str, verb: str) -> Memory:
    memory = notes.find(state, id)
    if memory.status in WAITING:
        return memory
    hints = {
        MemoryStatus.ACTIVE: f"`codegraph memory forget {id}` puts it away",
        MemoryStatus.REJECTED: f"`codegraph memory restore {id}` brings it back",
    }
    raise InvalidError(
        f"cannot {verb} {id}: it does not wait for review, it is {memory.status.value}",
        hint=hints.get(memory.status, f"see `codegraph memory show {id}`"),
    )


class Action(StrEnum):
    PROMOTE = "promote"
    WAIT = "wait"
    SKIP = "skip"  # something known says the same


class Route(NamedTuple):
    memory: Memory
    name: str
    action: Action
    reason: str


def list_waiting(state: Reader, namespaces: tuple[str, ...]) -> list[Memory]:
    """Return the memories that wait for review, the least sure first.

    Those need the attention of a person most.
    """
    found = state.select(Filter(namespaces, statuses=WAITING))
    return sorted(found, key=lambda m: (m.body.confidence, m.row))


def compute_tier(state: Reader, memory: Memory) -> Tier:
    """Return the current tier of a waiting memory.

    A memory from another vocabulary is in a tier that settings cannot promote.
    """
    staged = state.read_staged([memory.row]).get(memory.row)
    if staged is None:
        return Tier.CURATED
    # An edit may have changed what it says; a tier once given does not fall.
    body = memory.body
    sensitive = body.kind in LOW_RISK and is_sensitive(body.content)
    return max(Tier(staged.tier), choose_tier(body.kind, confidence=body.confidence, sensitive=sensitive))


def plan(state: Reader, memories: Iterable[Memory], reads: tuple[str, ...], policy: Promotion) -> list[Route]:
    """Return the route of each waiting fact.

    Whether it is carried out depends on `policy.automatic`.
    """
    open_policy = Promotion(True, policy.kinds)
    return [_route(state, memory, reads, open_policy) for memory in sorted(memories, key=lambda m: m.row)]


def _route(state: Reader, memory: Memory, reads: tuple[str, ...], policy: Promotion) -> Route:
    name = get_queue_name(state, memory)
    same, conflicts = find_related(state, memory.body.content, reads, TOLD, but=memory.id)
    if conflicts:
        return Route(memory, name, Action.WAIT, f"contradicts {get_queue_name(state, conflicts[0])}")
    if same is not None:
        return Route(memory, name, Action.SKIP, f"says the same as {get_queue_name(state, same)}")
    tier = compute_tier(state, memory)
    if policy.can_promote(memory.body.kind, tier):
        return Route(memory, name, Action.PROMOTE, "low risk")
    return Route(memory, name, Action.WAIT, _explain_tier(memory, tier, policy))


def _explain_tier(memory: Memory, tier: Tier, policy: Promotion) -> str:
    kind = memory.body.kind
    if kind in CURATED:
        return f"{kind} is a curated kind"
    if kind not in LOW_RISK:
        return f"{kind} is no kind that is known"
    if tier is Tier.AUTO:
        return f"{kind} is not in `kind_allowlist`"
    return "marked for a closer look when it was staged" if tier is Tier.CURATED else "not sure enough"


def carry_out(
    recording: Recording, memories: Iterable[Memory], reads: tuple[str, ...], policy: Promotion
) -> list[Route]:
    """Promote and skip memories as planned, one after the other.

    A memory that was just promoted counts for the next. Nothing happens unless the policy is automatic.
    """
    state = recording.state
    if not policy.automatic:
        return plan(state, memories, reads, policy)
    routes: list[Route] = []
    for memory in sorted(memories, key=lambda m: m.row):
        route = _route(state, memory, reads, policy)
        routes.append(route)
        if route.action is Action.PROMOTE:
            notes.set_status(recording, memory, MemoryStatus.ACTIVE, "promoted by the settings")
        elif route.action is Action.SKIP:
            notes.set_status(recording, memory, MemoryStatus.REJECTED, route.reason)
    return routes
