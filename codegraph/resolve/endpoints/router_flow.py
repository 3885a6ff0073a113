"""Routers that are passed on: into parameters and fields, and out of functions.

Each gives rows by which the parameter, field or function stands for the router.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from codegraph.resolve.endpoints.endpoint_rows import PARAMETER, AliasRow, ObjectKey
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import EXTERNAL, INSTANCES, ClassObject
from codegraph.resolve.types.overriding import find_overrides
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

_HOLDING: Final = frozenset((ops.CALL, ops.PARAM, ops.ATTR, ops.VAR, ops.NAME, ops.ITEM))
"""Operations that may give a router which is passed on."""

_CLASSES: Final = frozenset((SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT))

MAX_WRAPPERS: Final = 4
"""Calls around a router that are looked through."""


class RouterFlowReader(FactsReader):
    """Reads where the routers of one file go."""

    def __init__(self, context: FileContext, outside_types: dict[int, bool]) -> None:
        """Take what is known of types of libraries, for all files."""
        super().__init__(context)
        self._outside_types = outside_types
        self._takers: dict[int, frozenset[int]] = {}  # function → parameters that may be routers

    def list_held(self) -> Iterator[AliasRow]:
        """Yield the fields and functions that stand for routers of the file."""
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

    def list_overriding(self) -> Iterator[AliasRow]:
        """Yield that parameters stand for those of overridden methods."""
        offset, end = self._program.offsets[self._file], self._program.end
        for local in self._facts.bases:
            if self._facts.symbols[local].kind not in _CLASSES:
                continue
            for method, above in find_overrides(self._evaluator, offset + local):
                for at in (
                    self._list_takers(method) if above < end and self._program.file_of[method] == self._file else ()
                ):
                    key: ObjectKey = (PARAMETER, self._get_item(method), at)
                    yield AliasRow(key, (PARAMETER, self._get_item(above), at))

    def list_callback(self, index: int, router: ObjectKey) -> Iterator[AliasRow]:
        """Yield that the first parameter of a function stands for a router."""
        for gid in list_functions(self._evaluator, self._file, index):
            yield AliasRow((PARAMETER, self._get_item(gid), 0), router)

    def find_router(self, index: int, depth: int = 0) -> tuple[ObjectKey, ...]:
        """Return the router that an expression gives, or one that calls wrap."""
        index = self._skip_flow(self._file, index)
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
        return self._add_made_members(callee, list_functions(self._evaluator, self._file, callee))

    def _add_made_members(self, callee: int, functions: list[int]) -> list[int]:
        """Return functions that are called.

        Of abstract ones it is those of what a call makes, too."""
        expr = self._get(callee)
        if expr[0] != ops.ATTR or self._get(expr[1])[0] != ops.CALL:
            return functions
        if any(self._is_abstract(gid) for gid in functions):
            return [*functions, *self._list_made_members(self._get(expr[1]), expr[2])]
        return functions

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

    def list_arguments(self, call: Expr, functions: list[int]) -> list[AliasRow]:
        """Return that parameters of a call's functions stand for routers."""
        found: list[AliasRow] = []
        takers = {gid: taken for gid in self._add_made_members(call[1], functions) if (taken := self._list_takers(gid))}
        if not takers:
            return found
        callee = self._get(call[1])
        receiver: int = callee[1] if callee[0] == ops.ATTR else 0
        is_object = receiver and not self._is_class(receiver)
        shifted = {gid for gid in takers if is_object and self._has_receiver(gid)}
        for position, argument in ((-1, receiver), *enumerate(call[2])):
            taking = [(gid, position + (gid in shifted)) for gid in takers]
            taking = [each for each in taking if each[1] in takers[each[0]]]
            for target in self.find_router(argument) if taking and argument else ():
                found += [AliasRow((PARAMETER, self._get_item(gid), at), target) for gid, at in taking]
        return found

    def _is_class(self, index: int) -> bool:
        return any(isinstance(atom, ClassObject) for atom in self._evaluator.value(self._file, index))

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
        vocabulary = self._objects.vocabulary
        for atom in self._evaluator.value(file, declared):
            if isinstance(atom, EXTERNAL):
                if vocabulary.normalize(atom.name) in vocabulary.routers:
                    return True
            elif isinstance(atom, ClassObject) and self._is_possible_class(atom.gid):
                return True
        return False

    def _is_possible_class(self, gid: int) -> bool:
        """Return whether a router may be of a class.

        It is a router's, an interface of the tree, or one of a library that answers."""
        program, vocabulary = self._program, self._objects.vocabulary
        if gid < program.end:
            symbol = program.get_symbol(gid)
            return symbol.kind == SymbolKind.INTERFACE or symbol.qualname in vocabulary.routers
        found = self._outside_types.get(gid)
        if found is None:
            symbol = program.get_symbol(gid)
            found = symbol.qualname in vocabulary.routers or (
                symbol.kind == SymbolKind.INTERFACE
                and any(self._evaluator.classes.find_own(gid, each) for each in vocabulary.answers)
            )
            self._outside_types[gid] = found
        return found

    def _list_fields(self, base: int, name: str, value: int) -> Iterator[AliasRow]:
        """Yield that a field stands for the router which it is given."""
        keys: list[ObjectKey] = []
        for gid in self._list_object_classes(self._file, base):
            keys += self._list_field_keys(gid, name)
        for target in self.find_router(value) if keys else ():
            yield from (AliasRow(key, target) for key in keys)
