"""Descriptors: attributes whose own class decides what reading them gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import CL, IN, SC, ST, UNKNOWN, Atom, Value, join

if TYPE_CHECKING:
    from codegraph.resolve.members import Members

OWNERS = frozenset((IN, ST, CL, SC))


def described(members: Members, file: int, atom: Atom, asked: Atom, receiver: Atom | None) -> Value:
    """What the attribute `atom` (an instance) gives the instance `receiver` of `asked`, or the class `asked` itself
    where there is none; unknown where its class does not say."""
    member = members.program.semantics[file].descriptor_member
    if not member or asked[0] not in OWNERS or atom[1] == asked[1]:
        return UNKNOWN
    found, _, _ = members.in_class(atom[1], member)
    if not found.any:
        return UNKNOWN
    methods = members.take(file, atom, found, atom[1], atom)
    calls, owner = members.evaluator.calls, ((CL, asked[1], ()),)
    if receiver is not None:
        return join([calls.result(file, m, ((receiver,), owner), (), 0) for m in methods])
    chosen = [each for m in methods for each in calls.signatures.without(m, 1)]
    return join([calls.own_result(file, m, (UNKNOWN, owner), ()) for m in chosen])
