"""`import scip`, `show` and `remove`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from codegraph.errors import InvalidError, UnreadableError
from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.imports.answers import ImportedSource, RemoveAnswer, ScipAnswer, SourcesAnswer
from codegraph.operations.imports.merged_edges import format_source
from codegraph.operations.imports.requests import RemoveRequest, ScipRequest, SourcesRequest
from codegraph.operations.imports.scip_index import ScipEdges, find_edges, read_scip
from codegraph.operations.scip_messages import require_protobuf
from codegraph.query.index import Index
from codegraph.store.imported_edges import Imported, Source
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock

MOST: Final = 2_000_000_000
"""Bytes of an index that are read: protobuf has no larger messages."""

SHOWN: Final = 5


def import_scip(context: Context, request: ScipRequest) -> Answer[ScipAnswer]:
    """Import an index in SCIP; what its indexer found before is replaced.

    Raises InstallationError (no protobuf), UnreadableError, InvalidError (no index in SCIP, or one of another
    repository), StorageError. Then nothing is changed.
    """
    require_protobuf()
    path = Path(request.file)
    message = read_scip(_read(path), request.file)
    index = context.index()
    found = find_edges(index, message)
    if not found.documents:
        raise InvalidError(
            f"{request.file} is of no file of {index.root}: its root is {found.project_root or 'not named'}",
            hint="give the repository with -C, or index the files first",
        )
    folder = get_index_folder(context.config.home, index.root)
    source = Source(found.tool, found.version, time.time())
    with hold_writer_lock(folder.lock):
        Imported(folder).replace(source, found.documents)
    answer = ScipAnswer(
        format_source(source), len(found.documents), found.definitions,
        sum(len(each.edges) for each in found.documents), _count_confirmed(index, found), len(found.unknown),
        found.misnamed, tuple(found.left[:SHOWN]), len(found.left),
    )  # fmt: skip
    return context.answer(answer, *_list_warnings(index, found, path))


def list_sources(context: Context, request: SourcesRequest) -> Answer[SourcesAnswer]:
    index = context.index()
    digests = {row.path: row.digest for row in index.list_files(limit=None).items}
    rows = tuple(
        ImportedSource(
            format_source(each.source), each.source.imported_at, len(each.documents),
            sum(digests.get(path) != digest for path, digest in each.documents), each.edges,
        )
        for each in index.open_imported().list_sources()
    )  # fmt: skip
    return context.answer(SourcesAnswer(rows))


def remove_source(context: Context, request: RemoveRequest) -> Answer[RemoveAnswer]:
    index = context.index()
    folder = get_index_folder(context.config.home, index.root)
    name = request.source.partition(" ")[0]
    with hold_writer_lock(folder.lock):
        return context.answer(RemoveAnswer(name, Imported(folder).remove(name)))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}", hint="give an index in SCIP") from error
    if not content:
        raise InvalidError(f"{path} is empty", hint="make it again")
    if len(content) > MOST:
        raise InvalidError(f"{path} is larger than {MOST:,} bytes", hint="index parts of the repository")
    return content


def _count_confirmed(index: Index, found: ScipEdges) -> int:
    kinds = frozenset(EdgeKind) - {EdgeKind.CONTAINS}
    known = {(edge.source, edge.target) for edge in index.iterate_plain_edges(kinds)}
    return len(found.pairs & known)


def _list_warnings(index: Index, found: ScipEdges, path: Path) -> tuple[str, ...]:
    written = path.stat().st_mtime
    newer = [each.path for each in found.documents if _get_modification_time(index.root / each.path) > written]
    if not newer:
        return ()
    changed = newer[0] if len(newer) == 1 else f"{len(newer):,} files, such as {newer[0]},"
    return (f"{changed} changed after the index was written; make it again",)


def _get_modification_time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
