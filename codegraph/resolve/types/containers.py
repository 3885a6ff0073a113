"""Containers: literals, subscripts, destructuring and iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import (  # fmt: skip
    EXTERNAL,
    INSTANCES,
    MAX_ELEMENTS,
    SEQUENCES,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    Instance,
    ListLiteral,
    LiteralValue,
    MappingLiteral,
    Module,
    Namespace,
    SelfInstance,
    TupleInstance,
    Value,
    Values,
    clip,
    join,
    make_class,
    make_external_instance,
    make_instance,
    make_list,
    make_literal,
    make_mapping,
    make_tuple,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind
from codegraph_parsers.ops import format_key

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class Containers:
    """Values of the operations that build containers and take them apart."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program

    def evaluate_tuple(self, file: int, expr: Expr) -> Value:
        if len(expr) - 1 > MAX_ELEMENTS:
            return UNKNOWN
        return (make_tuple(tuple(self.evaluator.value(file, e) for e in expr[1:])),)

    def evaluate_list(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.find_builtin(file, expr[1])
        elements: list[Value] = []
        exprs = self.program.files[file].exprs
        items: tuple[int, ...] = expr[2]
        for e in items:
            elements.append(
                self.iterate_value(file, self.evaluator.value(file, exprs[e][1]))
                if exprs[e][0] == ops.SPREAD
                else self.evaluator.value(file, e)
            )
        if gid < 0:
            return UNKNOWN
        if len(elements) > MAX_ELEMENTS:
            return (make_instance(gid, (join(elements),)),)
        return clip((make_list(gid, tuple(elements)),))

    def evaluate_dict(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.find_builtin(file, expr[1])
        if gid < 0:
            return UNKNOWN
        keys = join([self.evaluator.value(file, k) for _, k, _ in expr[2]]) if len(expr[2]) <= MAX_ELEMENTS else UNKNOWN
        items = tuple((text, self.evaluator.value(file, v)) for text, _, v in expr[2])
        if len(items) > MAX_ELEMENTS:
            return (make_instance(gid, (keys, join([v for _, v in items]))),)
        return (make_mapping(gid, items, keys),)

    def evaluate_literal(self, file: int, expr: Expr) -> Value:
        gid = self.evaluator.types.find_builtin(file, expr[1])
        if gid < 0:
            return UNKNOWN
        return (make_literal(gid, expr[2]),) if expr[2] else (make_instance(gid, ()),)

    def evaluate_index(self, file: int, expr: Expr) -> Value:
        base = self.evaluator.value(file, expr[1])
        if not base:
            return UNKNOWN
        key = self.evaluator.value(file, expr[2])
        return join([self.evaluate_subscript(file, atom, key) for atom in base])

    def evaluate_item(self, file: int, expr: Expr) -> Value:
        position: int = expr[2]
        from_end = bool(expr[3])
        results: list[Value] = []
        for atom in self.evaluator.value(file, expr[1]):
            elements = list_elements(self.evaluator, file, atom)
            if elements is not None:
                at = len(elements) - position if from_end else position
                results.append(elements[at] if 0 <= at < len(elements) else UNKNOWN)
            elif isinstance(atom, EXTERNAL):
                results.append((make_external_instance(f"{atom.name}[]"),))
            else:
                results.append(self.evaluator.members.iterate(file, atom))
        return join(results)

    def evaluate_slice(self, file: int, expr: Expr) -> Value:
        start, word = expr[2], self.program.semantics[file].builtins.slice_type
        parts: list[Value] = []
        for atom in self.evaluator.value(file, expr[1]):
            if isinstance(atom, SEQUENCES):
                parts.append((atom._replace(elements=atom.elements[start:]),))
            elif word and isinstance(atom, INSTANCES) and atom.gid < self.program.end:
                # A class of the tree says what it gives.
                gid = self.evaluator.types.find_builtin(file, word)
                parts.append(self.evaluate_subscript(file, atom, (make_instance(gid, ()),) if gid >= 0 else UNKNOWN))
            else:
                parts.append((atom,))
        return join(parts)

    def evaluate_place(self, file: int, expr: Expr) -> Value:
        """Return a container after items were stored in it under known keys."""
        results: list[Atom] = []
        for atom in self.evaluator.value(file, expr[1]):
            for key, stored in expr[2]:
                atom = self.store_item(atom, self.evaluator.value(file, key), self.evaluator.value(file, stored))
            results.append(atom)
        return tuple(results)

    def evaluate_iteration(self, file: int, expr: Expr) -> Value:
        return self.iterate_value(file, self.evaluator.value(file, expr[1]))

    def evaluate_key(self, file: int, expr: Expr) -> Value:
        return join(
            [self.evaluator.members.iterate(file, atom, keys=True) for atom in self.evaluator.value(file, expr[1])]
        )

    def iterate_value(self, file: int, value: Value) -> Value:
        return join([self.evaluator.members.iterate(file, atom) for atom in value])

    def list_key_texts(self, key: Value) -> set[str]:
        """Return the texts of the literals that a key may be.

        They are spelt as mapping literals keep them.
        """
        return {
            format_key((0, self.program.get_symbol(a.gid).name, a.text)) for a in key if isinstance(a, LiteralValue)
        }

    def evaluate_subscript(self, file: int, atom: Atom, key: Value) -> Value:
        """Return the value of `atom[key]`."""
        elements = list_elements(self.evaluator, file, atom)
        if elements is not None:
            positions = {p for a in key if isinstance(a, LiteralValue) and (p := parse_position(a.text)) is not None}
            if positions:
                return join([elements[p] for p in sorted(positions) if -len(elements) <= p < len(elements)])
            return join(elements)
        if self.program.semantics[file].members.is_prototype_based and isinstance(
            atom, (MappingLiteral, Instance, SelfInstance, Function, Module, Namespace, ClassObject)
        ):
            named = join(
                [
                    self.evaluator.members.evaluate_attribute(file, atom, text)
                    for text in sorted({a.text for a in key if isinstance(a, LiteralValue)})
                ]
            )
            if named:
                return named
        if isinstance(atom, MappingLiteral):
            texts = self.list_key_texts(key)
            if texts:
                return join([value for text, value in atom.items if text in texts or not text])
            return join([value for _, value in atom.items])
        if isinstance(atom, ClassObject):
            several = key[0].elements if len(key) == 1 and isinstance(key[0], TupleInstance) else (key,)
            return (make_class(atom.gid, tuple(self.evaluator.types.as_instances(each) for each in several)),)
        if isinstance(atom, Function):  # `f[T]`
            return (atom,)
        if isinstance(atom, (Instance, SelfInstance, LiteralValue)):
            semantics = self.program.semantics[file]
            named = (
                self.find_keyed_field(file, atom, key)
                if semantics.builtins.record_type and isinstance(atom, Instance)
                else UNKNOWN
            )
            if named:
                return named
            member = semantics.protocols.subscript_member
            found = self.evaluator.members.call_members(file, atom, (member,), 0, (key,)) if member else UNKNOWN
            return found or ((atom,) if semantics.arithmetic.pointer_operators else UNKNOWN)
        return (make_external_instance(f"{atom.name}[]"),) if isinstance(atom, EXTERNAL) else UNKNOWN

    def find_keyed_field(self, file: int, atom: Instance, key: Value) -> Value:
        """Return the field that a key selects in an instance of a record class.

        The fields of such a class are its items. Any other instance gives an unknown value.
        """
        evaluator, end = self.evaluator, self.program.end
        texts = sorted({a.text for a in key if isinstance(a, LiteralValue)}) if atom.gid < end else ()
        above = evaluator.types.find_builtin(file, self.program.semantics[file].builtins.record_type) if texts else -1
        if above < 0 or all(gid != above for gid, _ in evaluator.classes.linear(atom.gid)[0]):
            return UNKNOWN
        owned = [text for text in texts if 0 <= evaluator.members.in_class(atom.gid, text)[1] < end]
        return join([evaluator.members.evaluate_attribute(file, atom, text) for text in owned])

    def store_item(self, atom: Atom, key: Value, stored: Value) -> Atom:
        """Return a container literal after one item was stored."""
        literal = [each.text for each in key if isinstance(each, LiteralValue)]
        if isinstance(atom, Instance) and self.program.get_symbol(atom.gid).flags & Flag.ANONYMOUS and literal:
            return make_mapping(atom.gid, tuple((text, stored) for text in literal), key)
        if isinstance(atom, Instance) and self.program.get_symbol(atom.gid).flags & Flag.ANONYMOUS and stored:
            return make_mapping(atom.gid, (("", stored),), key)
        if isinstance(atom, MappingLiteral) and self.program.get_symbol(atom.gid).flags & Flag.ANONYMOUS:
            kept = tuple((text, value) for text, value in atom.items if text not in literal)
            return make_mapping(atom.gid, (*kept, *((text, stored) for text in literal)), join([atom.key, key]))
        if isinstance(atom, Instance):
            given = atom.arguments or (UNKNOWN,) * len(self.evaluator.classes.parameters(atom.gid))
            if len(given) in (1, 2):
                return make_instance(atom.gid, (*given[:-1], join([given[-1], stored])))
        texts = sorted(self.list_key_texts(key)) if isinstance(atom, MappingLiteral) else literal
        if isinstance(atom, MappingLiteral) and len(atom.items) < MAX_ELEMENTS:
            kept = tuple((text, value) for text, value in atom.items if text not in texts)
            return make_mapping(atom.gid, (*kept, *((text, stored) for text in texts or [""])), join([atom.key, key]))
        if isinstance(atom, ListLiteral):
            elements = list(atom.elements)
            for text in texts:
                position = parse_position(text)
                if position is not None and -len(elements) <= position < len(elements):
                    elements[position] = stored
            if not texts and len(elements) < MAX_ELEMENTS:
                elements.append(stored)
            return make_list(atom.gid, tuple(elements))
        return atom


def parse_position(text: str) -> int | None:
    """Parse the position that a literal selects, negative from the end."""
    return int(text) if text.removeprefix("-").isdecimal() else None


def list_elements(evaluator: Evaluator, file: int, atom: Atom) -> Values | None:
    """Return the elements by position, None where their positions are unknown."""
    if isinstance(atom, SEQUENCES):
        return atom.elements
    return list_tuple_fields(evaluator, file, atom) or None


def list_tuple_fields(evaluator: Evaluator, file: int, atom: Atom) -> tuple[Value, ...]:
    """Return the fields of an instance of a named tuple, in order.

    Its class derives from the language's tuple. Any other atom has none.
    """
    program = evaluator.program
    if not isinstance(atom, INSTANCES) or atom.gid >= program.end or not program.semantics[file].builtins.tuple_type:
        return ()
    line = [gid for gid, _ in evaluator.classes.linear(atom.gid)[0]]
    if evaluator.types.find_tuple_class(file) not in line:
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
            return tuple(evaluator.evaluate_variable(program.offsets[at] + i) for i in fields)
    return ()
