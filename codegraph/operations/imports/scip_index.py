"""Edges between symbols of an index, read from an index in SCIP.

A definition is matched by its place: SCIP has the range of the name, and so has the graph. So symbols need not be named
alike. What a place refers to follows from the definition of its symbol; whether it is a call, from the text behind it.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from codegraph.errors import InvalidError
from codegraph.graph_model import EdgeKind
from codegraph.operations.imports.answers import DocumentStatus, LeftDocument
from codegraph.operations.occurrences import find_definition_span
from codegraph.operations.scip import IMPLEMENTING, Role
from codegraph.operations.scip_messages import CODE_POINTS, UTF8, load_messages
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.store.imported_edges import Document, FoundEdge
from codegraph_parsers.file_facts import SymbolKind

TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
FUNCTIONS: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
SCOPES: Final = TYPES | FUNCTIONS | {SymbolKind.MODULE, SymbolKind.PROPERTY}
"""Kinds of symbols that contain references."""

_LOCAL: Final = "local "
_OPEN: Final = re.compile(r"\s*!?\(")
_MODULE_ENDS: Final = ("/", ":")
"""Ends of modules, which are defined by the empty range at the start of their file; elsewhere they are of others."""

_IGNORED: Final = (")", "]")
"""Ends of parameters and type parameters, which the graph does not have."""


@dataclass(slots=True)
class ScipEdges:
    """Edges of an index in SCIP by document, and what was left out."""

    tool: str
    version: str
    project_root: str
    documents: list[Document] = field(default_factory=list[Document])
    definitions: int = 0
    pairs: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    unknown: set[str] = field(default_factory=set[str])
    misnamed: int = 0
    left: list[LeftDocument] = field(default_factory=list[LeftDocument])


def read_scip(content: bytes, name: str) -> Any:
    """Return the message in a file.

    Raises InvalidError where it is no index in SCIP, or one of another version."""
    from google.protobuf.message import DecodeError

    index = load_messages()["Index"]()
    try:
        index.ParseFromString(content)
    except DecodeError as error:
        raise InvalidError(f"{name} is no index in SCIP, or is cut off", hint="make it again") from error
    if not index.metadata.tool_info.name:
        raise InvalidError(f"{name} is no index in SCIP: it names no indexer", hint="make it again")
    if index.metadata.version:
        raise InvalidError(
            f"{name} is in version {index.metadata.version} of SCIP, and 0 is known", hint="update codegraph"
        )
    return index


def find_edges(index: Index, message: Any) -> ScipEdges:
    """Return the edges between symbols of an index that a message has."""
    return _Matcher(index, message).run()


class _Scopes(NamedTuple):
    """Symbols of a file by the places of their names, and the scope of each line."""

    lines: Sequence[str]
    named: dict[tuple[int, int], SymbolRow]
    innermost: list[SymbolRow | None]
    module: SymbolRow | None


class _Matcher:
    def __init__(self, index: Index, message: Any) -> None:
        self._index, self._message = index, message
        about = message.metadata
        self._result = ScipEdges(about.tool_info.name, about.tool_info.version, about.project_root)
        self._base = _find_base(about.project_root, index.root)
        self._digests = {row.path: row.digest for row in index.list_files(limit=None).items if row.symbols}
        self._scopes: dict[str, _Scopes] = {}
        self._definitions: dict[str, SymbolRow] = {}
        self._names: set[str] = set()

    def run(self) -> ScipEdges:
        documents = list(self._list_documents())
        self._read_scopes({path for path, _ in documents})
        matched = [(path, each) for path, each in documents if self._match_definitions(path, each)]
        edges: defaultdict[str, dict[tuple[str, str, EdgeKind], set[int]]] = defaultdict(dict)
        for path, document in matched:
            found = edges[path]
            for source, target, kind, line in (*self._list_uses(path, document), *self._list_relations(document)):
                self._result.pairs.add((source.node, target.node))
                found.setdefault((source.id, target.id, kind), set()).add(line)
        self._result.documents = [
            Document(
                path,
                self._digests[path],
                [FoundEdge(*key[:2], str(key[2]), tuple(sorted(lines))) for key, lines in found.items()],
            )
            for path, found in edges.items()
        ]
        return self._result

    def _list_documents(self) -> Iterator[tuple[str, Any]]:
        """Yield documents of files of the index, by their paths in it."""
        for each in self._message.documents:
            path = posixpath.normpath(posixpath.join(self._base, each.relative_path.replace("\\", "/")))
            if path in self._digests:
                yield path, each
            else:
                is_outside = path.startswith(("/", "../")) or path[1:2] == ":"
                status = DocumentStatus.OUTSIDE if is_outside else DocumentStatus.UNKNOWN
                self._result.left.append(LeftDocument(each.relative_path, status))

    def _read_scopes(self, paths: set[str]) -> None:
        rows: defaultdict[str, list[SymbolRow]] = defaultdict(list)
        for row in self._index.iterate_all_symbols():
            self._names.add(row.name)
            if row.path in paths:
                rows[row.path].append(row)
        for path, symbols in rows.items():
            lines = self._index.read_text_lines(path)
            named: dict[tuple[int, int], SymbolRow] = {}
            innermost: list[SymbolRow | None] = [None] * (len(lines) + 1)
            for row in sorted(symbols, key=lambda each: each.start_line - each.end_line):  # the widest first
                place = find_definition_span(lines, row)
                if place is not None and place.start < place.end:  # else it is a file
                    named[place.line, place.start] = row
                if row.kind in SCOPES:
                    for line in range(max(0, row.start_line - 1), min(row.end_line, len(innermost))):
                        innermost[line] = row
            module = next((row for row in symbols if row.kind is SymbolKind.MODULE and row.parent < 0), None)
            self._scopes[path] = _Scopes(lines, named, innermost, module)

    def _match_definitions(self, path: str, document: Any) -> bool:
        """Note which symbols a document defines, and return whether any is known."""
        scopes = self._scopes[path]
        is_matched = is_defining = False
        for each in document.occurrences:
            if not each.symbol_roles & Role.DEFINITION or not _is_usable(each):
                continue
            is_defining = True
            if each.symbol.endswith(_MODULE_ENDS) and not any(each.range):
                row = scopes.module
            else:
                row = scopes.named.get(self._locate(scopes, document, each))
            if row is not None:
                is_matched = True
                self._definitions.setdefault(each.symbol, row)
                self._result.definitions += 1
        if is_defining and not is_matched:
            self._result.left.append(LeftDocument(document.relative_path, DocumentStatus.EMPTY))
        return is_matched or not is_defining

    def _list_uses(self, path: str, document: Any) -> Iterator[tuple[SymbolRow, SymbolRow, EdgeKind, int]]:
        scopes = self._scopes[path]
        for each in document.occurrences:
            if each.symbol_roles & Role.DEFINITION or not _is_usable(each):
                continue
            target = self._definitions.get(each.symbol)
            if target is None:
                self._result.unknown.add(each.symbol)
                continue
            if self._is_misnamed(scopes, document, each, target):
                self._result.misnamed += 1
                continue
            line = each.range[0]
            source = scopes.innermost[line] if line < len(scopes.innermost) else None
            kind = self._choose_kind(scopes, document, each, target)
            if source is not None and (source.node != target.node or kind is EdgeKind.CALLS):
                yield source, target, kind, line + 1

    def _is_misnamed(self, scopes: _Scopes, document: Any, occurrence: Any, target: SymbolRow) -> bool:
        """Return whether the text of a reference is the name of another definition.

        scip-python takes names that a package exports again for others of it. An alias is mostly no definition's name.
        """
        if target.kind in (SymbolKind.MODULE, SymbolKind.CONSTRUCTOR):
            return False
        line, start = self._locate(scopes, document, occurrence)
        text = scopes.lines[line] if line < len(scopes.lines) else ""
        said = text[start : _to_index(text, occurrence.range[-1], document.position_encoding)]
        return said != target.name and said in self._names

    def _choose_kind(self, scopes: _Scopes, document: Any, occurrence: Any, target: SymbolRow) -> EdgeKind:
        if occurrence.symbol_roles & Role.IMPORT:
            return EdgeKind.IMPORTS
        places: list[int] = list(occurrence.range)
        line, end = places[-2] if len(places) == 4 else places[0], places[-1]
        text = scopes.lines[line] if line < len(scopes.lines) else ""
        is_called = _OPEN.match(text, _to_index(text, end, document.position_encoding)) is not None
        return EdgeKind.CALLS if is_called and target.kind in FUNCTIONS | TYPES else EdgeKind.REFERENCES

    def _list_relations(self, document: Any) -> Iterator[tuple[SymbolRow, SymbolRow, EdgeKind, int]]:
        for each in document.symbols:
            row = self._definitions.get(each.symbol)
            for relation in each.relationships if row is not None else ():
                target = self._definitions.get(relation.symbol)
                if row is None or target is None or not relation.is_implementation or row.node == target.node:
                    continue
                yield row, target, _choose_relation(row, target), row.line

    def _locate(self, scopes: _Scopes, document: Any, occurrence: Any) -> tuple[int, int]:
        """Return the 0-based line and character at which an occurrence begins."""
        line, start = map(int, occurrence.range[:2])
        text = scopes.lines[line] if line < len(scopes.lines) else ""
        return line, _to_index(text, start, document.position_encoding)


def _choose_relation(row: SymbolRow, target: SymbolRow) -> EdgeKind:
    inherits, implements, overrides = IMPLEMENTING
    if row.kind not in TYPES:
        return overrides
    is_interface = target.kind is SymbolKind.INTERFACE and row.kind is not SymbolKind.INTERFACE
    return implements if is_interface else inherits


def _is_usable(occurrence: Any) -> bool:
    """Return whether an occurrence is of a global symbol, and at a place."""
    symbol, places = occurrence.symbol, occurrence.range
    is_global = bool(symbol) and not symbol.startswith(_LOCAL) and not symbol.endswith(_IGNORED)
    return is_global and len(places) in (3, 4) and min(places) >= 0


def _to_index(text: str, offset: int, encoding: int) -> int:
    """Return the character at an offset that is counted in units of an encoding.

    Indexers that name none count in UTF-16, as their editors do."""
    if text.isascii() or encoding == CODE_POINTS:
        return offset
    if encoding == UTF8:
        return len(text.encode()[:offset].decode(errors="replace"))
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", errors="replace"))


def _find_base(project_root: str, root: Path) -> str:
    """Return the folder that documents are relative to, below the repository.

    It is "" for a root elsewhere: an index may have been made in another checkout."""
    parts = urlsplit(project_root)
    place = Path(url2pathname(unquote(parts.path)) if parts.scheme == "file" else project_root or ".")
    return place.relative_to(root).as_posix() if place.is_relative_to(root) else ""
