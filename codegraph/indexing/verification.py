"""Comparison of a published generation with a rebuild of its graph.

    done = verify_index(root, config)
    done.differences    # () when the two graphs are equal

The rebuild goes to a temporary home folder, without cached facts. Rows are compared without the numbers that a
generation gives to symbols, so that one missing symbol is one difference and does not change all rows after it.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import CodegraphError
from codegraph.indexing.incremental import VERIFY_REFRESHES, IncrementalSession
from codegraph.indexing.pipeline import Progress, index_repository
from codegraph.query.index import Index
from codegraph.query_results import DifferenceCount, ExternalRow, Node, RowDifference, Verification
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import ReferenceKind

if TYPE_CHECKING:
    from codegraph.query_results import SymbolRow

MAX_SHOWN: Final = 20
"""Differing rows that a verification lists; it counts all of them."""

ATTEMPTS: Final = 3
"""Rebuilds of a tree whose files change meanwhile, before the verification gives up."""


class Row(NamedTuple):
    """A row of a graph without numbers.

    `text` contains all its columns except path and kind.
    """

    table: str  # file | symbol | edge | incoming edge | unresolved | external | problem
    path: str
    kind: str
    text: str


def read_rows(index: Index) -> Iterator[Row]:
    """Yield all rows of a generation's graph."""
    for file in index.list_files(limit=None).items:
        yield Row("file", file.path, file.language, _join(*file[2:]))
    symbols = {symbol.node: symbol for symbol in index.iterate_all_symbols()}
    for symbol in symbols.values():
        parent = symbols.get(symbol.parent)
        yield _describe_symbol(index, symbol, parent.id if parent else "")
    for found in index.iterate_edges():
        text = _join(found.source.id, _describe(found.target), found.resolution, found.lines)
        yield Row("edge", _get_path(found.source), found.kind, text)
    externals = index.list_externals(limit=None).items
    for edge in index.list_incoming_edges((*symbols.values(), *externals)):
        text = _join(symbols[edge.source].id, _describe(edge.target), edge.resolution, edge.sites)
        yield Row("incoming edge", symbols[edge.source].path, edge.kind, text)
    for source, name, kind, reason, lines in index.list_unresolved(limit=None).items:
        yield Row("unresolved", source.path, kind, _join(source.id, name, reason, lines))
    for node, name, kind, lines in index.iterate_plain_misses():
        if kind == ReferenceKind.OPERATOR:  # the others are above, with their reasons
            yield Row("unresolved", symbols[node].path, kind, _join(symbols[node].id, name, lines))
    for external in externals:
        yield Row("external", "", external.language, _describe(external))
    for problem in index.list_problems():
        yield Row("problem", problem.path, problem.kind, _join(*problem[2:]))


def _describe_symbol(index: Index, symbol: SymbolRow, parent: str) -> Row:
    details = index.read_details(symbol)
    described = (details.signature, details.parameters, details.doc, details.decorators, details.visibility)
    span = (symbol.line, symbol.column, symbol.start_line, symbol.end_line)
    return Row("symbol", symbol.path, symbol.kind, _join(symbol.id, *span, parent, symbol.flags, *described))


def _join(*parts: object) -> str:
    return " ".join(str(part) if isinstance(part, (str, int)) else repr(part) for part in parts)


def _describe(node: Node) -> str:
    return f"{node.id} of {node.package}" if isinstance(node, ExternalRow) else node.id


def _get_path(node: Node) -> str:
    return "" if isinstance(node, ExternalRow) else node.path


class Comparison(NamedTuple):
    """The rows that differ, and the number of rows of the rebuilt graph."""

    rows: int
    differences: tuple[RowDifference, ...]

    @property
    def has_other_files(self) -> bool:
        """Return whether the graphs are of different files.

        Files may have changed between the two."""
        return any(each.table == "file" for each in self.differences)


def compare_rows(kept: Iterable[Row], rebuilt: Iterable[Row]) -> Comparison:
    """Compare two graphs row by row."""
    counts: dict[Row, int] = {}
    for row in kept:
        counts[row] = counts.get(row, 0) + 1
    rows = 0
    for row in rebuilt:
        rows += 1
        counts[row] = counts.get(row, 0) - 1
    differing = sorted(row for row, count in counts.items() if count)
    return Comparison(rows, tuple(RowDifference(*row, "index" if counts[row] > 0 else "rebuild") for row in differing))


def compare_with_rebuild(root: Path, config: Config, scratch: Path, progress: Progress | None = None) -> Comparison:
    """Compare the published generation with a rebuild.

    `scratch` is the empty home folder that the rebuild is made in. Raises NotIndexedError, StorageError."""
    other = replace(config, home=scratch, vectors=False, vectors_uri="")
    index_repository(root, other, progress=progress, force=True)
    with closing(Index.open(root, config)) as kept, closing(Index.open(root, other)) as rebuilt:
        return compare_rows(read_rows(kept), read_rows(rebuilt))


def verify_index(root: Path, config: Config, progress: Progress | None = None) -> Verification:
    """Refresh the index of a work tree, then compare it with a rebuild.

    Only the refresh changes the index. Raises NotIndexedError, LockedError, StorageError."""
    with closing(Index.open(root, config)) as index:
        root = index.root
    reasons: list[str] = []
    for attempt in range(1, ATTEMPTS + 1):
        done = IncrementalSession(root, config).refresh(progress=progress)
        reasons += [done.reason] if done.redone else []
        with tempfile.TemporaryDirectory(prefix="codegraph-verify-") as folder:
            compared = compare_with_rebuild(root, config, Path(folder), progress)
        with closing(Index.open(root, config)) as index:
            is_settled = index.generation == done.generation and index.compute_freshness().fresh
        if is_settled or attempt == ATTEMPTS or not compared.differences:
            break
    found = compared.differences
    counts = Counter((row.table, row.kind, row.side) for row in found)
    return Verification(
        done.generation, "; ".join(reasons), compared.rows, len(found),
        tuple(DifferenceCount(*key, rows) for key, rows in sorted(counts.items())), found[:MAX_SHOWN],
        is_settled or not found,
    )  # fmt: skip


def verify_sampled_refresh(root: Path, config: Config, paths: Collection[str]) -> None:
    """Compare a refresh with a rebuild if it is in the sample of the test suite.

    `paths` are those of the refreshed files. Their digests decide, so that every run of the suite takes the same
    sample. Raises AssertionError when the graphs differ and the files have not changed meanwhile."""
    if not _is_sampled(root, config, paths):
        return
    try:
        with tempfile.TemporaryDirectory(prefix="codegraph-verify-") as folder:
            compared = compare_with_rebuild(root, config, Path(folder))
    except CodegraphError:
        return  # the tree is gone or there is no room: the tests that cause this check the refresh themselves
    if compared.differences and not compared.has_other_files:
        lines = "\n".join(f"  only in the {row.side}: {row}" for row in compared.differences[:MAX_SHOWN])
        raise AssertionError(f"{len(compared.differences)} rows differ from a rebuild of {root}:\n{lines}")


def _is_sampled(root: Path, config: Config, paths: Collection[str]) -> bool:
    interval = int(os.environ.get(VERIFY_REFRESHES) or 0)
    if interval <= 0:
        return False
    with closing(Index.open(root, config)) as index:
        digests = {row.path: row.digest for row in index.list_files(limit=None).items}
    key = repr(sorted((path, digests.get(path, "")) for path in paths))
    return zlib.crc32(key.encode()) % interval == 0
