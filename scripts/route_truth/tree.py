"""Routes, requests and handlers of a checkout, as the resolver finds them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from codegraph.graph_model import ANSWERING, EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph.resolve.endpoints.attachment import UNWRITTEN
from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.settings.config import load
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile, Symbol, SymbolKind
from codegraph_parsers.languages import detect, is_manifest

PARAMETER = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>|\{\*?(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\}|:(\w+)")
TESTS = re.compile(r"(?:^|/)(?:tests?|e2e|__tests__)/|(?:^|/)conftest\.py$|\.(?:test|spec)\.|_test\.go$")
CALLABLES = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.MODULE))
CLASSES = frozenset((SymbolKind.CLASS, SymbolKind.MODULE))


class Route(NamedTuple):
    method: str
    path: str
    handler: str  # path and name of a function, "" for one that is not known


class Request(NamedTuple):
    """A request, by the path and name of its function, and the route that answers."""

    source: str
    method: str
    path: str


def resolve_tree(root: Path) -> tuple[list[FileFacts], Graph]:
    """Read a checkout as the index does, and resolve it."""
    config = load(root)
    found: list[FileFacts] = []
    manifests: dict[str, str] = {}
    for candidate in scan(root, config).candidates:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if not isinstance(read, ReadFile):
            continue
        if is_manifest(candidate.path):
            manifests[candidate.path] = read.content.decode("utf-8", "replace")
        language = detect(candidate.path, read.content[:4096])
        if language is not None:
            found.append(parse(SourceFile(candidate.path, read.content, language, "")))
    return found, resolve(found, manifests, [facts.path for facts in found])


def normalize(path: str) -> str:
    if path in ("*", "/*"):
        return "/{rest}"
    path = re.sub(r"/\*\*$", "/{rest}", path)
    return PARAMETER.sub(lambda m: "{" + (m[1] or m[2] or m[3]) + "}", path)


def name_handler(facts: FileFacts | None, line: int, kinds: frozenset[SymbolKind] = CALLABLES) -> str:
    """Return the innermost named symbol of some kinds at a line."""
    if facts is None:
        return ""
    inside = [s for s in facts.symbols if s.start_line <= line <= s.end_line and not s.flags & Flag.ANONYMOUS]
    best = min((s for s in inside if s.kind in kinds), key=lambda s: s.end_line - s.start_line)
    return f"{facts.path}::{best.qualname}"


def name_inline(facts: FileFacts | None, line: int, *, is_nested: bool = False) -> str:
    """Return the innermost named symbol at a line.

    Of a handler without a name it is the place; of one in a function only where it `is_nested`."""
    named = name_handler(facts, line)
    if facts is None or not (is_nested or named.endswith("::")):
        return named
    starts = (s.start_line for s in facts.symbols if s.flags & Flag.ANONYMOUS and s.kind is SymbolKind.FUNCTION)
    return f"{facts.path}:{line}" if line in starts else named


def name_place(handler: str, facts: Iterable[FileFacts]) -> str:
    """Return a handler, or the function around one that is known by its place."""
    path, _, line = handler.rpartition(":")
    if not line.isdigit():
        return handler
    inside = [symbol for each in facts if each.path == path for symbol in each.symbols
              if symbol.start_line <= int(line) <= symbol.end_line and not symbol.flags & Flag.ANONYMOUS
              and symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)]  # fmt: skip
    return f"{path}::{min(inside, key=lambda s: s.end_line - s.start_line).qualname}" if inside else handler


def list_routes(graph: Graph, frameworks: set[str], folder: str = "") -> Iterable[Route]:
    """Yield the routes of files in a folder that the models of some frameworks found."""
    handlers: dict[int, list[str]] = {}
    for edge in graph.edges:
        if edge.kind in ANSWERING:
            facts, handler = graph.get_symbol(edge.target)
            handlers.setdefault(edge.source, []).append(f"{facts.path}::{handler.qualname}")
    for offset, facts in zip(graph.offsets, graph.files, strict=True):
        for local, symbol in enumerate(facts.symbols):
            if (
                symbol.kind is SymbolKind.ENDPOINT
                and frameworks & {*symbol.decorators}
                and facts.path.startswith(folder)
                and not TESTS.search(facts.path)
            ):
                method, _, path = symbol.name.partition(" ")
                if symbol.qualname.startswith("topic:"):
                    method, path = "TASK", symbol.name
                inline = [s.start_line for s in facts.symbols if s.flags & Flag.ANONYMOUS and _is_code_of(s, symbol)]
                found = handlers.get(offset + local) or [f"{facts.path}:{line}" for line in inline]
                for handler in found or [""]:
                    yield Route(method, path, handler)


def _is_code_of(function: Symbol, endpoint: Symbol) -> bool:
    """Return whether a function without a name is the code of an endpoint.

    The endpoint has its lines and signature."""
    return (
        function.kind is SymbolKind.FUNCTION and function.end_line == endpoint.end_line
        and (function.signature or UNWRITTEN) == endpoint.signature and function.start_line >= endpoint.start_line
    )  # fmt: skip


def list_requests(graph: Graph) -> set[Request]:
    """Return the requests that the resolver found."""
    found: set[Request] = set()
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS:
            of, source = graph.get_symbol(edge.source)
            method, _, path = graph.get_symbol(edge.target)[1].name.partition(" ")
            found.add(Request(f"{of.path}::{source.qualname}", method, path))
    return found
