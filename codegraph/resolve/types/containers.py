"""Containers: literals, subscripts, destructuring and iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.values import (
    CL,
    DI,
    EI,
    EX,
    FN,
    IN,
    LI,
    LV,
    MAX_ELEMENTS,
    MO,
    NS,
    ST,
    TU,
    UNKNOWN,
    Atom,
    Value,
    clip,
    join,
)  # fmt: skip
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag, SymbolKind
from codegraph_parsers.ops import key_text

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


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
        return join([self.subscript(file, atom, key) for atom in base])

    def item(self, file: int, expr: Expr) -> Value:
        position, from_end = expr[2], expr[3]
        results: list[Value] = []
        for atom in self.evaluator.value(file, expr[1]):
            fields = fields_of(self.evaluator, file, atom)
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
        start, word = expr[2], self.program.semantics[file].slice_type
        parts: list[Value] = []
        for atom in self.evaluator.value(file, expr[1]):
            if atom[0] in (TU, LI):
                parts.append(((atom[0], *atom[1:-1], atom[-1][start:]),))
            elif word and atom[0] in (IN, ST) and atom[1] < self.program.end:  # a class of the tree says what it gives
                gid = self.evaluator.types.builtin(file, word)
                parts.append(self.subscript(file, atom, ((IN, gid, ()),) if gid >= 0 else UNKNOWN))
            else:
                parts.append((atom,))
        return join(parts)

    def place(self, file: int, expr: Expr) -> Value:
        """A container after items were stored in it by known keys."""
        results: list[Atom] = []
        for atom in self.evaluator.value(file, expr[1]):
            for key, stored in expr[2]:
                atom = self.with_item(atom, self.evaluator.value(file, key), self.evaluator.value(file, stored))
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

    def key_texts(self, key: Value) -> set[str]:
        """Texts of the literals a key may be, as mapping literals keep them."""
        return {key_text((0, self.program.symbol(a[1]).name, a[2])) for a in key if a[0] == LV}

    def subscript(self, file: int, atom: Atom, key: Value) -> Value:
        """Value of `atom[key]`."""
        tag, fields = atom[0], fields_of(self.evaluator, file, atom)
        if tag in (LI, TU) or fields:
            elements = fields or atom[-1]
            positions = {int(a[2]) for a in key if a[0] == LV and a[2].lstrip("-").isdigit()}
            if positions:
                return join([elements[p] for p in sorted(positions) if -len(elements) <= p < len(elements)])
            return join(elements)
        if self.program.semantics[file].item_is_member and tag in (DI, IN, ST, FN, MO, NS, CL):
            named = join(
                [
                    self.evaluator.members.attribute(file, atom, text)
                    for text in sorted({a[2] for a in key if a[0] == LV})
                ]
            )
            if named:
                return named
        if tag == DI:
            texts = self.key_texts(key)
            if texts:
                return join([value for text, value in atom[2] if text in texts or not text])
            return join([value for _, value in atom[2]])
        if tag == CL:
            several = key[0][1] if len(key) == 1 and key[0][0] == TU else (key,)
            return ((CL, atom[1], tuple(self.evaluator.types.instance(each) for each in several)),)
        if tag == FN:  # `f[T]`
            return (atom,)
        if tag in (IN, ST, LV):
            semantics = self.program.semantics[file]
            named = self.keyed(file, atom, key) if semantics.keyed_class and tag == IN else UNKNOWN
            if named:
                return named
            members = (semantics.item_member,)
            found = self.evaluator.members.run(file, atom, members, 0, (key,)) if semantics.item_member else UNKNOWN
            return found or ((atom,) if semantics.addresses else UNKNOWN)
        return ((EI, f"{atom[1]}[]"),) if tag in (EX, EI) else UNKNOWN

    def keyed(self, file: int, atom: Atom, key: Value) -> Value:
        """The field of that name of an instance of a class whose fields are its items; unknown for any other."""
        evaluator, end = self.evaluator, self.program.end
        texts = sorted({a[2] for a in key if a[0] == LV}) if atom[1] < end else ()
        above = evaluator.types.builtin(file, self.program.semantics[file].keyed_class) if texts else -1
        if above < 0 or all(gid != above for gid, _ in evaluator.classes.linear(atom[1])[0]):
            return UNKNOWN
        owned = [text for text in texts if 0 <= evaluator.members.in_class(atom[1], text)[1] < end]
        return join([evaluator.members.attribute(file, atom, text) for text in owned])

    def with_item(self, atom: Atom, key: Value, stored: Value) -> Atom:
        """A container literal after one item was stored."""
        literal = [each[2] for each in key if each[0] == LV]
        if atom[0] == IN and self.program.symbol(atom[1]).flags & Flag.ANONYMOUS and literal:
            return (DI, atom[1], tuple((text, stored) for text in literal), key)
        if atom[0] == IN and self.program.symbol(atom[1]).flags & Flag.ANONYMOUS and stored:
            return (DI, atom[1], (("", stored),), key)
        if atom[0] == DI and self.program.symbol(atom[1]).flags & Flag.ANONYMOUS:
            kept = tuple((text, value) for text, value in atom[2] if text not in literal)
            return (DI, atom[1], (*kept, *((text, stored) for text in literal)), join([atom[3], key]))
        if atom[0] == IN:
            given = atom[2] or (UNKNOWN,) * len(self.evaluator.classes.parameters(atom[1]))
            if len(given) in (1, 2):
                return (IN, atom[1], (*given[:-1], join([given[-1], stored])))
        texts = sorted(self.key_texts(key)) if atom[0] == DI else literal
        if atom[0] == DI and len(atom[2]) < MAX_ELEMENTS:
            kept = tuple((text, value) for text, value in atom[2] if text not in texts)
            return (DI, atom[1], (*kept, *((text, stored) for text in texts or [""])), join([atom[3], key]))
        if atom[0] == LI:
            elements = list(atom[2])
            for text in texts:
                if text.isdigit() and int(text) < len(elements):
                    elements[int(text)] = stored
            if not texts and len(elements) < MAX_ELEMENTS:
                elements.append(stored)
            return (LI, atom[1], tuple(elements))
        return atom


def fields_of(evaluator: Evaluator, file: int, atom: Atom) -> tuple[Value, ...]:
    """The fields of an instance of a class derived from the language's tuple, in order; empty for any other."""
    program = evaluator.program
    if atom[0] not in (IN, ST) or atom[1] >= program.end or not program.semantics[file].tuple_type:
        return ()
    line = [gid for gid, _ in evaluator.classes.linear(atom[1])[0]]
    if evaluator.types.tuple_class(file) not in line:
        return ()
    for gid in line:
        at, local = program.locate(gid)
        facts = program.files[at]
        program.reads.read_table(gid)
        fields = [
            i for i, symbol in enumerate(facts.symbols)
            if symbol.parent == local and symbol.kind == SymbolKind.FIELD and i in facts.declared
        ]  # fmt: skip
        if fields and gid < program.end:
            return tuple(evaluator.variable(program.offsets[at] + i) for i in fields)
    return ()
