"""Portable ids: names of exported symbols that hold in every repository.

They follow SCIP's grammar of symbols: a scheme, a package by its manager, name and version, and descriptors of the path
to the symbol. A file of the package is a namespace, so an id is found again without an index of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from codegraph.manifests.manifest import Ecosystem, Manifests, Package, get_folder
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.workspace.package_managers import ECOSYSTEMS, MANAGERS
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.ids import split_suffix

SCHEME: Final = "codegraph"
_EMPTY: Final = "."
_SIMPLE: Final = re.compile(r"[\w+$-]+", re.ASCII)
_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
_CALLED: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
_SEPARATOR: Final = re.compile(r"[^A-Za-z0-9_+$-]+")


def make_portable_id(index: Index, manifests: Manifests, symbol: SymbolRow) -> str:
    """Return the portable id of a symbol, "" for one that no package exports."""
    package = find_package(manifests, symbol)
    hidden = Flag.TEST | Flag.LOCAL | Flag.ANONYMOUS
    if package is None or symbol.flags & hidden or symbol.kind is SymbolKind.ENDPOINT:
        return ""
    chain = list(_list_chain(index, symbol))
    if not all(_is_exported(index, each, package) for each in chain):
        return ""
    return format_symbol_string(package, chain)


def format_symbol_string(package: Package | None, chain: Sequence[SymbolRow]) -> str:
    """Return the string of a symbol in SCIP's grammar.

    `chain` is the symbol and what it is in, outwards. Without a package the path is that in the repository."""
    symbol = chain[0]
    folder = get_folder(package.manifest) if package is not None else ""
    inside = symbol.path.removeprefix(f"{folder}/" if folder else "")
    parts = [f"{escape_name(part)}/" for part in inside.split("/")]
    inner = [each for each in reversed(chain) if each.kind is not SymbolKind.MODULE or each.qualname]
    owners = symbol.qualname.split(".")[: -len(inner)] if inner else []  # types that stand elsewhere than their methods
    parts += (f"{escape_name(owner)}#" for owner in owners)
    parts += map(_describe, inner)
    manager = MANAGERS[package.ecosystem].name if package is not None else ""
    fields = (
        SCHEME,
        manager,
        package.name if package is not None else "",
        package.version if package is not None else "",
    )
    return " ".join([*(field.replace(" ", "  ") or _EMPTY for field in fields), "".join(parts)])


def find_package(manifests: Manifests, symbol: SymbolRow) -> Package | None:
    """Return the package of a symbol: that of the nearest manifest above."""
    ecosystem = ECOSYSTEMS.get(symbol.language)
    around = [
        package
        for package in manifests.packages
        if package.ecosystem is ecosystem and symbol.path.startswith(_get_prefix(package))
    ]
    return max(around, key=lambda package: len(_get_prefix(package)), default=None)


def _is_exported(index: Index, symbol: SymbolRow, package: Package) -> bool:
    """Return whether others may use a symbol, whose owner they may use."""
    if symbol.flags & Flag.EXPORTED or symbol.kind is SymbolKind.MODULE:
        return True
    if package.ecosystem is Ecosystem.NPM and "." not in symbol.qualname:
        return False  # an export says so
    return MANAGERS[package.ecosystem].exports_all and index.read_details(symbol).visibility == "public"


def _get_prefix(package: Package) -> str:
    folder = get_folder(package.manifest)
    return f"{folder}/" if folder else ""


def _list_chain(index: Index, symbol: SymbolRow) -> Iterator[SymbolRow]:
    """Yield a symbol and what it is in, outwards."""
    at: SymbolRow | None = symbol
    while at is not None:
        yield at
        at = next(iter(index.list_symbols([at.parent])), None) if at.parent >= 0 else None


def _describe(symbol: SymbolRow) -> str:
    """Return the descriptor of a symbol: `Amount#`, `add().`, `LIMIT.`"""
    name = escape_name(symbol.name)
    if symbol.kind in _TYPES:
        return f"{name}#"
    if symbol.kind is SymbolKind.MODULE:
        return f"{name}/"
    if symbol.kind is SymbolKind.MACRO:
        return f"{name}!"
    if symbol.kind in _CALLED:
        overload = split_suffix(symbol.id.rpartition("::")[2])[1]
        return f"{name}({_SEPARATOR.sub('_', overload).strip('_')})."
    return f"{name}."


def escape_name(name: str) -> str:
    """Return a name as a descriptor has it: in backticks unless it is simple."""
    return name if _SIMPLE.fullmatch(name) else f"`{name.replace('`', '``')}`"
