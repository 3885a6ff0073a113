"""The sample repositories and their tables of expectations.

A row counts only when every language it names has a folder under `codegraph_parsers/lang/`; that is computed here, so a
new language brings its rows to life without a change anywhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from codegraph.graph_model import EdgeKind, Graph, Resolution
from codegraph_parsers import extract, languages
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile, Symbol, SymbolKind

ROOT = Path(__file__).resolve().parents[2] / "sample_repos"
CLASSES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM})

CALLABLES = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})


class SymbolRow(NamedTuple):
    sample: str
    id: str
    kinds: frozenset[SymbolKind]
    test: bool


class EdgeRow(NamedTuple):
    sample: str
    source: str
    target: str
    kinds: frozenset[EdgeKind]
    resolutions: frozenset[Resolution]
    why: str


class AbsentRow(NamedTuple):
    sample: str
    source: str
    target: str  # an id, or a bare name
    why: str


@dataclass(frozen=True, slots=True)
class Table:
    symbols: tuple[SymbolRow, ...]
    edges: tuple[EdgeRow, ...]
    absent: tuple[AbsentRow, ...]


def names() -> list[str]:
    return sorted(p.parent.name for p in ROOT.glob("*/expected.toml"))


def _several(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]


@cache
def table(sample: str) -> Table:
    """Every row of a sample's `expected.toml`, whatever languages are known."""
    with (ROOT / sample / "expected.toml").open("rb") as file:
        raw = tomllib.load(file)
    certain = [r.value for r in Resolution if r is not Resolution.HEURISTIC]
    return Table(
        tuple(
            SymbolRow(sample, r["id"], frozenset(map(SymbolKind, _several(r["kind"]))), r.get("test", False))
            for r in raw["symbol"]
        ),
        tuple(
            EdgeRow(
                sample,
                r["from"],
                r["to"],
                frozenset(map(EdgeKind, _several(r["kind"]))),
                frozenset(map(Resolution, _several(r.get("resolution", certain)))),
                r.get("why", ""),
            )
            for r in raw["edge"]
        ),
        tuple(AbsentRow(sample, r["from"], r["to"], r["why"]) for r in raw["absent"]),
    )


def spoken(sample: str, *ids: str) -> bool:
    """Is every file that `ids` name in a language that can be parsed? Bare names and folders say nothing."""
    paths = [name.partition("::")[0] for name in ids if "::" in name or PurePosixPath(name).suffix]
    return all(languages.detect(path, (ROOT / sample / path).read_bytes()[:512]) for path in paths)


def sources(sample: str) -> Iterator[SourceFile]:
    root = ROOT / sample
    for path in sorted(p for p in root.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        content = path.read_bytes()
        name = path.relative_to(root).as_posix()
        language = languages.detect(name, content[:512])
        if language is not None:
            yield SourceFile(name, content, language, digest=name)


@cache
def facts(sample: str) -> tuple[FileFacts, ...]:
    return tuple(map(extract.parse, sources(sample)))


def manifests(sample: str) -> dict[str, str]:
    """Text of every file that an import rule reads, by path."""
    root = ROOT / sample
    return {p.relative_to(root).as_posix(): p.read_text() for p in root.rglob("*") if languages.is_manifest(p.name)}


def dotted(qualname: str) -> str:
    return qualname.replace("::", ".").replace("<locals>.", "")


def find(file: FileFacts, name: str) -> list[int]:
    """Indices of the symbols that `Qualified.name` or `Qualified.name(type, type)` means in a file.

    Outer parts may be left out only where no symbol has the name as its whole qualified name."""
    wanted, bracket, types = name.partition("(")
    types = types.removesuffix(")").replace(" ", "")
    whole: list[int] = []
    partly: list[int] = []
    for i, symbol in enumerate(file.symbols):
        if symbol.flags & Flag.ANONYMOUS or (bracket and not _takes(symbol, types)):
            continue
        own = _names(file, symbol)
        if wanted in own:
            whole.append(i)
        elif any(each.endswith("." + wanted) for each in own):
            partly.append(i)
    return whole or partly


def _names(file: FileFacts, symbol: Symbol) -> set[str]:
    """Dotted qualified name; a constructor also answers to that of its class and its own name."""
    names = {dotted(symbol.qualname)}
    if symbol.kind is SymbolKind.CONSTRUCTOR and symbol.parent >= 0:
        holder = file.symbols[symbol.parent]
        if holder.kind in CLASSES:
            names |= {f"{dotted(holder.qualname)}.{symbol.name}", f"{dotted(holder.qualname)}.{holder.name}"}
    return names


def _takes(symbol: Symbol, types: str) -> bool:
    return symbol.kind in CALLABLES and ",".join(p.type for p in symbol.parameters).replace(" ", "") == types


class Answers:
    """A resolved sample, asked by the names its table uses."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.classes = {
            dotted(symbol.qualname): graph.offsets[i] + j
            for i, file in enumerate(graph.files)
            for j, symbol in enumerate(file.symbols)
            if symbol.kind in CLASSES
        }

    def find(self, name: str) -> set[int]:
        """Graph ids of a `path::Qualified.name`."""
        path, _, qualname = name.partition("::")
        graph = self.graph
        i = next((i for i, file in enumerate(graph.files) if file.path == path), None)
        if i is None:
            return set()
        return {graph.offsets[i] + j for j in find(graph.files[i], qualname)}

    def called(self, name: str) -> set[int]:
        """Graph ids of every non-anonymous symbol of a bare name."""
        graph = self.graph
        return {
            graph.offsets[i] + j
            for i, file in enumerate(graph.files)
            for j, symbol in enumerate(file.symbols)
            if symbol.name == name and not symbol.flags & Flag.ANONYMOUS
        }

    def canonical(self, gid: int) -> int:
        """A constructor's class; everything else is itself."""
        if gid < 0:
            return gid
        file, symbol = self.graph.get_symbol(gid)
        if symbol.kind is not SymbolKind.CONSTRUCTOR:
            return gid
        if symbol.parent >= 0 and file.symbols[symbol.parent].kind in CLASSES:
            return self.graph.offsets[self.graph.files.index(file)] + symbol.parent
        return self.classes.get(dotted(symbol.qualname).rpartition(".")[0], gid)

    def inside(self, gid: int, outer: set[int]) -> bool:
        """Is `gid` defined within one of `outer`?"""
        file, symbol = self.graph.get_symbol(gid)
        start = gid - file.symbols.index(symbol)
        while symbol.parent >= 0:
            if start + symbol.parent in outer:
                return True
            symbol = file.symbols[symbol.parent]
        return False

    def edges(self, row: EdgeRow) -> list[Resolution]:
        """Return the resolution of each edge that agrees with a row's ends and kinds."""
        if EdgeKind.IMPORTS in row.kinds:
            return [e.resolution for e in self._imports(row.source, row.target)]
        start, ends = self.find(row.source), {self.canonical(g) for g in self.find(row.target)}
        return [
            e.resolution
            for e in self.graph.edges
            if e.kind in row.kinds and e.source in start and self.canonical(e.target) in ends
        ]

    def _imports(self, source: str, target: str):
        for e in self.graph.edges:
            if e.kind is EdgeKind.IMPORTS and e.source >= 0 and e.target >= 0:
                path = self.graph.get_symbol(e.target)[0].path
                if self.graph.get_symbol(e.source)[0].path == source and (
                    path == target or str(PurePosixPath(path).parent) + "/" == target
                ):
                    yield e

    def forbidden(self, row: AbsentRow) -> list[str]:
        """List edges that a row forbids: from its source to the symbol, or to its bare name."""
        start = self.find(row.source)
        ends = self.find(row.target) if "::" in row.target else self.called(row.target)
        return [
            f"{e.kind} {e.resolution} at {list(e.lines)} -> {self.describe(e.target)}"
            for e in self.graph.edges
            if e.source in start
            and e.target in ends
            and e.kind is not EdgeKind.CONTAINS
            and not self.inside(e.target, start)
        ]

    def describe(self, gid: int) -> str:
        if gid < 0:
            return self.graph.externals[-1 - gid].qualname
        file, symbol = self.graph.get_symbol(gid)
        return f"{file.path}::{symbol.qualname}"

    def outgoing(self, name: str) -> str:
        """Every edge from a symbol, for the message of a failed test."""
        start = self.find(name)
        told: Sequence[str] = [
            f"  {e.kind} {e.resolution} {self.describe(e.target)}" for e in self.graph.edges if e.source in start
        ]
        return "\n".join(told) or "  nothing"
