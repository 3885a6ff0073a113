"""Functions that a class has its framework run around its members.

Calls in the body of a class name them, or in that of a module that it includes: `before_action :load, only: :show`. A
class has those of the classes above it, first, and may take them off again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.call_arguments import find_argument, list_elements
from codegraph.resolve.endpoints.facts_reader import ContextReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import CLASS_OBJECTS, INSTANCES, Function, Instance, Super, make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag
from codegraph_parsers.frameworks.middleware import CallbackModel

if TYPE_CHECKING:
    from codegraph.resolve.types.abstract_values import Value

_IF: Final = ("if",)
_PASSED_ON: Final = "&"
"""Keyword of a function that stands behind the arguments."""

Registered = tuple[str, str]
"""The call that registers a function, and the function: as long as they are the same, the last one counts."""


class CallbackFinder(ContextReader):
    """Finds what classes register with their frameworks."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._above: dict[int, frozenset[str]] = {}

    def list_around_action(self, file: int, index: int) -> tuple[int, ...]:
        """Return the functions that run around an object's member, by its expression."""
        expr: Expr = self._program.exprs[file][index]
        if expr[0] != ops.ATTR or not self._vocabulary.callbacks:
            return ()
        owners = self.list_owners(self._evaluator.value(file, expr[1]))
        found = (each for gid in owners for each in self.list_around(gid, str(expr[2]), is_action=True))
        return tuple(dict.fromkeys(found))

    def list_owners(self, value: Value) -> list[int]:
        """Return the classes of the tree of some objects, or of what a collection holds."""
        end, found = self._program.end, dict[int, None]()
        for atom in value:
            if isinstance(atom, (*INSTANCES, *CLASS_OBJECTS, Super)) and atom.gid < end:
                found[atom.gid] = None
            elif isinstance(atom, Instance):
                found.update(dict.fromkeys(self.list_owners(tuple(each for part in atom.arguments for each in part))))
        return list(found)

    def list_around(self, gid: int, member: str, *, is_action: bool = False) -> tuple[int, ...]:
        """Return the functions that a class has registered around a member."""
        above = self._list_above(gid)
        if not above:
            return ()
        found: dict[Registered, tuple[int, ...]] = {}
        for ancestor, _ in reversed(self._evaluator.classes.linear(gid)[0]):
            file, local = self._program.locate(ancestor)
            self._program.reads.read_symbol(ancestor)
            for index in self._program.files[file].decorators.get(local, ()) if ancestor < self._program.end else ():
                self._apply(gid, file, index, member, above, found, is_action=is_action)
        return tuple(dict.fromkeys(each for gids in found.values() for each in gids))

    def _list_above(self, gid: int) -> frozenset[str]:
        """Return the names of the libraries' classes above a class."""
        found = self._above.get(gid)
        if found is None:
            names = list(self._objects.list_outside_bases(gid))
            line = self._evaluator.classes.linear(gid)[0]
            names += [self._program.get_symbol(each).qualname for each, _ in line if each >= self._program.end]
            found = self._above[gid] = frozenset(names) & self._vocabulary.callback_bases
        return found

    def _apply(
        self, gid: int, file: int, index: int, member: str, above: frozenset[str],
        found: dict[Registered, tuple[int, ...]], *, is_action: bool,
    ) -> None:  # fmt: skip
        """Add what one call registers around a member, or take it off."""
        expr: Expr = self._program.exprs[file][index]
        callee = self._get_of(file, expr[1]) if expr[0] == ops.CALL else expr
        word = str(callee[2]) if callee[0] == ops.ATTR else ""
        rule = self._vocabulary.callbacks.get(word)
        if rule is None or above.isdisjoint(rule.bases):
            return
        concerned = self._is_concerned(file, expr, rule, member) if not rule.around else member in rule.around
        concerned = concerned and not self._has_condition(file, expr, rule)
        if bool(rule.around) is is_action:
            return
        for name, gids in self._list_registered(gid, file, expr, rule):
            key = (rule.key, name)
            if word not in rule.skips:
                found.pop(key, None)  # the last one counts
                if concerned:
                    found[key] = gids
            elif concerned:
                found.pop(key, None)

    def _is_concerned(self, file: int, expr: Expr, rule: CallbackModel, member: str) -> bool:
        """Return whether a call is about a member.

        It may name those that it is about, or those that it is not about."""
        only, unless = self._read_names(file, expr, rule.only), self._read_names(file, expr, rule.unless)
        return (only is None or member in only) and (unless is None or (member not in unless and "" not in unless))

    def _has_condition(self, file: int, expr: Expr, rule: CallbackModel) -> bool:
        """Return whether a call has a condition that never holds in the tree."""
        names = self._read_names(file, expr, _IF) if rule.never else None
        return names is not None and not set(names).isdisjoint(rule.never)

    def _read_names(self, file: int, expr: Expr, argument: tuple[int | str, ...]) -> list[str] | None:
        """Return the names in an argument, None where it is not given.

        One that is not known is empty."""
        index = find_argument(self._program.files[file], expr, argument)
        exprs = self._program.exprs[file]
        return None if index is None else [self._read_name(file, each) for each in list_elements(exprs, index)]

    def _read_name(self, file: int, index: int) -> str:
        expr: Expr = self._program.exprs[file][index]
        return str(expr[2]) if expr[0] == ops.LITERAL else ""

    def _list_registered(
        self, gid: int, file: int, expr: Expr, rule: CallbackModel
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield what a call registers, by name, with the functions that run."""
        given: list[int] = [*expr[2], *(value for key, value in expr[3] if key == _PASSED_ON)]
        conditions = [value for key, value in expr[3] if key in rule.conditions]
        asked = [each for index in conditions for each in self._list_given(gid, file, index, rule)]
        for index in given:
            name = self._read_name(file, index) or f"{file}:{index}"
            yield name, (*asked, *self._list_given(gid, file, index, rule))

    def _list_given(self, gid: int, file: int, index: int, rule: CallbackModel) -> Iterator[int]:
        """Yield the functions that an argument means."""
        for part in list_elements(self._program.exprs[file], index):
            if name := self._read_name(file, part):
                yield from list_methods(self._evaluator, file, make_instance(gid, ()), name)
                continue
            for atom in self._evaluator.value(file, part):
                if isinstance(atom, Function) and atom.gid < self._program.end:
                    yield from self._list_run(atom.gid)
                elif isinstance(atom, (*INSTANCES, *CLASS_OBJECTS)) and atom.gid < self._program.end:
                    for word in rule.methods:
                        yield from list_methods(self._evaluator, file, atom, word)

    def _list_run(self, gid: int) -> Iterator[int]:
        """Yield a function, or what one without a name calls."""
        file, local = self._program.locate(gid)
        facts = self._program.files[file]
        if not facts.symbols[local].flags & Flag.ANONYMOUS:
            yield gid
            return
        self._program.reads.read_symbol(gid)
        for kind, owner, index, _ in facts.sites:
            expr = facts.exprs[index]
            if owner == local and kind == "call" and expr[0] == ops.CALL:
                yield from list_functions(self._evaluator, file, expr[1])
