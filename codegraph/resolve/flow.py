"""Value flow through undeclared parameters: callers decide what a function holds, round by round.

A round emits every site with what is known of parameters, then collects what resolved calls pass. Only sites that asked
for an undeclared parameter are emitted again. Sets only grow, and one that exceeds its bound becomes unknown for good, so
the result does not depend on order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import CL, FN, FT, IN, LI, DI, LV, ST, TU, UNKNOWN, Value, join
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.emit import Emitter
    from codegraph.resolve.evaluate import Evaluator

MAX_ROUNDS = 6
MAX_PASSED = 3  # different things passed for one parameter; more say nothing about a single call
FLOWING = frozenset((FN, CL, IN, LI, DI, LV, TU, FT, ST))


def flow_parameters(evaluator: Evaluator, emitter: Emitter) -> None:
    """Emit all sites, then again those that depend on parameters, until nothing new is passed."""
    program = evaluator.program
    tainted: dict[int, list[int]] = {}
    stable: tuple[dict, dict] | None = None
    for file in range(program.tree):
        found = emitter.file(file)
        if found:
            tainted[file] = found
    overfull: set[tuple[int, int]] = set()
    for _ in range(MAX_ROUNDS):
        if not tainted or not collect(evaluator, overfull):
            return
        if stable is None:
            stable = settle(emitter, tainted)
        emitter.edges = {key: (how, set(lines)) for key, (how, lines) in stable[0].items()}
        emitter.pending = {key: (why, set(lines)) for key, (why, lines) in stable[1].items()}
        evaluator.forget_tainted()
        for file, positions in tainted.items():
            emitter.file(file, positions)


def settle(emitter: Emitter, tainted: dict[int, list[int]]) -> tuple[dict, dict]:
    """Edges and misses of the sites that do not depend on parameters."""
    emitter.edges, emitter.pending = {}, {}
    for file in range(emitter.program.tree):
        left = set(tainted.get(file, ()))
        count = len(emitter.program.files[file].sites)
        emitter.file(file, [p for p in range(count) if p not in left] if left else None)
    return emitter.edges, emitter.pending


def collect(evaluator: Evaluator, overfull: set[tuple[int, int]]) -> bool:
    """Gather what calls pass for the parameters that were asked for; whether anything is new."""
    program = evaluator.program
    demanded = evaluator.demanded
    functions = {gid for gid, _ in demanded}
    passed: dict[tuple[int, int], list[Value]] = {}
    for file in range(program.tree):
        facts = program.files[file]
        for kind, _, index, _ in facts.sites:
            if kind != "call":
                continue
            expr = facts.exprs[index]
            for atom in evaluator.calls.targets(file, expr):
                pass_arguments(evaluator, file, expr, atom, functions, passed)
    changed = False
    for key, values in passed.items():
        if key not in demanded or key in overfull:
            continue
        before = evaluator.parameters.get(key, UNKNOWN)
        after = join([before, *values])
        if len(after) > MAX_PASSED or (before and not after):
            overfull.add(key)
            after = UNKNOWN
        if after != before:
            evaluator.parameters[key] = after
            changed = True
    return changed


def pass_arguments(evaluator: Evaluator, file: int, expr: Expr, atom, functions: set[int], passed) -> None:  # noqa: ANN001
    targets: list[tuple[int, bool]] = []
    if atom[0] == FN:
        targets.append((atom[1], atom[2] is not None))
    elif atom[0] == CL:
        targets.extend((c[1], True) for c in evaluator.calls.constructors(atom[1]))
    for gid, bound in targets:
        if gid not in functions:
            continue
        arguments = evaluator.calls.positional(file, expr[2])
        keywords = tuple((name, evaluator.value(file, e)) for name, e in expr[3])
        for position, _, value in evaluator.calls.match(gid, bound, arguments, keywords):
            kept = tuple(a for a in value if a[0] in FLOWING)
            if kept:
                passed.setdefault((gid, position), []).append(kept)
