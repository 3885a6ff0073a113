"""The resolved graph: what the resolver returns, the store keeps and analysis reads."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from codegraph_parsers.facts import FileFacts, Symbol


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


class Resolution(StrEnum):
    """How an edge is known, strongest first."""

    EXACT = "exact"  # scopes and imports decide
    INFERRED = "inferred"  # value flow or declared types decide
    DISPATCH = "dispatch"  # an override or implementation of what was decided
    HEURISTIC = "heuristic"  # a unique plausible name
    OBSERVED = "observed"  # seen at run time, or imported from another indexer


class Edge(NamedTuple):
    """A resolved relation between two graph ids (see `Graph`). `lines` are all 1-based source lines of its sites."""

    source: int
    target: int
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


class Unresolved(NamedTuple):
    """References that no definition could be proven for. Kept so that answers can say what they do not know."""

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


@dataclass(slots=True)
class Graph:
    """Symbols and edges of one tree.

    A graph id is `offsets[i] + local index` for a symbol of `files[i]`, and `-1 - k` for `externals[k]`.
    `files` are in path order, so ids do not depend on scan order or worker count. Anonymous symbols keep an id but have
    no edges: what they do is credited to the nearest named symbol around them.
    """

    files: list[FileFacts]
    offsets: list[int]
    externals: list[External] = field(default_factory=list[External])
    edges: list[Edge] = field(default_factory=list[Edge])
    unresolved: list[Unresolved] = field(default_factory=list[Unresolved])
    reads: list[tuple[str, ...]] = field(
        default_factory=list[tuple[str, ...]]
    )  # per file: names and modules it looked up, misses too

    def symbol(self, gid: int) -> tuple[FileFacts, Symbol]:
        """The file and symbol of a non-negative graph id."""
        from bisect import bisect_right

        i = bisect_right(self.offsets, gid) - 1
        return self.files[i], self.files[i].symbols[gid - self.offsets[i]]


class ChunkFacts(NamedTuple):
    """A piece of a file that search finds, without its text. `symbol` is the index in `FileFacts.symbols` of the
    definition that it is or is a part of, -1 for none; `name` is the definition it shows, "" for none.

    `digest` (16 bytes) is of what is embedded: path, name and lines."""

    start: int
    end: int
    symbol: int
    name: str
    digest: bytes


class FileChunks(NamedTuple):
    """Chunks of a file in line order. Chunk i has the terms `words[j]` for the j in `indices[bounds[i]:bounds[i + 1]]`,
    and their counts, at most 255, at the same places of `counts`."""

    chunks: tuple[ChunkFacts, ...]
    words: tuple[str, ...]
    bounds: array[int]
    indices: array[int]
    counts: bytes
