"""The graph as documents of SCIP: definitions and references by place.

SCIP is the Semantic Code Intelligence Protocol, whose schema is scip.proto. A symbol bears the same string in every
index of its package.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final

from codegraph.graph_model import EdgeKind
from codegraph.manifests.manifest import Manifests, Package
from codegraph.operations.occurrences import NAMING, Span, find_definition_span, find_likely_spans
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, ExternalRow, Node, SymbolRow
from codegraph.workspace.index_manifests import read_index_manifests
from codegraph.workspace.portable_ids import SCHEME, escape_name, find_package, format_symbol_string
from codegraph_parsers.file_facts import SymbolKind

IMPLEMENTING: Final = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES)


class Role(IntFlag):
    """Roles of an occurrence, with the bits of scip.proto."""

    REFERENCE = 0
    DEFINITION = 1
    IMPORT = 2
    TEST = 32


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place of a symbol: a 0-based line, and characters from `start` to `end`."""

    line: int
    start: int
    end: int
    symbol: str
    roles: Role


@dataclass(frozen=True, slots=True)
class SymbolInformation:
    """A definition: `documentation` is Markdown, `implements` are strings of symbols."""

    symbol: str
    kind: SymbolKind
    name: str
    documentation: tuple[str, ...]
    enclosing: str
    implements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """Definitions and occurrences of one file."""

    path: str
    language: str
    symbols: list[SymbolInformation] = field(default_factory=list[SymbolInformation])
    occurrences: list[Occurrence] = field(default_factory=list[Occurrence])


@dataclass(frozen=True, slots=True)
class _Use:
    """A line on which a symbol is used."""

    line: int
    target: Node
    is_import: bool


def _order_use(use: _Use) -> tuple[int, bool, int]:
    """Return a key by which a module comes after what it may share its name with."""
    is_module = isinstance(use.target, SymbolRow) and use.target.kind is SymbolKind.MODULE
    return use.line, is_module, use.target.node


def iterate_documents(index: Index) -> Iterator[Document]:
    """Yield a document for each file that has symbols, in the order of paths."""
    return _Exporter(index, read_index_manifests(index)).run()


class _Exporter:
    def __init__(self, index: Index, manifests: Manifests) -> None:
        self._index, self._manifests = index, manifests
        self._rows: dict[int, SymbolRow] = {}
        self._strings: dict[int, str] = {}
        self._packages: dict[str, Package | None] = {}
        self._uses: defaultdict[str, list[_Use]] = defaultdict(list)
        self._above: defaultdict[int, list[Node]] = defaultdict(list)

    def run(self) -> Iterator[Document]:
        files: defaultdict[str, list[SymbolRow]] = defaultdict(list)
        for row in self._index.iterate_all_symbols():
            self._rows[row.node] = row
            if row.kind is not SymbolKind.ENDPOINT:
                files[row.path].append(row)
        for edge in self._index.iterate_edges():
            self._note(edge)
        for path in sorted(files):
            yield self._build_document(path, files[path])

    def _note(self, edge: EdgeRow) -> None:
        source = edge.source
        if not isinstance(source, SymbolRow) or source.kind is SymbolKind.ENDPOINT:
            return
        if edge.kind in IMPLEMENTING:
            self._above[source.node].append(edge.target)
        if edge.kind in NAMING and not (isinstance(edge.target, SymbolRow) and edge.target.kind is SymbolKind.ENDPOINT):
            is_import = edge.kind is EdgeKind.IMPORTS
            self._uses[source.path] += [_Use(line, edge.target, is_import) for line in edge.lines]

    def _build_document(self, path: str, rows: Sequence[SymbolRow]) -> Document:
        lines = self._index.read_text_lines(path)
        document = Document(path, rows[0].language)
        taken: set[tuple[int, int]] = set()
        for row in rows:
            document.symbols.append(self._describe(row))
            place = find_definition_span(lines, row)
            if place is not None:
                taken.add((place.line, place.start))
                roles = Role.DEFINITION | (Role.TEST if row.is_test else Role.REFERENCE)
                document.occurrences.append(
                    Occurrence(place.line, place.start, place.end, self._name(row), roles)
                )  # fmt: skip
        uses = {(use.line, use.target.node): use for use in self._uses[path]}
        for use in sorted(uses.values(), key=_order_use):
            roles = Role.IMPORT if use.is_import else Role.REFERENCE
            target, places = self._find_places(lines, use)
            for place in places:
                if (place.line, place.start) not in taken:
                    taken.add((place.line, place.start))
                    document.occurrences.append(
                        Occurrence(place.line, place.start, place.end, self._name(target), roles)
                    )
        document.occurrences.sort(key=lambda each: (each.line, each.start))
        return document

    def _find_places(self, lines: Sequence[str], use: _Use) -> tuple[Node, list[Span]]:
        """Return the symbol that a line names, and where.

        A call of a constructor mostly names its class, which is the symbol then."""
        target = use.target
        places = find_likely_spans(lines, use.line, target.name, target)
        if not places and isinstance(target, SymbolRow) and target.kind is SymbolKind.CONSTRUCTOR:
            target = self._rows.get(target.parent, target)
            places = find_likely_spans(lines, use.line, target.name, target)
        return target, places

    def _describe(self, row: SymbolRow) -> SymbolInformation:
        details = self._index.read_details(row)
        texts = (f"```{row.language}\n{details.signature}\n```" if details.signature else "", details.doc)
        parent = self._rows.get(row.parent)
        return SymbolInformation(
            self._name(row), row.kind, row.name, tuple(filter(None, texts)), self._name(parent) if parent else "",
            tuple(dict.fromkeys(map(self._name, self._above[row.node]))),
        )  # fmt: skip

    def _name(self, node: Node) -> str:
        if node.node not in self._strings:
            is_external = isinstance(node, ExternalRow)
            self._strings[node.node] = _format_external(node) if is_external else self._format_own(node)
        return self._strings[node.node]

    def _format_own(self, row: SymbolRow) -> str:
        if row.path not in self._packages:
            self._packages[row.path] = find_package(self._manifests, row)
        chain, at = [], row
        while at is not None:
            chain.append(at)
            at = self._rows.get(at.parent)
        return format_symbol_string(self._packages[row.path], chain)


def _format_external(row: ExternalRow) -> str:
    """Return the string of a library's symbol, whose version and kind are not known."""
    parts = re.split(r"::|[./]", row.qualname)
    descriptors = "".join(f"{escape_name(part)}/" for part in parts[:-1] if part) + f"{escape_name(parts[-1])}."
    return f"{SCHEME} . {(row.package or '.').replace(' ', '  ')} . {descriptors}"
