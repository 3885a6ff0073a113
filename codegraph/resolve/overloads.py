"""Choosing among definitions of one name by what a call passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import CL, FN, IN, Atom, Value
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag

if TYPE_CHECKING:
    from codegraph.resolve.calls import Calls


def choose(calls: Calls, file: int, value: Value, expr: Expr) -> Value:
    """The functions among `value` that a call's arguments fit best. Atoms that are no functions stay."""
    functions = [a for a in value if a[0] == FN]
    if len(functions) < 2:
        return value
    facts = calls.program.files[file]
    spread = any(facts.exprs[e][0] == ops.SPREAD for e in expr[2])
    count = len(expr[2]) + len(expr[3])
    fitting = functions if spread else [a for a in functions if _accepts(calls, a, count)]
    if not fitting:
        fitting = functions
    if len(fitting) > 1:
        arguments = calls.positional(file, expr[2])
        scored = [(_score(calls, a, arguments), a) for a in fitting]
        best = max(score for score, _ in scored)
        fitting = [a for score, a in scored if score == best]
    return tuple(a for a in value if a[0] != FN or a in fitting)


def _accepts(calls: Calls, atom: Atom, count: int) -> bool:
    params = calls.parameters(atom[1], atom[2] is not None)
    if calls.program.symbol(atom[1]).flags & Flag.VARIADIC or any(p.variadic for _, p in params):
        return count >= sum(1 for _, p in params if not p.default and not p.variadic)
    required = sum(1 for _, p in params if not p.default)
    return required <= count <= len(params)


def _score(calls: Calls, atom: Atom, arguments: tuple[Value, ...]) -> int:
    """How well arguments fit the declared parameter types: 4 the same class, 3 a base of it, 0 unknown, -8 unrelated."""
    evaluator = calls.evaluator
    total = 0
    for _, param, value in calls.match(atom[1], atom[2] is not None, arguments, ()):
        if not param.type or not value:
            continue
        at = calls.program.file_of[atom[1]]
        wanted = evaluator.types.instance(evaluator.value(at, param.type))
        total += _fit(calls, at, wanted, value)
    return total


def _fit(calls: Calls, file: int, wanted: Value, given: Value) -> int:
    best: int | None = None
    types = calls.evaluator.types
    for want in wanted:
        for have in given:
            have = types.plain(file, have)
            if want[0] != IN or have[0] not in (IN, CL):
                continue
            if have[0] == IN and have[1] == want[1]:
                score = 4
            elif have[0] == IN and types.seen_as(have, want[1]) is not None:
                score = 3
            elif have[0] == CL:
                continue
            else:
                score = -8
            best = score if best is None else max(best, score)
    return best or 0
