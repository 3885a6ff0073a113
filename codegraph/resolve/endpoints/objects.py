"""Objects that keep routes or make requests: which one an expression gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from codegraph.resolve.calls.argument_flow import MAX_LEVEL
from codegraph.resolve.endpoints.call_arguments import list_alternatives, list_parts
from codegraph.resolve.endpoints.endpoint_rows import PARAMETER, ObjectKey
from codegraph.resolve.endpoints.referents import list_functions, list_values
from codegraph.resolve.types.abstract_values import EXTERNAL, INSTANCES, ClassObject, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind
from codegraph_parsers.frameworks import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Ref

MAX_DEPTH: Final = 12

MAX_PARAMETERS: Final = 3
"""Parameters that are passed on to one another."""

MAX_CALLS: Final = 12
"""Calls of a function whose arguments are looked at; of one that is called more often nothing is known."""

STAR: Final = "*"
METHOD: Final = "()"
"""Ends the names of methods where they do not share a namespace with variables."""

_VARIABLES: Final = frozenset((SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD))
_THROUGH: Final = frozenset((ops.AWAIT, ops.ENTER, ops.CONST))


def get_default_export(exports: Mapping[str, int]) -> int | None:
    """Return the expression that a module exports by default, or as a whole."""
    return exports.get("default", exports.get("export="))


class ObjectFinder:
    """Finds the objects of expressions, and the library's names of what is called."""

    def __init__(self, evaluator: Evaluator, get_item: Callable[[int], int]) -> None:
        """Take what gives the item of a graph id.

        A file's objects are found after `begin`."""
        self._evaluator = evaluator
        self._program = evaluator.program
        self._get_item = get_item
        self.own = -1  # the file whose expressions may be named by their numbers
        self.vocabulary = Vocabulary(())  # of its language
        self._known: dict[int, list[str]] = {}  # names of its expressions

    def begin(self, file: int, vocabulary: Vocabulary) -> None:
        """Begin with another file, whose expressions may be named by their numbers."""
        self.own, self.vocabulary, self._known = file, vocabulary, {}

    def _get(self, file: int, index: int) -> Expr:
        return self._program.exprs[file][index]

    def list_names(self, file: int, index: int) -> list[str]:
        """Return the library's names of what an expression means."""
        evaluator = self._evaluator
        expr = self._get(file, index)
        found: dict[str, None] = {}
        for atom in evaluator.value(file, index):
            if isinstance(atom, EXTERNAL):
                found[atom.name] = None
            elif isinstance(atom, ClassObject) and atom.gid < self._program.end:
                found.update(dict.fromkeys(evaluator.classes.find_outside_base(atom.gid)))
            elif isinstance(atom, Function) and atom.gid >= self._program.end:
                found[self._program.get_symbol(atom.gid).qualname] = None  # of a prelude
            elif isinstance(atom, Function) and self.vocabulary.signatures:
                found.update(dict.fromkeys(self._list_generated(atom.gid)))
        if expr[0] == ops.ATTR and not found and not self._is_own_member(file, index):
            found.update((f"{name}.{expr[2]}", None) for name in self._list_beyond_values(file, expr[1], 0))
        if expr[0] == ops.NAME and not found:
            found.update(dict.fromkeys(self._list_starred(file, index, expr)))
        if expr[0] in (ops.ATTR, ops.NAME) and str(expr[-1 if expr[0] == ops.ATTR else 1]).endswith(METHOD):
            return [name.removesuffix(METHOD) for name in found]
        return list(found)

    def list_known_names(self, file: int, index: int) -> list[str]:
        """Return the names by which models know what an expression means."""
        found = self._known.get(index) if file == self.own else None
        if found is None:
            found = list(dict.fromkeys(map(self.vocabulary.normalize, self.list_names(file, index))))
            if file == self.own:
                self._known[index] = found
        return found

    def list_known_classes(self, file: int, index: int) -> list[str]:
        """Return the names by which models know what an object is."""
        return list(dict.fromkeys(map(self.vocabulary.normalize, self.list_class_names(file, index))))

    def is_router(self, file: int, index: int) -> bool:
        """Return whether an expression is of a class that models know as a router."""
        return any(name in self.vocabulary.routers for name in self.list_known_classes(file, index))

    def _list_starred(self, file: int, index: int, expr: Expr) -> list[str]:
        """Return the library's name of what an import of everything binds.

        Nothing of the tree has the name then, and of what models know exactly one library does. A method may also come
        from a base that is not known."""
        facts, name, scope = self._program.files[file], str(expr[1]), int(expr[2])
        modules = sorted({entry.module for entry in facts.imports if entry.name == STAR})
        if not modules or self._evaluator.names.look_up(file, index)[0].refs:
            return []
        known = self.vocabulary.known
        found = [f"{module}.{name}" for module in modules if f"{module}.{name.removesuffix(METHOD)}" in known]
        if len(found) != 1 or (name.endswith(METHOD) and self._is_hidden(file, scope)):
            return []
        return found

    def _is_hidden(self, file: int, local: int) -> bool:
        """Return whether a class has a base that is not known."""
        facts, gid = self._program.files[file], self._program.offsets[file] + local
        return facts.symbols[local].kind is SymbolKind.CLASS and self._evaluator.classes.linear(gid).hidden

    def _is_own_member(self, file: int, index: int) -> bool:
        """Return whether a member is a function of the tree."""
        program = self._program
        if not self.vocabulary.subrouters:
            return False
        for gid in list_functions(self._evaluator, file, index):
            owner = self._evaluator.calls.owner(gid)
            return owner < 0 or program.get_symbol(owner).kind != SymbolKind.INTERFACE
        return False

    def _list_generated(self, gid: int) -> list[str]:
        """Return the names by which models know a function that a generator wrote."""
        symbol = self._program.get_symbol(gid)
        types = [each.type.partition("<")[0].strip() for each in symbol.parameters]
        rule = self.vocabulary.signatures.get(symbol.name, ())
        return [each.means for each in rule if tuple(types[: len(each.types)]) == each.types]

    def _list_generated_results(self, file: int, index: int, depth: int) -> Iterator[str]:
        """Yield the names of generated functions that give an object."""
        expr = self._get(file, index)
        if depth > MAX_PARAMETERS:
            return
        if expr[0] == ops.CALL:
            for gid in list_functions(self._evaluator, file, expr[1]):
                yield from self._list_generated(gid)
        elif expr[0] == ops.UNION:
            for part in list_alternatives(self._program.exprs[file], index):
                yield from self._list_generated_results(file, part, depth + 1)
        elif expr[0] in (ops.NAME, ops.IMPORT, ops.VAR, ops.FLOW):
            for of, value in list_values(self._evaluator, file, index):
                yield from self._list_generated_results(of, value, depth + 1)

    def list_class_names(self, file: int, index: int) -> list[str]:
        """Return the library's names of what an object is, in the resolver's notation."""
        value, end = self._evaluator.value(file, index), self._program.end
        names = [atom.name for atom in value if isinstance(atom, EXTERNAL)]
        # Those of a prelude go by their short names.
        names += [
            f"{self._program.get_symbol(a.gid).qualname}()" for a in value if isinstance(a, INSTANCES) and a.gid >= end
        ]
        return list(dict.fromkeys((*names, *self._list_beyond_values(file, index, 0))))

    def _list_beyond_values(self, file: int, index: int, depth: int) -> list[str]:
        """Return the library's names of objects that are no values.

        These are objects of classes that inherit from the library's, and what callers pass for a parameter: the flow
        of values carries nothing that lies outside the tree."""
        value = self._evaluator.value(file, index)
        found: dict[str, None] = {}
        if self.vocabulary.signatures:
            found.update((f"{name}()", None) for name in self._list_generated_results(file, index, 0))
        for atom in value:
            if isinstance(atom, INSTANCES) and atom.gid < self._program.end:
                found.update((f"{base}()", None) for base in self.list_outside_bases(atom.gid))
        if value or depth >= MAX_PARAMETERS:
            return list(found)
        expr = self._get(file, index)
        if expr[0] == ops.ATTR:  # what a class of the library has: `self.client`
            found.update((f"{name}.{expr[2]}", None) for name in self._list_beyond_values(file, expr[1], depth + 1))
        for part in expr[1:] if expr[0] == ops.UNION else ():  # a loop changes nothing of what it is
            found.update(dict.fromkeys(self._list_beyond_values(file, part, depth + 1)))
        found.update(dict.fromkeys(self._list_fixture_names(file, expr)))
        for of, argument in self.list_passed(file, index):
            found.update((a.name, None) for a in self._evaluator.value(of, argument) if isinstance(a, EXTERNAL))
            found.update(dict.fromkeys(self._list_beyond_values(of, argument, depth + 1)))
        return list(found)

    def list_possible_names(self, file: int, index: int) -> list[str]:
        """Return the names of routes that a member of a parameter may register.

        The parameter has an interface of the tree as its type, which a router of the library satisfies: callers say
        whether they pass one."""
        expr = self._get(file, index)
        if expr[0] != ops.ATTR or self._get(file, expr[1])[0] != ops.PARAM:
            return []
        program = self._program
        value = self._evaluator.value(file, expr[1])
        is_interface = value and all(
            isinstance(atom, INSTANCES)
            and atom.gid < program.end
            and program.get_symbol(atom.gid).kind == SymbolKind.INTERFACE
            for atom in value
        )
        suffix = f".{expr[2]}"
        found = [name for name in self.vocabulary.routes if name.endswith(suffix)] if is_interface else []
        return found if len({self.vocabulary.routes[name][0].key for name in found}) == 1 else []

    def list_outside_bases(self, gid: int) -> list[str]:
        """Return the names of all bases that a class has outside the tree.

        Those of a prelude go by their short names."""
        found: dict[str, None] = {}
        for ancestor, _ in self._evaluator.classes.linear(gid)[0]:
            if ancestor >= self._program.end:
                found[self._program.get_symbol(ancestor).qualname] = None
            file, local = self._program.locate(ancestor)
            for base in self._program.files[file].bases.get(local, ()):
                atoms = self._evaluator.value(file, base.expr)
                found.update((atom.name, None) for atom in atoms if isinstance(atom, EXTERNAL))
        return list(found)

    def _list_fixture_names(self, file: int, expr: Expr) -> list[str]:
        """Return the library's names of what a plugin gives for a parameter of a test.

        A fixture of the tree would have a value. Another framework that serves routes may have a plugin, too."""
        if expr[0] != ops.PARAM or not self.vocabulary.fixtures:
            return []
        local: int = expr[1]
        position: int = expr[2]
        facts = self._program.files[file]
        params = facts.params.get(local, ())
        known = self.vocabulary.fixtures.get(params[position].name) if position < len(params) else None
        if known is None or not (facts.symbols[local].flags & Flag.TEST or params[position].default):
            return []
        packages = self._evaluator.scopes.packages
        active = [m for m in self.vocabulary.models if m.is_server and any(each in packages for each in m.modules)]
        own = [m for m in active if m.lists.fixtures or not m.clients]
        return [known[1]] if known[0] in active and own == active else []

    def list_passed(self, file: int, index: int) -> list[tuple[int, int]]:
        """Return what calls pass for a parameter, as files and expressions.

        It is nothing for what is no parameter."""
        expr = self._get(file, index)
        if expr[0] != ops.PARAM:
            return []
        gid, levels = self._program.offsets[file] + expr[1], self._evaluator.levels
        below = levels.all[min(levels.top.number, MAX_LEVEL - 1)]  # calls that the last level adds are not compared
        self._program.reads.read_fact("calls", self._get_item(gid))
        calls = [(met.file, *call) for met in levels.list_call_groups_in(below, gid, None) for call in met.calls]
        if len(calls) > MAX_CALLS:
            return []
        found: list[tuple[int, int]] = []
        for of, call, bound in calls:
            passed, _ = levels.match_call(gid, of, call, bound)
            found += ((of, each) for position, each in passed if position == expr[2] and isinstance(each, int))
        return found

    def find(self, file: int, index: int, depth: int = 0) -> tuple[ObjectKey, ...]:
        """Return the objects that an expression may give, none where one is not known."""
        expr = self._get(file, index)
        op = expr[0]
        if depth > MAX_DEPTH:
            return ()
        if op == ops.FLOW:
            return self.find(file, expr[1], depth + 1)
        if op == ops.DECLARED:
            return self.find(file, expr[2], depth + 1) if expr[2] else ()
        if op in _THROUGH or (op == ops.OPERATOR and expr[2] == "async enter"):
            return self.find(file, expr[1], depth + 1)
        if op in (ops.CALL, ops.NEW):
            return self._find_result(file, index, expr)
        if op == ops.VAR:
            return self._find_symbol(self._program.offsets[file] + expr[1], depth)
        if op == ops.PARAM:
            return self._find_default(file, index, expr, depth)
        if op == ops.UNION:
            parts = list_alternatives(self._program.exprs[file], index)
            return self._join([self.find(file, part, depth + 1) for part in parts])
        if op == ops.ITER:
            return self._find_elements(file, expr[1], depth)
        if op == ops.ITEM and self._get(file, expr[1])[0] == ops.CALL:  # one of several results
            return self.find(file, expr[1], depth + 1)
        return self._find_named(file, index, expr, depth)

    def _find_default(self, file: int, index: int, expr: Expr, depth: int) -> tuple[ObjectKey, ...]:
        """Return the object that a parameter has by default, or what callers pass.

        A parameter of a test has by default what a fixture gives. Of the functions that a fixture may be, those count
        that are there."""
        local: int = expr[1]
        position: int = expr[2]
        params = self._program.files[file].params.get(local, ())
        default = params[position].default if file == self.own and position < len(params) else 0
        if not default:
            if self.vocabulary.subrouters:
                return ((PARAMETER, self._get_item(self._program.offsets[file] + local), position),)
            passed = self.list_passed(file, index)
            return self._join([self.find(of, argument, depth + 1) for of, argument in passed])
        expr = self._get(file, default)
        parts: tuple[int, ...] = expr[1:] if expr[0] == ops.UNION else (default,)
        known = [part for part in parts if self._evaluator.value(file, part)]
        return self._join([self.find(file, part, depth + 1) for part in known])

    def _find_named(self, file: int, index: int, expr: Expr, depth: int) -> tuple[ObjectKey, ...]:
        evaluator, op = self._evaluator, expr[0]
        if op in (ops.NAME, ops.IMPORT):
            found = (
                evaluator.names.look_up(file, index)[0] if op == ops.NAME else evaluator.scopes.imported(file, expr[1])
            )
            if found.refs and not found.atoms:
                return self._join([self._follow(ref, depth) for ref in found.refs])
        named = [each.gid for each in evaluator.entities(file, index) if isinstance(each, NamedSymbol)]
        return self._join([self._find_symbol(gid, depth) for gid in named])

    def follow(self, ref: Ref) -> tuple[ObjectKey, ...]:
        """Return the objects behind a binding."""
        return self._follow(ref, 0)

    def _follow(self, ref: Ref, depth: int) -> tuple[ObjectKey, ...]:
        """Return the objects behind a binding.

        What another file exports by default has no name but that."""
        file, at = ref
        if file < 0:
            return self._find_symbol(at, depth)
        exports = self._program.get_exports(file) if file != self.own else None
        if exports and get_default_export(exports) == at and self._get(file, at)[0] in (ops.CALL, ops.NEW):
            return (("default", self._get_item(self._program.offsets[file]), 0),)
        return self.find(file, at, depth + 1)

    def _find_symbol(self, gid: int, depth: int) -> tuple[ObjectKey, ...]:
        """Return the object that a variable holds, which may be that of another one."""
        if gid >= self._program.end:
            return ()
        file, local = self._program.locate(gid)
        facts = self._program.files[file]
        if facts.symbols[local].kind not in _VARIABLES:
            return ()
        values = facts.values.get(local, ())
        if len(values) == 1:
            expr = facts.exprs[values[0]]
            if expr[0] not in (ops.CALL, ops.NEW) or self._is_own_call(file, expr):
                found = self.find(file, values[0], depth + 1)
                if found:
                    return found
        return (("symbol", self._get_item(gid), 0),)

    def _is_own_call(self, file: int, expr: Expr) -> bool:
        """Return whether a call runs a function of the tree."""
        return bool(list_functions(self._evaluator, file, expr[1]))

    def _find_result(self, file: int, index: int, expr: Expr) -> tuple[ObjectKey, ...]:
        """Return the object that a call makes, or that a function of the tree gives."""
        if self.is_chained(file, expr):
            return self.find(file, self._get(file, expr[1])[1])
        functions = list_functions(self._evaluator, file, expr[1])
        if functions or not self._evaluator.value(file, expr[1]):
            return tuple(("result", self._get_item(gid), 0) for gid in functions)
        return (("local", self._get_item(self._program.offsets[file]), index),) if file == self.own else ()

    def is_chained(self, file: int, expr: Expr) -> bool:
        """Return whether a call gives the object whose member it calls: `router.use(…)`."""
        callee = self._get(file, expr[1])
        if callee[0] != ops.ATTR or file != self.own or callee[2].removesuffix(METHOD) not in self.vocabulary.members:
            return False
        names = self.list_known_names(file, expr[1])
        if any(name in self.vocabulary.subrouters for name in names):
            return False
        given = {self.vocabulary.normalize(f"{name}()") for name in names}
        return bool(given) and given == {*self.list_known_classes(file, callee[1])}

    def _find_elements(self, file: int, index: int, depth: int) -> tuple[ObjectKey, ...]:
        """Return the objects of a list that is written out."""
        expr = self._get(file, index)
        if expr[0] == ops.FLOW:
            return self._find_elements(file, expr[2], depth + 1)
        if (parts := list_parts(expr)) is not None:
            return self._join([self.find(file, part, depth + 1) for part in parts])
        return ()

    @staticmethod
    def _join(parts: list[tuple[ObjectKey, ...]]) -> tuple[ObjectKey, ...]:
        return tuple(dict.fromkeys(key for part in parts for key in part)) if all(parts) else ()
