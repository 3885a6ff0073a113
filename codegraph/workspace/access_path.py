"""Access paths into another repository, such as `client.Client().send`.

A resolver that cannot see a library says of an external symbol how the code reaches it: names, calls and subscripts
from a package on. Where the library is indexed too, the path is followed in its graph, to symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.answers import ExternalRow, SymbolRow
from codegraph.index import Index
from codegraph.manifests.model import Ecosystem, Package, get_folder, join_path
from codegraph.model import EdgeKind, Resolution
from codegraph_parsers.facts import SymbolKind

ECOSYSTEMS: Final = {
    "python": Ecosystem.PYTHON, "javascript": Ecosystem.NPM, "typescript": Ecosystem.NPM, "tsx": Ecosystem.NPM,
    "vue": Ecosystem.NPM, "svelte": Ecosystem.NPM, "astro": Ecosystem.NPM, "go": Ecosystem.GO,
    "java": Ecosystem.JVM, "kotlin": Ecosystem.JVM, "rust": Ecosystem.CARGO,
}  # fmt: skip
"""Languages whose packages are found, by the world of their names."""

_STEP: Final = re.compile(r"\.?([A-Za-z_$][\w$]*)|(\(\))|(\[\])")
_CALLED: Final = "()"
_ENTRIES: Final = tuple(
    f"{folder}index.{suffix}" for folder in ("", "src/", "lib/") for suffix in ("ts", "tsx", "mts", "js", "mjs", "jsx")
)
_JVM_SUFFIXES: Final = ("java", "kt", "scala", "groovy")
_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
_VALUES: Final = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY})
_CALLABLES: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
_MOST_BASES: Final = 10
_STRENGTH: Final = tuple(Resolution)


class Provided(NamedTuple):
    """Symbols of the repository that provides an external, and how that is known.

    There are several where a name is overloaded."""

    symbols: tuple[SymbolRow, ...]
    resolution: Resolution


def choose_weakest(*resolutions: Resolution) -> Resolution:
    """Return the weakest of some resolutions."""
    return max(resolutions, key=_STRENGTH.index)


class AccessPaths:
    """Follows access paths in the index of the repository that provides a package."""

    def __init__(self, index: Index, package: Package) -> None:
        self._index = index
        self._package = package
        self._folder = get_folder(package.manifest)

    def find(self, external: ExternalRow) -> Provided | None:
        """Return the symbols that an external means, None where that is not certain."""
        for start, rest in self._list_starts(external.qualname):
            state = Provided(tuple(start), Resolution.EXACT)
            for step in _split(rest):
                found = self._follow(state, step)
                if found is None:
                    break
                state = found
            else:
                return state
        return None

    # -- where a path begins ---------------------------------------------------------------------------------------

    def _list_starts(self, qualname: str) -> Iterator[tuple[Sequence[SymbolRow], str]]:
        """Yield what a path may begin with, and the rest of the path."""
        if self._package.ecosystem is Ecosystem.PYTHON:
            names = re.split(r"[.(\[]", qualname)
            for count in range(len(names), 0, -1):
                head = ".".join(names[:count])
                if qualname.startswith(head) and (module := self._find_python_module(names[:count])) is not None:
                    yield [module], qualname[len(head) :]
        elif self._package.ecosystem is Ecosystem.NPM and qualname.startswith(self._package.name):
            rest = qualname[len(self._package.name) :]
            if not rest or rest[0] in ".([":
                yield from (([module], rest) for module in self._list_npm_entries())
        elif self._package.ecosystem is Ecosystem.GO and qualname.startswith(self._package.name):
            inner, separator, rest = qualname[len(self._package.name) :].rpartition("/")
            last, dot, names = rest.partition(".")
            folder = join_path(self._folder, f"{inner}{separator}{last}")
            members = [m for module in self._list_modules_in(folder) for m in self._index.list_members(module)]
            name = re.split(r"[.(\[]", names)[0]
            if dot and (named := [m for m in members if m.name == name and m.parent >= 0]):
                yield named, names[len(name) :]
        elif self._package.ecosystem is Ecosystem.JVM:
            yield from self._list_jvm_starts(qualname)
        elif self._package.ecosystem is Ecosystem.CARGO:
            yield from self._list_crate_starts(qualname)

    def _list_jvm_starts(self, qualname: str) -> Iterator[tuple[Sequence[SymbolRow], str]]:
        """Yield classes and functions that a path may begin with, and the rest.

        A class stands in a file of its name, or as a function does in any file of the folder of its package."""
        names = re.split(r"[.(\[]", qualname)
        for count in range(len(names), 1, -1):
            head, name = ".".join(names[:count]), names[count - 1]
            if not qualname.startswith(head):
                continue
            folder = "/".join(names[: count - 1])
            paths = self._index.find_paths_named(tuple(f"{name}.{suffix}" for suffix in _JVM_SUFFIXES))
            inside = [path for path in paths if path.startswith(self._folder)]
            own = [path for path in inside if get_folder(path).endswith(folder)] or self._list_jvm_files(folder)
            found = [symbol for path in own for symbol in self._index.list_file_symbols(path)[1:]
                     if symbol.name == name and symbol.qualname == name]  # fmt: skip
            if found:
                yield found, qualname[len(head) :]

    def _list_jvm_files(self, folder: str) -> list[str]:
        """Return the files of Kotlin in a folder that a package names."""
        rows = self._index.list_files(language="kotlin", prefix=self._folder, limit=None).items
        return [row.path for row in rows if f"/{get_folder(row.path)}".endswith(f"/{folder}")]

    def _list_crate_starts(self, qualname: str) -> Iterator[tuple[Sequence[SymbolRow], str]]:
        """Yield the root module of a crate that a path begins with, and the rest."""
        crate = self._package.name.replace("-", "_")
        rest = qualname.removeprefix(crate)
        root = join_path(self._folder, "src/lib.rs")
        if rest != qualname and rest[:2] in ("", "::") and root in self._index.find_paths_named(("lib.rs",)):
            yield [self._get_module(root)], rest.replace("::", ".")

    def _find_python_module(self, names: Sequence[str]) -> SymbolRow | None:
        """Return the module of a dotted name.

        Of several it is that of the shortest path, if there is one such."""
        inside = "/".join(names)
        wanted = (f"{inside}.py", f"{inside}/__init__.py", f"{inside}.pyi")
        ends = tuple(each.rpartition("/")[2] for each in wanted)
        paths = [
            path
            for path in self._index.find_paths_named(ends)
            if any(path == each or path.endswith(f"/{each}") for each in wanted) and path.startswith(self._folder)
        ]
        shortest = [path for path in paths if path.count("/") == min(each.count("/") for each in paths)]
        return self._get_module(shortest[0]) if len(shortest) == 1 else None

    def _list_npm_entries(self) -> Iterator[SymbolRow]:
        """Yield the module that a package begins with."""
        for entry in _ENTRIES:
            path = join_path(self._folder, entry)
            if path in self._index.find_paths_named((path.rpartition("/")[2],)):
                yield self._get_module(path)
                return

    def _list_modules_in(self, folder: str) -> list[SymbolRow]:
        prefix = f"{folder}/" if folder else ""
        rows = self._index.list_files(language="go", prefix=prefix, limit=None).items
        return [self._get_module(row.path) for row in rows if "/" not in row.path[len(prefix) :]]

    def _get_module(self, path: str) -> SymbolRow:
        return self._index.list_file_symbols(path)[0]

    # -- steps -----------------------------------------------------------------------------------------------------

    def _follow(self, state: Provided, step: str) -> Provided | None:
        if step == _CALLED:
            results = [self._find_result(symbol) for symbol in state.symbols]
            found = {each.symbols[0].node: each for each in results if each is not None}
            if len(found) != 1 or None in results:
                return None
            (only,) = found.values()
            return Provided(only.symbols, choose_weakest(state.resolution, only.resolution))
        for symbol in state.symbols:
            found = self._find_members(symbol, step)
            if found is not None:
                return Provided(found.symbols, choose_weakest(state.resolution, found.resolution))
        return None

    def _find_result(self, symbol: SymbolRow) -> Provided | None:
        """Return what a call of a symbol gives: an instance, as its class."""
        if symbol.kind in _TYPES:
            return Provided((symbol,), Resolution.EXACT)
        if symbol.kind not in _CALLABLES:
            return None
        declared = _drop_parameters(self._index.read_details(symbol).signature)
        types = [each for each in self._list_types(symbol) if re.search(rf"\b{re.escape(each.name)}\b", declared)]
        return Provided((types[0],), Resolution.TYPED) if len(types) == 1 else None

    def _list_types(self, symbol: SymbolRow) -> list[SymbolRow]:
        edges = self._index.list_outgoing(symbol, (EdgeKind.TYPE_OF,), limit=None).items
        return [edge.target for edge in edges if isinstance(edge.target, SymbolRow)]

    def _find_members(self, symbol: SymbolRow, name: str) -> Provided | None:
        if symbol.kind in _VALUES:
            types = self._list_types(symbol)
            found = self._find_members(types[0], name) if len(types) == 1 else None
            return Provided(found.symbols, choose_weakest(found.resolution, Resolution.TYPED)) if found else None
        own = _select(self._index.list_members(symbol), name)
        if own:
            return Provided(own, Resolution.EXACT)
        if symbol.kind is SymbolKind.MODULE:
            return self._find_exported(symbol, name, seen=set())
        return self._find_inherited(symbol, name)

    def _find_inherited(self, symbol: SymbolRow, name: str) -> Provided | None:
        level, seen = [symbol], {symbol.node}
        for _ in range(_MOST_BASES):
            level = [base for each in level for base in self._list_bases(each) if base.node not in seen]
            seen.update(base.node for base in level)
            for base in level:
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
