"""Starts of access paths, one function for each package manager."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.manifests.manifest import Package, get_folder, join_path
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import SymbolKind

NAMESPACE: Final = "namespace "
"""Begins the signature of a module whose file declares a namespace."""

_ENTRIES: Final = tuple(
    f"{folder}index.{suffix}" for folder in ("", "src/", "lib/") for suffix in ("ts", "tsx", "mts", "js", "mjs", "jsx")
)
_JVM_SUFFIXES: Final = ("java", "kt", "scala", "groovy")
_FACADE: Final = "Kt"
"""Ends the name of the class that holds what a file of Kotlin declares outside classes."""

_SEPARATORS: Final = re.compile(r"[.(\[]")
_MOST_ALIKE: Final = 1_000
_STATIC: Final = re.compile(r"\bstatic\b")


class Start(NamedTuple):
    """Symbols that a path may begin with, and the rest of the path.

    A file that has the path must see the namespaces."""

    symbols: Sequence[SymbolRow]
    rest: str
    namespaces: frozenset[str] = frozenset()


Starts = Callable[[Index, Package, str], Iterator[Start]]


def list_python_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield the modules that a path may begin with."""
    for names, rest in _split_heads(qualname):
        if (module := _find_python_module(index, package, names)) is not None:
            yield Start([module], rest)


def list_npm_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield the module that a package begins with."""
    rest = qualname.removeprefix(package.name)
    if rest == qualname or (rest and rest[0] not in ".(["):
        return
    for entry in _ENTRIES:
        path = join_path(get_folder(package.manifest), entry)
        if path in index.find_paths_named((path.rpartition("/")[2],)):
            yield Start([_get_module(index, path)], rest)
            return


def list_go_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield what the folder of a Go package declares under the first name."""
    if not qualname.startswith(package.name):
        return
    inner, separator, rest = qualname[len(package.name) :].rpartition("/")
    last, dot, names = rest.partition(".")
    folder = join_path(get_folder(package.manifest), f"{inner}{separator}{last}")
    prefix = f"{folder}/" if folder else ""
    rows = index.list_files(language="go", prefix=prefix, limit=None).items
    modules = [_get_module(index, row.path) for row in rows if "/" not in row.path[len(prefix) :]]
    name = _SEPARATORS.split(names)[0]
    members = [m for module in modules for m in index.list_members(module)]
    if dot and (named := [m for m in members if m.name == name and m.parent >= 0]):
        yield Start(named, names[len(name) :])


def list_jvm_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield classes and functions that a path may begin with.

    A class stands in a file of its name, or as a function does in any file of the folder of its package. Java names
    what Kotlin declares outside classes through a class of the file."""
    above = get_folder(package.manifest)
    for names, rest in _split_heads(qualname):
        name, folder = names[-1], "/".join(names[:-1])
        if not folder:
            continue
        if name.endswith(_FACADE):
            found = index.find_paths_named((f"{name.removesuffix(_FACADE)}.kt",))
            yield from (Start([_get_module(index, path)], rest) for path in found
                        if path.startswith(above) and get_folder(path).endswith(folder))  # fmt: skip
        paths = index.find_paths_named(tuple(f"{name}.{suffix}" for suffix in _JVM_SUFFIXES))
        own = [path for path in paths if path.startswith(above) and get_folder(path).endswith(folder)]
        symbols = [symbol for path in own or _list_kotlin_files(index, above, folder)
                   for symbol in index.list_file_symbols(path)[1:] if _is_declared_as(index, symbol, name)]  # fmt: skip
        if symbols:
            yield Start(symbols, rest)


def list_crate_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield the root module of a crate."""
    rest = qualname.removeprefix(package.name.replace("-", "_"))
    root = join_path(get_folder(package.manifest), "src/lib.rs")
    if rest != qualname and rest[:2] in ("", "::") and root in index.find_paths_named(("lib.rs",)):
        yield Start([_get_module(index, root)], rest.replace("::", "."))


def list_composer_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield what stands in a namespace of PHP under the full name."""
    full = _SEPARATORS.split(qualname)[0]
    namespace, _, name = full.rpartition("\\")
    found = [s for s in _find_named(index, package, name) if read_namespace(index, s.path) == namespace]
    if found:
        yield Start(found, qualname[len(full) :])


def list_nuget_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield the types of a name, and static methods that are named alone.

    Code of C# names a type alone, and its file says of which namespaces it may be."""
    for names, rest in _split_heads(qualname):
        *spaces, name = names
        found: dict[str, list[SymbolRow]] = {}
        for symbol in _find_named(index, package, name):
            if symbol.parent >= 0 and index.read_details(symbol).visibility == "public":
                found.setdefault(read_namespace(index, symbol.path), []).append(symbol)
        for namespace, symbols in found.items():
            if not spaces or namespace == ".".join(spaces):
                yield Start(symbols, rest, frozenset() if spaces else frozenset((namespace,)))
    name = _SEPARATORS.split(qualname)[0]
    for symbol in index.find(name, _MOST_ALIKE):
        owner, _, last = symbol.qualname.rpartition(".")
        details = index.read_details(symbol)
        if last == name and owner and details.visibility == "public" and _STATIC.search(details.signature):
            namespace = f"{read_namespace(index, symbol.path)}.{owner}"
            yield Start([symbol], qualname[len(name) :], frozenset((namespace,)))


def list_gem_starts(index: Index, package: Package, qualname: str) -> Iterator[Start]:
    """Yield the parts of a module or class of a gem, the longest name first."""
    for names, rest in _split_heads(qualname):
        if names[-1][:1].isupper() and (found := _find_named(index, package, ".".join(names))):
            yield Start(found, rest)


def read_namespace(index: Index, path: str) -> str:
    """Return the namespace that a file declares, "" for none."""
    signature = index.read_details(_get_module(index, path)).signature
    return signature.removeprefix(NAMESPACE) if signature.startswith(NAMESPACE) else ""


def _split_heads(qualname: str) -> Iterator[tuple[list[str], str]]:
    """Yield the leading names of a path and its rest, the longest head first."""
    names = _SEPARATORS.split(qualname)
    for count in range(len(names), 0, -1):
        head = ".".join(names[:count])
        if qualname.startswith(head) and all(names[:count]):
            yield names[:count], qualname[len(head) :]


def _find_named(index: Index, package: Package, qualname: str) -> list[SymbolRow]:
    """Return the symbols of a package by their name within a file."""
    folder = get_folder(package.manifest)
    prefix = f"{folder}/" if folder else ""
    found = index.find(qualname, _MOST_ALIKE)
    return [symbol for symbol in found if symbol.qualname == qualname and symbol.path.startswith(prefix)]


def _is_declared_as(index: Index, symbol: SymbolRow, name: str) -> bool:
    """Return whether a symbol is known by a name outside classes, as an extension is."""
    if symbol.name != name:
        return False
    return symbol.qualname == name or index.list_symbols([symbol.parent])[0].kind is SymbolKind.MODULE


def _list_kotlin_files(index: Index, above: str, folder: str) -> list[str]:
    """Return the files of Kotlin in a folder that a package names."""
    rows = index.list_files(language="kotlin", prefix=above, limit=None).items
    return [row.path for row in rows if f"/{get_folder(row.path)}".endswith(f"/{folder}")]


def _find_python_module(index: Index, package: Package, names: Sequence[str]) -> SymbolRow | None:
    """Return the module of a dotted name.

    Of several it is that of the shortest path, if there is one such."""
    inside, folder = "/".join(names), get_folder(package.manifest)
    wanted = (f"{inside}.py", f"{inside}/__init__.py", f"{inside}.pyi")
    ends = tuple(each.rpartition("/")[2] for each in wanted)
    paths = [
        path
        for path in index.find_paths_named(ends)
        if any(path == each or path.endswith(f"/{each}") for each in wanted) and path.startswith(folder)
    ]
    shortest = [path for path in paths if path.count("/") == min(each.count("/") for each in paths)]
    return _get_module(index, shortest[0]) if len(shortest) == 1 else None


def _get_module(index: Index, path: str) -> SymbolRow:
    return index.list_file_symbols(path)[0]
