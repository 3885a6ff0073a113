"""The resolved graph: result of the resolver, input of the store and of analysis."""

from array import array
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph_parsers.enums import read_directly
from codegraph_parsers.file_facts import FileFacts, Flag, Symbol
from codegraph_parsers.ids import map_suffixes


class EdgeKind(StrEnum):
    CONTAINS = "contains"
    CALLS = "calls"
    IMPLICIT_CALLS = "implicit_calls"  # not named in text: operators, `with`, macro arguments, a variable's function
    IMPORTS = "imports"
    INHERITS = "inherits"
    IMPLEMENTS = "implements"
    OVERRIDES = "overrides"
    REFERENCES = "references"
    TYPE_OF = "type_of"
    DECORATES = "decorates"
    TESTS = "tests"
    HANDLES = "handles"  # from an endpoint to what answers it: whoever follows calls goes on there
    REQUESTS = "requests"  # from what makes a request to the endpoint that answers it
    PUBLISHES = "publishes"  # from what puts a message on a topic to that topic
    DECLARES = "declares"  # from what a contract says of an endpoint to that endpoint
    CONSUMES = "consumes"  # from a topic to what takes its messages: control goes on there, as with `handles`
    RUNS = "runs"  # from an endpoint, or code that uses a framework, to what the framework runs besides handlers
    RENDERS = "renders"  # from a view or a template to the template that it renders
    READS = "reads"  # from code that asks for rows of a table to the table
    WRITES = "writes"
    CONFIGURES = "configures"  # from a setting to the code that it names


ANSWERING: Final = (EdgeKind.HANDLES, EdgeKind.CONSUMES)
"""Edges from an endpoint to what answers for it."""

REACHING: Final = (EdgeKind.REQUESTS, EdgeKind.PUBLISHES, EdgeKind.READS, EdgeKind.WRITES)
"""Edges from what uses an endpoint to it."""


class Resolution(StrEnum):
    """Evidence of an edge, strongest first."""

    EXACT = "exact"  # scopes and imports decide
    TYPED = "typed"  # declared types decide
    INFERRED = "inferred"  # value flow through undeclared code decides, or the kind of build
    DISPATCH = "dispatch"  # an override or implementation of what was decided
    HEURISTIC = "heuristic"  # a guess: one plausible name, or overloads that nothing tells apart
    OBSERVED = "observed"  # seen at run time, or imported from another indexer


for _each in (EdgeKind, Resolution):
    read_directly(_each)


class Edge(NamedTuple):
    """A resolved relation between two graph ids (see `Graph`).

    `lines` are all 1-based source lines of its sites.
    """

    source: int
    target: int
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


class Unresolved(NamedTuple):
    """References whose definition could not be proven.

    They are kept so that answers can state what is unknown.
    """

    source: int
    name: str
    kind: str  # ReferenceKind value
    reason: str  # unknown-receiver | unknown-name | too-many | external-member
    lines: tuple[int, ...]


class External(NamedTuple):
    """A symbol of a package or standard library outside the repository."""

    language: str
    qualname: str  # `json.loads`, `std::vec::Vec.push`
    package: str  # distribution, crate or module root: `json`, `react`


class Fault(NamedTuple):
    """The reason why a part of a file could not be resolved.

    `line` is 0 where the part has none."""

    path: str
    message: str  # `RecursionError in as_type`
    line: int
    traceback: str  # its innermost frames


@dataclass(slots=True)
class Graph:
    """Symbols and edges of one tree.

    A graph id is `offsets[i] + local index` for a symbol of `files[i]`, and `-1 - k` for `externals[k]`. `files` are in
    path order, so ids do not depend on scan order or worker count. Anonymous symbols keep an id but have no edges:
    their edges are credited to the nearest named symbol around them. `faults` describe what the graph lacks.
    """

    files: list[FileFacts]
    offsets: list[int]
    externals: list[External] = field(default_factory=list[External])
    edges: list[Edge] = field(default_factory=list[Edge])
    unresolved: list[Unresolved] = field(default_factory=list[Unresolved])
    faults: list[Fault] = field(default_factory=list[Fault])

    def get_symbol(self, gid: int) -> tuple[FileFacts, Symbol]:
        """Return the file and symbol of a non-negative graph id."""
        from bisect import bisect_right

        i = bisect_right(self.offsets, gid) - 1
        return self.files[i], self.files[i].symbols[gid - self.offsets[i]]


SymbolKey = tuple[str, str]
"""Path of a file, and what an id says after it: qualified name and suffix, "" for the module. Named symbols only."""


class DeltaEdge(NamedTuple):
    """An edge between symbols by their keys; CONTAINS is never one."""

    source: SymbolKey
    target: SymbolKey | External
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


class DeltaMiss(NamedTuple):
    """An unresolved reference of a symbol by its key; see `Unresolved`."""

    source: SymbolKey
    name: str
    kind: str
    reason: str
    lines: tuple[int, ...]


@dataclass(slots=True)
class GraphDelta:
    """Difference of a graph from the one before it.

    `facts` are those of files whose facts changed, None for a path that has none any more. `edges` are by path of their
    source's file: for every file with any difference, all edges that now start there; a file listed without need does
    no harm. `unresolved` likewise. A path without facts need not be in either. An edge whose two ends keep their keys
    and whose lines are the same has not changed, whatever else changed in the files of its ends.
    """

    facts: dict[str, FileFacts | None] = field(default_factory=dict[str, FileFacts | None])
    edges: dict[str, list[DeltaEdge]] = field(default_factory=dict[str, list[DeltaEdge]])
    unresolved: dict[str, list[DeltaMiss]] = field(default_factory=dict[str, list[DeltaMiss]])


def build_symbol_keys(facts: FileFacts) -> list[str]:
    """Return the part of each symbol's key after the path, by place in the facts.

    It is "" for the module and for anonymous symbols.
    """
    told_apart = map_suffixes(facts.symbols)
    return [
        "" if s.flags & Flag.ANONYMOUS else f"{s.qualname}{told_apart.get(i, '')}" for i, s in enumerate(facts.symbols)
    ]


def compute_difference(before: Graph, after: Graph) -> GraphDelta:
    """Return what changed between two graphs.

    This takes as long as comparing all of both.
    """
    old, new = _KeyedGraph(before), _KeyedGraph(after)
    facts: dict[str, FileFacts | None] = dict.fromkeys(old.facts.keys() - new.facts.keys())
    facts |= {path: now for path, now in new.facts.items() if old.facts.get(path) != now}
    edges = {p: new.edges.get(p, []) for p in new.facts if set(new.edges.get(p, ())) != set(old.edges.get(p, ()))}
    misses = {p: new.misses.get(p, []) for p in new.facts if set(new.misses.get(p, ())) != set(old.misses.get(p, ()))}
    return GraphDelta(facts, edges, misses)


class _KeyedGraph:
    """Edges and unresolved references of a graph by the keys of its symbols."""

    def __init__(self, graph: Graph) -> None:
        self.facts = {facts.path: facts for facts in graph.files}
        self.edges: dict[str, list[DeltaEdge]] = {}
        self.misses: dict[str, list[DeltaMiss]] = {}
        keys: list[SymbolKey | None] = []
        for facts in graph.files:
            named = [not s.flags & Flag.ANONYMOUS for s in facts.symbols]
            keys += [(facts.path, key) if kept else None for key, kept in zip(build_symbol_keys(facts), named)]
        for source, target, kind, resolution, lines in graph.edges:
            start = keys[source]
            end = keys[target] if target >= 0 else graph.externals[-1 - target]
            if start is not None and end is not None and kind is not EdgeKind.CONTAINS:
                self.edges.setdefault(start[0], []).append(DeltaEdge(start, end, kind, resolution, lines))
        for source, name, of, reason, lines in graph.unresolved:
            start = keys[source]
            if start is not None:
                self.misses.setdefault(start[0], []).append(DeltaMiss(start, name, of, reason, lines))


class ChunkFacts(NamedTuple):
    """A piece of a file that search finds, without its text.

    `symbol` is the index in `FileFacts.symbols` of the definition that it is or is a part of, -1 for none; `name` is
    the definition it shows, "" for none.

    `digest` (16 bytes) covers what is embedded: path, name and lines.
    """

    start: int
    end: int
    symbol: int
    name: str
    digest: bytes


class FileChunks(NamedTuple):
    """Chunks of a file in line order.

    Chunk i has the terms `words[j]` for the j in `indices[bounds[i]:bounds[i + 1]]`, and their counts, at most 255, at
    the same places of `counts`. Items of `indices` have two bytes or four.
    """

    chunks: tuple[ChunkFacts, ...]
    words: tuple[str, ...]
    bounds: "array[int]"
    indices: "array[int]"
    counts: bytes
