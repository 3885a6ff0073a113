"""Value flow through undeclared parameters: callers decide what a function holds, round by round.

A round collects what resolved calls pass, then emits again the sites that rest on a parameter whose callers pass
something new. Sets only grow, and one that exceeds its bound becomes unknown for good, so the result does not depend on
order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.evaluate import CLEAN, EVERYTHING, Taint
from codegraph.resolve.values import CL, DI, FN, FT, IN, LI, LV, ST, TU, UNKNOWN, Value, join
from codegraph_parsers.facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.emit import Emitter
    from codegraph.resolve.evaluate import Evaluator

MAX_ROUNDS = 4  # what is passed on through more hands than this stays unknown
MAX_PASSED = 3  # different things passed for one parameter; more say nothing about a single call
FLOWING = frozenset((FN, CL, IN, LI, DI, LV, TU, FT, ST))


def flow_parameters(evaluator: Evaluator, emitter: Emitter) -> None:
    """Emit all sites, then again those that rest on parameters, until nothing new is passed."""
    program = evaluator.program
    tainted = {file: found for file in range(program.tree) if (found := emitter.file(file))}
    flow = Flow(evaluator, emitter)
    moved = False
    for _ in range(MAX_ROUNDS):
        changed = flow.collect() if tainted else CLEAN
        if not changed:
            break
        moved = True
        evaluator.forget(changed)
        for file, sites in tainted.items():
            again(emitter, file, sites, [at for at, taint in sites.items() if not changed.isdisjoint(taint)])
    if moved:  # what rests on more parameters than are counted is emitted once, at the end
        for file, sites in tainted.items():
            again(emitter, file, sites, [at for at, taint in sites.items() if taint is EVERYTHING])
    emitter.settle()


def again(emitter: Emitter, file: int, sites: dict[int, Taint], positions: list[int]) -> None:
    """Emit some sites of a file again and note what they rest on now."""
    if positions:
        found = emitter.file(file, positions)
        for at in positions:
            sites.pop(at, None)
        sites.update(found)


class Flow:
    """What calls pass, function by function. A call is looked at again when what its arguments rest on has changed."""

    def __init__(self, evaluator: Evaluator, emitter: Emitter) -> None:
        self.evaluator = evaluator
        self.emitter = emitter
        self.rests: dict[tuple[int, int, int, bool], Taint] = {}  # (function, call) → what its arguments rest on
        self.changed: Taint = CLEAN  # of the round before
        self.asked: set[tuple[int, int]] = set()  # demanded parameters whose arguments were looked at
        self.overfull: set[tuple[int, int]] = set()
        self.passed: dict[tuple[int, int], Value] = {}
        self.omitted: set[tuple[int, int]] = set()  # parameters that some call leaves to their default

    def collect(self) -> Taint:
        """Parameters for which something new is passed."""
        evaluator = self.evaluator
        changed: set[tuple[int, int]] = set()
        functions = sorted({gid for gid, _ in evaluator.demanded})
        while functions:
            fresh = {gid for gid, _ in evaluator.demanded - self.asked}
            self.asked.update(evaluator.demanded)
            wanted: dict[int, set[int]] = {}
            for gid, position in evaluator.demanded - self.overfull:
                wanted.setdefault(gid, set()).add(position)
            for gid in functions:
                positions = wanted.get(gid)
                for call in list(self.emitter.callers.get(gid, ())) if positions else ():
                    if not positions:
                        break  # every parameter asked for is passed too many things
                    place = (gid, *call)
                    rests = self.rests.get(place)
                    if rests is None or gid in fresh or rests is EVERYTHING or not self.changed.isdisjoint(rests):
                        evaluator.taint = CLEAN
                        self.pass_arguments(gid, positions, *call)
                        self.rests[place] = evaluator.taint
            functions = sorted({gid for gid, _ in evaluator.demanded - self.asked})  # arguments demand more
        for key in sorted(evaluator.demanded):
            after = UNKNOWN if key in self.overfull else self.passed.get(key, UNKNOWN)
            always = key in self.passed and key not in self.omitted and self.closed(key[0])
            if after != evaluator.parameters.get(key, UNKNOWN) or always != (key in evaluator.always_passed):
                evaluator.parameters[key] = after
                (evaluator.always_passed.add if always else evaluator.always_passed.discard)(key)
                changed.add(key)
        self.changed = frozenset(changed)
        return self.changed

    def closed(self, gid: int) -> bool:
        """Whether all callers of a function are known: its module exports by name and not this one."""
        program = self.evaluator.program
        above = program.parent(gid)
        around = program.symbol(above).flags if above >= 0 and program.parent(above) >= 0 else 0
        exported = (program.symbol(gid).flags | around) & Flag.EXPORTED
        return program.semantics[program.file_of[gid]].explicit_exports and not exported

    def pass_arguments(self, gid: int, wanted: set[int], file: int, index: int, bound: bool) -> None:
        evaluator, calls = self.evaluator, self.evaluator.calls
        expr = evaluator.program.files[file].exprs[index]
        # Arguments are evaluated once it is known which parameter they meet: few parameters are asked for.
        pairs = calls.match(gid, bound, calls.written(file, expr[2]), expr[3])
        given = {position for position, _, _ in pairs}
        for position, param in calls.parameters(gid, bound):
            if param.default and position not in given:
                self.omitted.add((gid, position))
        for position, _, argument in pairs:
            key = (gid, position)
            if position not in wanted:
                continue
            value = evaluator.value(file, argument) if isinstance(argument, int) else argument
            kept = tuple(a for a in value if a[0] in FLOWING)
            if not kept:
                continue
            before = self.passed.get(key, UNKNOWN)
            after = join([before, kept])
            if not after or len(after) > MAX_PASSED:
                self.overfull.add(key)
                wanted.discard(position)
                self.passed.pop(key, None)
            else:
                self.passed[key] = after
