"""Members of classes that their base classes, of a framework, call back.

Declarations say what a framework's method calls (`codegraph_parsers.frameworks.declarations`). A class has a
framework's method if its base was proven to be the framework's class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.callbacks import CallbackFinder
from codegraph.resolve.endpoints.facts_reader import ContextReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts
from codegraph_parsers.frameworks.declarations import Callback, DeclaredClass

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.view_functions import ViewFinder

MAX_STEPS: Final = 256
"""Largest number of members to follow from one that a framework calls."""


class HookFinder(ContextReader):
    """Finder of the members of classes that frameworks call back."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views
        self._callbacks = CallbackFinder(context)
        self._declared: dict[int, tuple[DeclaredClass, ...]] = {}
        self._super_calls: dict[int, frozenset[tuple[int, str]]] = {}

    def list_called(self, gid: int, names: Iterable[str]) -> tuple[int, ...]:
        """Return the functions that run when a framework runs members of a class.

        If the class overrides a member, the calls of the framework's own one count only where the override calls it."""
        if not self._find_declared(gid):
            return ()
        found: dict[int, None] = {}
        waiting = [(gid, name) for name in names]
        seen = set(waiting)
        for owner, name in waiting:  # grows while it is read
            own = self._list_own(owner, name)
            if own and not any(self._has_super_call(each, name) for each in own):
                continue
            for target, member in self._list_callbacks(owner, name):
                found.update(dict.fromkeys(self._list_own(target, member)))
                if (target, member) not in seen and len(seen) < MAX_STEPS:
                    seen.add((target, member))
                    waiting.append((target, member))
        return tuple(found)

    def list_of_call(self, file: int, expr: Expr) -> tuple[int, ...]:
        """Return the functions that run in a call of a framework's own member."""
        callee = self._get_of(file, expr[1])
        if callee[0] != ops.ATTR or callee[2] not in self._vocabulary.calling:
            return ()
        owners = self._callbacks.list_owners(self._evaluator.value(file, callee[1]))
        if not owners or list_functions(self._evaluator, file, expr[1]):
            return ()  # a function of the repository runs, whose own calls are resolved
        found: dict[int, None] = {}
        for owner in owners:
            found.update(dict.fromkeys(self._callbacks.list_around(owner, str(callee[2]))))
            for target, member in self._list_callbacks(owner, callee[2]):
                found.update(dict.fromkeys(self._list_own(target, member)))
                found.update(dict.fromkeys(self.list_called(target, (member,))))
        return tuple(found)

    def _list_own(self, gid: int, name: str) -> list[int]:
        """Return the functions of the repository that are a member of a class."""
        file, _ = self._program.locate(gid)
        return list_methods(self._evaluator, file, make_instance(gid, ()), name)

    def _list_callbacks(self, gid: int, name: str) -> Iterator[tuple[int, str]]:
        """Yield the members that a framework's method calls, with their classes."""
        for declared in self._find_declared(gid):
            for callback in declared.callbacks.get(name, ()):
                for target in self._find_subjects(gid, declared, callback):
                    yield target, callback.member

    def _find_declared(self, gid: int) -> tuple[DeclaredClass, ...]:
        """Return the base classes of a class that belong to frameworks."""
        found = self._declared.get(gid)
        if found is None:
            names = self._objects.list_outside_bases(gid)
            known = (self._vocabulary.declared.get(name) for name in names)
            found = self._declared[gid] = tuple(each for each in known if each is not None)
        return found

    def _find_subjects(self, gid: int, declared: DeclaredClass, callback: Callback) -> tuple[int, ...]:
        """Return the classes whose member a framework's method calls."""
        if not callback.attribute:
            return (gid,)
        for path in declared.subjects.get(callback.attribute, ()):
            found = self._views.find_subject(gid, path.split("."))
            if found is not None:
                return (found,)
        return ()

    def _has_super_call(self, gid: int, name: str) -> bool:
        """Return whether a function calls the member of this name of a base class."""
        file, local = self._program.locate(gid)
        known = self._super_calls.get(file)
        if known is None:
            facts = self._program.files[file]
            known = self._super_calls[file] = frozenset(_list_super_calls(facts))
        self._program.reads.read_symbol(gid)
        return (local, name) in known


def _list_super_calls(facts: FileFacts) -> Iterator[tuple[int, str]]:
    """Yield the functions of a file with the members of base classes they call."""
    for kind, owner, index, _ in facts.sites:
        expr = _get_expr(facts, index)
        callee = _get_expr(facts, expr[1]) if kind == "call" and expr[0] == ops.CALL else expr
        if callee[0] == ops.ATTR and _get_expr(facts, callee[1])[0] == ops.SUPER:
            yield owner, str(callee[2])


def _get_expr(facts: FileFacts, index: int) -> Expr:
    return facts.exprs[index]
