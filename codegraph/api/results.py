"""Values of the Python interface: symbols, edges and answers.

Every value is immutable and independent of the index it was read from. Lines are 1-based. New fields may be added in
any version, so read fields by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import Answer
from codegraph.query_results import EdgeRow, ExternalRow, Node, SymbolRow, UnanalysedLanguage
from codegraph.render.text.text_layout import format_unanalysed
from codegraph_parsers.file_facts import SymbolKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition in the repository, or a symbol of a library.

    A library's symbol has no kind, no path and line 0; `package` is the library it belongs to.
    """

    id: str  # stable between runs: `python:src/shop/cart.py::Cart.add`
    name: str
    qualified_name: str
    kind: SymbolKind | None
    language: str
    path: str  # relative to the root of the repository
    line: int
    end_line: int
    is_test: bool
    package: str = ""

    @property
    def is_external(self) -> bool:
        """Return whether the symbol belongs to a library outside the repository."""
        return self.kind is None

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation between two symbols, and how it is known.

    `lines` are in the file of the source. `depth` is the number of calls between the end of the edge and the symbol
    that was asked about: 1 for a direct caller or callee.
    """

    source: Symbol
    target: Symbol
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Dependent:
    """A symbol that depends on another one.

    It is `depth` edges away; `edge` is the one by which it was reached."""

    symbol: Symbol
    depth: int
    edge: Edge


@dataclass(frozen=True, slots=True)
class Impact:
    """The dependents of a symbol, nearest first; those that are tests are in `tests`."""

    symbol: Symbol
    dependents: tuple[Dependent, ...]
    tests: tuple[Dependent, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedSymbol:
    """A symbol that a change adds, removes, moves or edits.

    `risk` is between 0 and 1. `breaks` are uses that the change makes wrong, as `path:line: reason`.
    """

    symbol: Symbol
    change: ChangeKind
    risk: float
    dependents: int
    tests: int
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImpactedSymbol:
    """A symbol that depends on a changed one.

    `weakest` is the least certain resolution on the way, `cause` the id of the changed symbol."""

    symbol: Symbol
    depth: int
    weakest: Resolution
    cause: str


@dataclass(frozen=True, slots=True)
class SelectedTest:
    """A test to run for a change.

    `is_observed` means that a recorded run of it ran what changed."""

    symbol: Symbol
    depth: int
    is_observed: bool


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """The impact of the difference between two states of a repository."""

    base: str
    head: str
    risk: float  # the highest of any symbol
    changed: tuple[ChangedSymbol, ...]
    affected: tuple[ImpactedSymbol, ...]
    tests: tuple[SelectedTest, ...]
    commands: tuple[str, ...]  # shell commands that run the tests
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Lines that answer a query, and the definition that they belong to.

    `score` is comparable within one search."""

    symbol: Symbol
    path: str
    start_line: int
    end_line: int
    score: float


@dataclass(frozen=True, slots=True)
class RankedSymbol:
    """A symbol and its score, which is comparable within one ranking."""

    symbol: Symbol
    score: float


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route or a topic, the code that answers it, and the code that requests it."""

    symbol: Symbol
    framework: str
    handlers: tuple[Symbol, ...]
    requests: tuple[Edge, ...]
    tests: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """Size and age of an index.

    `files_behind` counts files that differ from the work tree."""

    root: str
    generation: int
    files: int
    symbols: int
    edges: int
    unresolved: int
    files_behind: int


class Results(Sequence[T], Generic[T]):
    """The rows of an answer, as a sequence.

    `total` counts all rows, including those that a limit left out. `warnings` say what may be missing, such as files
    that changed since the index was made, or languages without a resolver.
    """

    __slots__ = ("_rows", "total", "warnings")

    def __init__(self, rows: Iterable[T], total: int | None = None, warnings: Sequence[str] = ()) -> None:
        self._rows = tuple(rows)
        self.total = len(self._rows) if total is None else total
        self.warnings = tuple(warnings)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Results({list(self._rows)!r}, total={self.total})"


def build_symbol(node: Node) -> Symbol:
    """Return a symbol of the index as a value of the interface."""
    if isinstance(node, ExternalRow):
        return Symbol(node.id, node.name, node.qualname, None, node.language, "", 0, 0, False, node.package)
    return Symbol(
        node.id, node.name, node.qualname, node.kind, node.language, node.path, max(node.line, 1), node.end_line,
        node.is_test,
    )  # fmt: skip


def build_edge(row: EdgeRow, depth: int = 1) -> Edge:
    """Return an edge of the index as a value of the interface."""
    return Edge(build_symbol(row.source), build_symbol(row.target), row.kind, row.resolution, row.lines, depth)


def list_warnings(answer: Answer[Any], languages: Sequence[UnanalysedLanguage] = ()) -> tuple[str, ...]:
    """Return the warnings of an answer, and which code no resolver read."""
    return (*answer.warnings, *filter(None, format_unanalysed(languages)))


def build_symbols(rows: Iterable[SymbolRow]) -> tuple[Symbol, ...]:
    return tuple(map(build_symbol, rows))
