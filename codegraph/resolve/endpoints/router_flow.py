"""Routers that are passed on: into parameters and fields, and out of functions.

Each gives rows by which the parameter, field or function stands for the router.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.objects import ObjectFinder
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.endpoints.rows import PARAMETER, AliasRow, ObjectKey
from codegraph.resolve.types.values import EXTERNAL, INSTANCES, ClassObject
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, FileFacts, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

_HOLDING: Final = frozenset((ops.CALL, ops.PARAM, ops.ATTR, ops.VAR, ops.NAME, ops.ITEM))
"""Operations that may give a router which is passed on."""

MAX_WRAPPERS: Final = 4
"""Calls around a router that are looked through."""


class RouterFlowReader:
    """Reads where the routers of one file go."""

    def __init__(self, evaluator: Evaluator, objects: ObjectFinder, get_item: Callable[[int], int], file: int) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._objects = objects
        self._get_item = get_item
        self._file = file
        self._facts: FileFacts = self._program.files[file]
        self._takers: dict[int, frozenset[int]] = {}  # function → parameters that may be routers

    def list_aliases(self) -> Iterator[AliasRow]:
        """Yield what stands for the routers of the file."""
        seen = set[int]()
        for kind, _, index, _ in self._facts.sites:
            if kind == "call" and index not in seen:
                seen.add(index)
                yield from self._list_arguments(self._get(index))
        for write in self._facts.writes:
            if self._get(write.value)[0] in _HOLDING:
                yield from self._list_fields(write.base, write.name, write.value)
        for local, results in self._facts.returns.items():
            key: ObjectKey = ("result", self._get_item(self._program.offsets[self._file] + local), 0)
            if not self._is_possible_type(self._file, self._facts.declared.get(local, 0)):
                continue
            for result in results:
                expr = self._get(result)
                for part in expr[1:] if expr[0] == ops.TUPLE else (result,):
                    for target in self.find_router(part):
                        yield AliasRow(key, target)

    def list_callback(self, index: int, router: ObjectKey) -> Iterator[AliasRow]:
        """Yield that the first parameter of a function stands for a router."""
        for gid in list_functions(self._evaluator, self._file, index):
            yield AliasRow((PARAMETER, self._get_item(gid), 0), router)

    def find_router(self, index: int, depth: int = 0) -> tuple[ObjectKey, ...]:
        """Return the router that an expression gives, or one that calls wrap."""
        expr = self._get(index)
        while expr[0] == ops.FLOW:
            index = expr[2]
            expr = self._get(index)
        if expr[0] not in _HOLDING:
            return ()
        if self._objects.is_router(self._file, index):
            return self._objects.find(self._file, index)
        if expr[0] != ops.CALL or depth >= MAX_WRAPPERS:
            return ()
        fields = tuple(self._list_embedded(index))
        if fields:
            return fields
        functions = self._list_called(expr[1])
        if any(self._is_router_maker(gid) for gid in functions):
            return tuple(("result", self._get_item(gid), 0) for gid in functions)
        for argument in expr[2]:
            found = self.find_router(argument, depth + 1)
            if found:
                return found
        return ()

    def find_child(self, index: int) -> tuple[ObjectKey, ...]:
        """Return the router that is mounted, which may be what a function is given."""
        return self.find_router(index) or (
            self._objects.find(self._file, index) if self._get(index)[0] == ops.PARAM else ()
        )

    def _list_embedded(self, index: int) -> Iterator[ObjectKey]:
        """Yield the embedded fields of an object that hold a handler of the library."""
        for atom in self._evaluator.value(self._file, index):
            if not isinstance(atom, INSTANCES) or atom.gid >= self._program.end:
                continue
            file, local = self._program.locate(atom.gid)
            for base in self._program.files[file].bases.get(local, ()):
                named = self._program.exprs[file][base.expr]
                if base.kind == "embeds" and named[0] == ops.ATTR:
                    yield from self._list_field_keys(atom.gid, named[2])

    def _list_field_keys(self, gid: int, name: str) -> Iterator[ObjectKey]:
        for file, at in self._evaluator.classes.find_own(gid, name):
            held = self._program.exprs[file][at] if file >= 0 else ()
            if held and held[0] == ops.VAR and self._is_possible_type(file, self._get_declared(file, held[1])):
                yield ("symbol", self._get_item(self._program.offsets[file] + held[1]), 0)

    def _get_declared(self, file: int, local: int) -> int:
        return self._program.files[file].declared.get(local, 0)

    def _is_router_maker(self, gid: int, depth: int = 0) -> bool:
        """Return whether a function gives a router that it makes."""
        self._program.reads.read_symbol(gid)
        file, local = self._program.locate(gid)
        return depth < MAX_WRAPPERS and any(
            self._is_made_router(file, result, depth) for result in self._program.files[file].returns.get(local, ())
        )

    def _is_made_router(self, file: int, index: int, depth: int) -> bool:
        expr = self._program.exprs[file][index]
        if expr[0] == ops.TUPLE:
            return any(self._is_made_router(file, part, depth) for part in expr[1:])
        if expr[0] not in _HOLDING:
            return False
        if self._objects.is_router(file, index):
            return True
        if expr[0] != ops.CALL or depth >= MAX_WRAPPERS:
            return False
        functions = list_functions(self._evaluator, file, expr[1])
        return any(self._is_router_maker(gid, depth + 1) for gid in functions) or any(
            self._is_made_router(file, argument, depth + 1) for argument in expr[2]
        )

    def _list_called(self, callee: int) -> list[int]:
        found = list_functions(self._evaluator, self._file, callee)
        expr = self._get(callee)
        if expr[0] == ops.ATTR and any(self._is_abstract(gid) for gid in found):
            found += self._list_made_members(self._get(expr[1]), expr[2])
        return found

    def _is_abstract(self, gid: int) -> bool:
        owner = self._evaluator.calls.owner(gid)
        return owner >= 0 and self._program.get_symbol(owner).kind == SymbolKind.INTERFACE

    def _list_made_members(self, made: Expr, name: str) -> Iterator[int]:
        """Yield the methods of what a function makes.

        The result of the function is declared as an interface."""
        for gid in list_functions(self._evaluator, self._file, made[1]) if made[0] == ops.CALL else ():
            self._program.reads.read_symbol(gid)
            file, local = self._program.locate(gid)
            for result in self._program.files[file].returns.get(local, ()):
                for atom in self._evaluator.value(file, result):
                    yield from list_methods(self._evaluator, file, atom, name)

    def _list_arguments(self, call: Expr) -> Iterator[AliasRow]:
        """Yield that parameters stand for routers which a call passes."""
        given: Sequence[int] = call[2] if call[0] == ops.CALL else ()
        callee: Expr = self._get(call[1]) if call[0] == ops.CALL else ()
        receiver: int = callee[1] if callee and callee[0] == ops.ATTR else 0
        held = [(at, each) for at, each in enumerate(given) if self._get(each)[0] in _HOLDING]
        is_held = bool(receiver) and self._get(receiver)[0] in _HOLDING
        functions = self._list_called(call[1]) if held or is_held else []
        shifted = {gid for gid in functions if receiver and self._has_receiver(gid)}
        for position, argument in ((-1, receiver), *held) if functions else ():
            takers = [(gid, position + (gid in shifted)) for gid in functions]
            takers = [each for each in takers if each[1] >= 0 and each[1] in self._list_takers(each[0])]
            for target in self.find_router(argument) if takers and argument else ():
                for gid, at in takers:
                    yield AliasRow((PARAMETER, self._get_item(gid), at), target)

    def _has_receiver(self, gid: int) -> bool:
        """Return whether the first parameter of a function is what it is called on."""
        self._program.reads.read_symbol(gid)
        return bool(self._program.get_symbol(gid).flags & Flag.RECEIVER)

    def _list_takers(self, gid: int) -> frozenset[int]:
        """Return the positions of a function's parameters that may be routers."""
        found = self._takers.get(gid)
        if found is None:
            self._program.reads.read_symbol(gid)
            file, local = self._program.locate(gid)
            params = self._program.files[file].params.get(local, ())
            found = frozenset(at for at, param in enumerate(params) if self._is_possible_type(file, param.type))
            self._takers[gid] = found
        return found

    def _is_possible_type(self, file: int, declared: int) -> bool:
        """Return whether a declared type is a router's, or one that it may satisfy."""
        expr = self._program.exprs[file][declared]
        if expr[0] == ops.TUPLE:
            return any(self._is_possible_type(file, part) for part in expr[1:])
        vocabulary, program = self._objects.vocabulary, self._program
        for atom in self._evaluator.value(file, declared):
            if isinstance(atom, EXTERNAL):
                if vocabulary.normalize(atom.name) in vocabulary.routers:
                    return True
            elif isinstance(atom, ClassObject) and program.get_symbol(atom.gid).qualname in vocabulary.routers:
                return True
            elif isinstance(atom, ClassObject) and program.get_symbol(atom.gid).kind == SymbolKind.INTERFACE:
                answers = vocabulary.answers
                if atom.gid < program.end or any(self._evaluator.classes.find_own(atom.gid, each) for each in answers):
                    return True
        return False

    def _list_fields(self, base: int, name: str, value: int) -> Iterator[AliasRow]:
        """Yield that a field stands for the router which it is given."""
        keys: list[ObjectKey] = []
        for atom in self._evaluator.value(self._file, base):
            if isinstance(atom, INSTANCES) and atom.gid < self._program.end:
                keys += self._list_field_keys(atom.gid, name)
        for target in self.find_router(value) if keys else ():
            yield from (AliasRow(key, target) for key in keys)

    def _get(self, index: int) -> Expr:
        return self._facts.exprs[index]
