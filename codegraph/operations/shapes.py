"""Methods called by way of an interface that their types implement by shape.

Nothing declares that the types implement it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from itertools import permutations
from typing import NamedTuple

from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind
from codegraph_parsers.languages import load_spec, names
from codegraph_parsers.prelude import load
from codegraph_parsers.semantics import Semantics

CALLABLE = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD))
HOLDERS = frozenset((SymbolKind.CLASS, SymbolKind.INTERFACE))

_SPELLED = re.compile(r"\b(?:\w+?__)*?([a-z0-9]+)__([A-Z]\w*)")
"""Names of packages' types as preludes spell them where they declare them."""

_IMPORTED = re.compile(r"\b__(?=[a-z])")
"""Begins names of packages that preludes take types from."""

Shape = dict[str, tuple[str, ...]]
"""Method → types of its parameters as they are written."""


def _select_languages(symbols: Iterable[SymbolRow], is_wanted: Callable[[Semantics], bool]) -> set[str]:
    """Return the resolved languages of symbols whose semantics a condition holds for."""
    return {each for each in {s.language for s in symbols} & set(names()) if is_wanted(load_spec(each).semantics)}


def _is_structural(semantics: Semantics) -> bool:
    return semantics.types.conformance == "structural"


def match_protocols(symbols: list[SymbolRow]) -> list[tuple[int, int]]:
    """Match methods of interfaces with those of classes that have all of them.

    The result is pairs of methods with the same name.
    """
    shapes = _select_languages(symbols, lambda semantics: semantics.types.conformance == "protocol")
    kinds = {s.node: s.kind for s in symbols if s.language in shapes and s.kind in HOLDERS}
    methods: dict[int, dict[str, int]] = {}
    by_name: dict[str, set[int]] = {}  # name → classes with such a method
    for symbol in symbols:
        if symbol.parent in kinds and symbol.kind is SymbolKind.METHOD:
            methods.setdefault(symbol.parent, {})[symbol.name] = symbol.node
            if kinds[symbol.parent] is SymbolKind.CLASS:
                by_name.setdefault(symbol.name, set()).add(symbol.parent)
    found: list[tuple[int, int]] = []
    for interface, asked in methods.items():
        if kinds[interface] is SymbolKind.INTERFACE:
            classes = set[int].intersection(*(by_name.get(name, set()) for name in asked))
            found += [(asked[name], methods[each][name]) for each in sorted(classes) for name in asked]
    return found


class _Methods(NamedTuple):
    """Types and their methods, by the folder of a package and the name of the type."""

    types: dict[tuple[str, str], int]
    methods: dict[tuple[str, str], dict[str, int]]


def list_library_methods(index: Index, symbols: list[SymbolRow], candidates: list[SymbolRow]) -> list[tuple[int, int]]:
    """List types with candidate methods that an interface of a library requires.

    Only interfaces that preludes declare are known: a value of the type may be passed to code that calls the methods.
    """
    shapes = {language: _list_shapes(load(language)) for language in _select_languages(candidates, _is_structural)}
    if not shapes:
        return []
    known = _collect_methods([s for s in symbols if s.language in shapes])
    found: list[tuple[int, int]] = []
    for symbol in candidates:
        key = _get_owner(symbol)
        if symbol.kind is not SymbolKind.METHOD or symbol.language not in shapes or key not in known.types:
            continue
        beside = known.methods[key]
        fitting = [s for s in shapes[symbol.language] if symbol.name in s and s.keys() <= beside.keys()]
        if fitting:
            types = tuple(_normalize_type(p.type) for p in index.read_details(symbol).parameters)
            if any(shape[symbol.name] == types for shape in fitting):
                found.append((known.types[key], symbol.node))
    return found


def _get_owner(symbol: SymbolRow) -> tuple[str, str]:
    return posixpath.dirname(symbol.path), symbol.qualname.rpartition(".")[0]


def _collect_methods(symbols: list[SymbolRow]) -> _Methods:
    types: dict[tuple[str, str], int] = {}
    methods: dict[tuple[str, str], dict[str, int]] = {}
    for symbol in symbols:
        if symbol.kind is SymbolKind.METHOD:
            methods.setdefault(_get_owner(symbol), {})[symbol.name] = symbol.node
        else:
            types.setdefault((posixpath.dirname(symbol.path), symbol.qualname), symbol.node)
    return _Methods(types, methods)


def _list_shapes(prelude: FileFacts | None) -> list[Shape]:
    """List the methods that interfaces of a prelude require and other packages see."""
    if prelude is None:
        return []
    own: dict[int, Shape] = {}
    for symbol in prelude.symbols:
        if symbol.kind is SymbolKind.METHOD and not symbol.name.startswith("_"):
            own.setdefault(symbol.parent, {})[symbol.name] = tuple(_normalize_type(p.type) for p in symbol.parameters)
    return [
        shape
        for at, shape in own.items()
        if prelude.symbols[at].kind is SymbolKind.INTERFACE and not prelude.type_params.get(at)
    ]


def _normalize_type(type: str) -> str:
    """Return a type as other packages write it."""
    return _IMPORTED.sub("", _SPELLED.sub(r"\1.\2", type)).replace("interface{}", "any")


def list_offered_methods(symbols: list[SymbolRow]) -> list[tuple[int, int]]:
    """Return types with their exported methods, where shapes conform.

    Where the shape of a type is enough to implement an interface, any library may ask for it, and most of their
    interfaces are not known."""
    structural = _select_languages(symbols, _is_structural)
    types = {
        (posixpath.dirname(s.path), s.qualname): s.node
        for s in symbols
        if s.language in structural and s.kind in (SymbolKind.STRUCT, SymbolKind.TYPE)
    }
    return [
        (types[_get_owner(s)], s.node)
        for s in symbols
        if s.kind is SymbolKind.METHOD
        and s.flags & Flag.EXPORTED
        and s.language in structural
        and _get_owner(s) in types
    ]


def match_signatures(symbols: list[SymbolRow]) -> list[tuple[int, int]]:
    """Match the signatures of one function with each other and the body.

    Signatures without a body belong together by name and owner only in languages whose functions are values: there is
    only one function of a name.
    """
    whole = _select_languages(symbols, lambda semantics: semantics.members.is_prototype_based)
    groups: dict[tuple[str, str, int], list[SymbolRow]] = {}
    for symbol in symbols:
        if symbol.language in whole and symbol.kind in CALLABLE:
            groups.setdefault((symbol.path, symbol.qualname, symbol.parent), []).append(symbol)
    bare = Flag.OVERLOAD | Flag.ABSTRACT
    same = (group for group in groups.values() if len(group) > 1 and all(s.flags & bare for s in group[:-1]))
    return [pair for group in same for pair in permutations([s.node for s in group], 2)]
