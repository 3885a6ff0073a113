"""Access paths into another repository, such as `client.Client().send`.

A resolver that cannot see a library says of an external symbol how the code reaches it: names, calls and subscripts
from a package on. Where the library is indexed too, the path is followed in its graph, to symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.manifests.manifest import Package
from codegraph.query.index import Index
from codegraph.query_results import ExternalRow, SymbolRow
from codegraph.workspace.package_managers import MANAGERS
from codegraph.workspace.path_starts import read_namespace
from codegraph_parsers.file_facts import SymbolKind

_STEP: Final = re.compile(r"\.?([A-Za-z_$][\w$]*)|(\(\))|(\[\])")
_CALLED: Final = "()"
_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
_VALUES: Final = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY})
_CALLABLES: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
_MOST_BASES: Final = 10
_MOST_ALIKE: Final = 1_000
_COMPANION: Final = "Companion"
_OWN_TYPE: Final = re.compile(r"(?<![\w$])(?:static|self|Self|\$this|this)\b")
"""A declared result that is the class of the receiver."""

_RECEIVER: Final = re.compile(r"\(\s*this\s+(?:in\s+|ref\s+)?(?:[\w]+\.)*(\w+)")
"""The first parameter of an extension method."""

_STRENGTH: Final = tuple(Resolution)


class Provided(NamedTuple):
    """Symbols of the repository that provides an external, and how that is known.

    There are several where a name is overloaded. Code that sees the namespaces means them."""

    symbols: tuple[SymbolRow, ...]
    resolution: Resolution
    namespaces: frozenset[str] = frozenset()


def choose_weakest(*resolutions: Resolution) -> Resolution:
    """Return the weakest of some resolutions."""
    return max(resolutions, key=_STRENGTH.index)


class AccessPaths:
    """Follows access paths in the index of the repository that provides a package."""

    def __init__(self, index: Index, package: Package) -> None:
        self._index = index
        self._package = package
        self._manager = MANAGERS[package.ecosystem]

    def find(self, external: ExternalRow) -> tuple[Provided, ...]:
        """Return the symbols that an external may mean, by the namespaces that code sees.

        There are none where that is not certain."""
        found: dict[frozenset[str], Provided] = {}
        for start in self._manager.list_starts(self._index, self._package, external.qualname):
            state = Provided(tuple(start.symbols), Resolution.EXACT, start.namespaces)
            for step in _split(start.rest):
                followed = self._follow(state, step)
                if followed is None:
                    break
                state = followed
            else:
                found.setdefault(state.namespaces, state)
                if not state.namespaces:
                    break
        return tuple(found.values())

    # -- steps -----------------------------------------------------------------------------------------------------

    def _follow(self, state: Provided, step: str) -> Provided | None:
        if step == _CALLED:
            results = [self._find_result(symbol) for symbol in state.symbols]
            found = {each.symbols[0].node: each for each in results if each is not None}
            if len(found) != 1 or None in results:
                return None
            (only,) = found.values()
            return _continue(state, only)
        for symbol in state.symbols:
            member = self._find_members(symbol, step)
            if member is not None:
                return _continue(state, member)
        return self._find_extension(state, step)

    def _find_result(self, symbol: SymbolRow) -> Provided | None:
        """Return what a call of a symbol gives: an instance, as its class."""
        if symbol.kind in _TYPES:
            return Provided((symbol,), Resolution.EXACT)
        if symbol.kind is SymbolKind.CONSTRUCTOR:
            return Provided(tuple(self._index.list_symbols([symbol.parent])), Resolution.EXACT)
        if symbol.kind not in _CALLABLES:
            return None
        signature = self._index.read_details(symbol).signature
        declared = _drop_parameters(signature)
        if symbol.parent >= 0 and _OWN_TYPE.search(declared.partition(symbol.name)[2]):
            owner = self._index.list_symbols([symbol.parent])
            return Provided(tuple(owner), Resolution.TYPED) if owner[0].kind in _TYPES else None
        types = [each for each in self._list_types(symbol) if re.search(rf"\b{re.escape(each.name)}\b", declared)]
        return Provided((types[0],), Resolution.TYPED) if len(types) == 1 else None

    def _list_types(self, symbol: SymbolRow) -> list[SymbolRow]:
        edges = self._index.list_outgoing(symbol, (EdgeKind.TYPE_OF,), limit=None).items
        return [edge.target for edge in edges if isinstance(edge.target, SymbolRow)]

    def _find_members(self, symbol: SymbolRow, name: str) -> Provided | None:
        if symbol.kind in _VALUES:
            types = self._list_types(symbol) or self._list_enumerations(symbol)
            found = self._find_members(types[0], name) if len(types) == 1 else None
            return Provided(found.symbols, choose_weakest(found.resolution, Resolution.TYPED)) if found else None
        members = self._index.list_members(symbol)
        own = _select(members, name)
        if own:
            return Provided(own, Resolution.EXACT)
        if self._manager.constructor == name and symbol.kind in _TYPES:
            made = tuple(each for each in members if each.kind is SymbolKind.CONSTRUCTOR)
            return Provided(made or (symbol,), Resolution.EXACT)
        companion = next((each for each in members if each.name == _COMPANION and each.kind in _TYPES), None)
        if companion is not None and (inherited := _select(self._index.list_members(companion), name)):
            return Provided(inherited, Resolution.EXACT)
        if symbol.kind is SymbolKind.MODULE:
            return self._find_exported(symbol, name, seen=set())
        return self._find_inherited(symbol, name)

    def _list_enumerations(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Return the enumeration that a constant is a case of, if it is one."""
        owners = self._index.list_symbols([symbol.parent]) if symbol.kind is SymbolKind.CONSTANT else []
        return [each for each in owners if each.kind is SymbolKind.ENUM]

    def _find_extension(self, state: Provided, name: str) -> Provided | None:
        """Return the extension methods of a type, with their namespace."""
        receivers = {each.name for symbol in state.symbols for each in self._list_linear(symbol) if each.kind in _TYPES}
        found: dict[str, list[SymbolRow]] = {}
        for symbol in self._index.find(name, _MOST_ALIKE) if receivers else ():
            match = _RECEIVER.search(self._index.read_details(symbol).signature) if symbol.name == name else None
            if match is not None and match[1] in receivers:
                found.setdefault(read_namespace(self._index, symbol.path), []).append(symbol)
        if len(found) != 1:
            return None
        ((namespace, symbols),) = found.items()
        needed = state.namespaces | {namespace}
        return Provided(tuple(symbols), choose_weakest(state.resolution, Resolution.TYPED), needed)

    def _list_linear(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Return a type and its ancestors."""
        found, level = {symbol.node: symbol}, [symbol]
        for _ in range(_MOST_BASES):
            level = [base for each in level for base in self._list_bases(each) if base.node not in found]
            found.update((base.node, base) for base in level)
        return list(found.values())

    def _find_inherited(self, symbol: SymbolRow, name: str) -> Provided | None:
        for base in self._list_linear(symbol)[1:]:
            if found := _select(self._index.list_members(base), name):
                return Provided(found, Resolution.EXACT)
        return None

    def _list_bases(self, symbol: SymbolRow) -> list[SymbolRow]:
        edges = self._index.list_outgoing(symbol, (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS), limit=None).items
        return [edge.target for edge in edges if isinstance(edge.target, SymbolRow)]

    def _find_exported(self, module: SymbolRow, name: str, *, seen: set[int]) -> Provided | None:
        """Return what a module hands on under a name.

        The code that uses it works, so one definition in the modules that this one imports whole is the one."""
        seen.add(module.node)
        edges = self._index.list_outgoing(module, (EdgeKind.IMPORTS,), limit=None).items
        targets = [edge.target for edge in edges if isinstance(edge.target, SymbolRow)]
        named = [each for each in targets if _get_import_name(each) == name]
        if named:
            return Provided((named[0],), Resolution.EXACT) if len(named) == 1 else None
        stars = [each for each in targets if each.kind is SymbolKind.MODULE and each.node not in seen]
        found = [
            Provided(own, Resolution.INFERRED) if (own := _select(self._index.list_members(star), name))
            else self._find_exported(star, name, seen=seen)
            for star in stars
        ]  # fmt: skip
        known = [each for each in found if each is not None]
        return Provided(known[0].symbols, Resolution.INFERRED) if len(known) == 1 else None


def _continue(state: Provided, step: Provided) -> Provided:
    """Return where a step leads, as well known as all before it."""
    return state._replace(symbols=step.symbols, resolution=choose_weakest(state.resolution, step.resolution))


def _split(rest: str) -> Iterator[str]:
    """Yield the steps of a path: names, calls and subscripts."""
    for match in _STEP.finditer(rest):
        yield match[1] or match[0]


def _select(symbols: Iterable[SymbolRow], name: str) -> tuple[SymbolRow, ...]:
    return tuple(each for each in symbols if each.name == name)


def _get_import_name(symbol: SymbolRow) -> str:
    """Return the name under which an import without an alias makes a symbol known."""
    if symbol.kind is not SymbolKind.MODULE:
        return symbol.name
    parts = symbol.path.rpartition(".")[0].split("/")
    return parts[-2] if parts[-1] in ("__init__", "index") and len(parts) > 1 else parts[-1]


def _drop_parameters(signature: str) -> str:
    """Return a signature without its parameters: the declared result is in it."""
    depth = 0
    for place, letter in enumerate(signature):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                return f"{signature.partition('(')[0]} {signature[place + 1 :]}"
    return ""
