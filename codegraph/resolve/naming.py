"""What an expression names, as opposed to what it holds: the symbols a mention of it refers to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from codegraph.resolve.scopes import Found
from codegraph.resolve.values import EX, MO, Atom
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator

Entity = Atom
"""`(0, graph id)` for a symbol; module and external atoms stand for themselves."""

MAX_HOPS = 40  # aliases of aliases followed
NAMING = frozenset(
    {ops.NAME, ops.IMPORT, ops.FLOW, ops.DECORATED, ops.GENERIC, ops.UNION, ops.ATTR, ops.METHOD_REF}
)  # operations whose expression may name something
THROUGH = frozenset({ops.FLOW, ops.DECORATED, ops.GENERIC})  # named by their first operand


class Naming:
    """Entities of expressions, kept once they are certain."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.known: defaultdict[int, dict[int, tuple[Entity, ...]]] = defaultdict(dict)
        self.open: set[tuple[int, int]] = set()
        evaluator.open.append(self.open)

    def entities(self, file: int, index: int) -> tuple[Entity, ...]:
        """What an expression names; nothing for one that only computes a value."""
        expr = self.evaluator.exprs[file][index]
        op = expr[0]
        if op == ops.SYM or op == ops.VAR:
            return ((0, self.program.offsets[file] + expr[1]),)
        if op not in NAMING:
            return ()
        known = self.known[file].get(index)
        record = self.evaluator.record
        if known is not None:
            if record is not None:
                record.again(("entity", file, index))
            return known
        key = (file, index)
        evaluator = self.evaluator
        if key in self.open or len(self.open) > MAX_HOPS:
            evaluator.work.gaps += 1
            return ()
        gaps = evaluator.work.gaps
        before = evaluator.set_aside_taint()
        self.open.add(key)
        outer = record.begin() if record is not None else None
        found = self._entities(file, index, expr)
        if record is not None and outer is not None:
            record.kept[("entity", file, index)] = record.end(outer)
        self.open.discard(key)
        if not evaluator.taint and evaluator.work.gaps == gaps:
            self.known[file][index] = found
        if before:
            evaluator.add_taint(before)
        return found

    def _entities(self, file: int, index: int, expr: Expr) -> tuple[Entity, ...]:
        evaluator = self.evaluator
        op = expr[0]
        if op == ops.NAME:
            return self.found(evaluator.names.looked_up(file, index, expr)[0])
        if op == ops.IMPORT:
            return self.found(evaluator.scopes.imported(file, expr[1]))
        if op in THROUGH:
            return self.entities(file, expr[1])
        if op == ops.UNION:
            return tuple(dict.fromkeys(e for part in expr[1:] for e in self.entities(file, part)))
        base, find = evaluator.value(file, expr[1]), evaluator.members.find
        if len(base) == 1:
            return self.found(find(file, base[0], expr[2])[0])
        return tuple(dict.fromkeys(e for atom in base for e in self.found(find(file, atom, expr[2])[0])))

    def found(self, found: Found) -> tuple[Entity, ...]:
        """Entities that bindings lead to."""
        refs, atoms = found
        if not atoms and len(refs) == 1:
            file, at = refs[0]
            if file < 0:
                return ((0, at),)
            expr = self.evaluator.exprs[file][at]
            if expr[0] == ops.SYM or expr[0] == ops.VAR:
                return ((0, self.program.offsets[file] + expr[1]),)
            return self.entities(file, at)
        result: list[Entity] = [atom for atom in atoms if atom[0] in (MO, EX)]
        for ref in refs:
            result.extend(((0, ref[1]),) if ref[0] < 0 else self.entities(ref[0], ref[1]))
        return tuple(dict.fromkeys(result))
