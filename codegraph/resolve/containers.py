"""Containers: literals, subscripts, destructuring and iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import DI, EI, EX, IN, LI, LV, MAX_ELEMENTS, TU, UNKNOWN, Atom, Value, clip, join
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator


class Containers:
    """Values of the operations that build containers and take them apart."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program

    def tuple_(self, file: int, expr: Expr) -> Value:
        if len(expr) - 1 > MAX_ELEMENTS:
            return UNKNOWN
        return ((TU, tuple(self.evaluator.value(file, e) for e in expr[1:])),)

    def list_(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.builtin(file, expr[1])
        elements: list[Value] = []
        exprs = self.program.files[file].exprs
        items: tuple[int, ...] = expr[2]
        for e in items:
            elements.append(
                self.iterated(file, self.evaluator.value(file, exprs[e][1]))
                if exprs[e][0] == ops.SPREAD
                else self.evaluator.value(file, e)
            )
        if gid < 0:
            return UNKNOWN
        if len(elements) > MAX_ELEMENTS:
            return ((IN, gid, (join(elements),)),)
        return clip(((LI, gid, tuple(elements)),))

    def dict_(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.builtin(file, expr[1])
        if gid < 0:
            return UNKNOWN
        keys = join([self.evaluator.value(file, k) for _, k, _ in expr[2]]) if len(expr[2]) <= MAX_ELEMENTS else UNKNOWN
        items = tuple((text, self.evaluator.value(file, v)) for text, _, v in expr[2])
        if len(items) > MAX_ELEMENTS:
            return ((IN, gid, (keys, join([v for _, v in items]))),)
        return ((DI, gid, items, keys),)

    def literal(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.builtin(file, expr[1])
        if gid < 0:
            return UNKNOWN
        return ((LV, gid, expr[2]),) if expr[2] else ((IN, gid, ()),)

    def index(self, file: int, expr: Expr) -> Value:
        base = self.evaluator.value(file, expr[1])
        if not base:
            return UNKNOWN
        key = self.evaluator.value(file, expr[2])
        return join([self.evaluator.members.subscript(file, atom, key) for atom in base])

    def item(self, file: int, expr: Expr) -> Value:
        position, from_end = expr[2], expr[3]
        results: list[Value] = []
        for atom in self.evaluator.value(file, expr[1]):
            fields = self.evaluator.members.record(file, atom)
            if atom[0] in (TU, LI) or fields:
                elements = fields or atom[-1]
                at = len(elements) - position if from_end else position
                results.append(elements[at] if 0 <= at < len(elements) else UNKNOWN)
            elif atom[0] in (EX, EI):
                results.append(((EI, f"{atom[1]}[]"),))
            else:
                results.append(self.evaluator.members.iterate(file, atom))
        return join(results)

    def slice(self, file: int, expr: Expr) -> Value:
        start = expr[2]
        return tuple(
            (atom[0], *atom[1:-1], atom[-1][start:]) if atom[0] in (TU, LI) else atom
            for atom in self.evaluator.value(file, expr[1])
        )

    def place(self, file: int, expr: Expr) -> Value:
        """A container after items were stored in it by known keys."""
        results: list[Atom] = []
        for atom in self.evaluator.value(file, expr[1]):
            for key, stored in expr[2]:
                atom = self.evaluator.members.with_item(
                    atom, self.evaluator.value(file, key), self.evaluator.value(file, stored)
                )
            results.append(atom)
        return tuple(results)

    def iter(self, file: int, expr: Expr) -> Value:
        return self.iterated(file, self.evaluator.value(file, expr[1]))

    def key(self, file: int, expr: Expr) -> Value:
        return join(
            [self.evaluator.members.iterate(file, atom, keys=True) for atom in self.evaluator.value(file, expr[1])]
        )

    def iterated(self, file: int, value: Value) -> Value:
        return join([self.evaluator.members.iterate(file, atom) for atom in value])
