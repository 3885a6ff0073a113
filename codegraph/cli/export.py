"""`codegraph export`: streams rows into a file or to stdout."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegraph.cli.output import ask, print_answer, write_data
from codegraph.cli.progress import show_progress
from codegraph.errors import CodegraphError, ExitCode, StorageError
from codegraph.operations.answers import Answer, ExportAnswer, ExportedAnswer
from codegraph.operations.capabilities import Capability, load_handler
from codegraph.operations.requests import ExportRequest
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.graph_records import GraphRow

if TYPE_CHECKING:
    from codegraph.operations.scip import Document

OPTIONS: list[click.Parameter] = [
    click.Option(
        ["output", "-o", "--output"], metavar="FILE", default=None, help="write here instead of stdout; `-` is stdout"
    ),
]
BINARY = ("parquet", "scip")
"""Formats that are no text, which a terminal could not show."""

CHUNK = 1 << 16
"""Characters gathered before they are written."""


def run(
    capability: Capability, request: ExportRequest, *, output: str | None, repo: str | None, as_json: bool, quiet: bool
) -> int:
    if output == "-":
        output = None
    if output is None and (as_json or request.format in BINARY):
        what = "--json" if as_json else f"--format {request.format}"
        raise CodegraphError(f"{what} needs a file: the export itself would go to stdout", hint="add -o FILE")
    if request.format == "parquet":
        from codegraph.render.parquet import require_pyarrow

        require_pyarrow()
    if request.format == "scip":
        from codegraph.operations.scip_messages import require_protobuf

        require_protobuf()
    if output is not None:
        _check_place(request.format, Path(os.path.realpath(output)))
    request = replace(request, path=repo if request.path is None else request.path)
    with ask(request.path) as context:
        with show_progress(quiet=quiet) as report:
            context.progress = report
            answer: Answer[ExportAnswer] = load_handler(capability)(context, request)
        if request.format == "scip":
            assert output is not None  # checked above
            written = _write_scip(answer.results, Path(output))
            print_answer(capability.name, answer._replace(results=written), as_json=as_json, quiet=quiet)
            return int(ExitCode.DONE)
        counted = Counted(answer.results.rows)
        paths = _write(request.format, counted, output)
    if output is not None:
        done = ExportedAnswer(request.format, paths, counted.symbols, counted.edges)
        print_answer(capability.name, Answer(done, answer.freshness, answer.warnings), as_json=as_json, quiet=quiet)
    return int(ExitCode.DONE)


def _check_place(format: str, target: Path) -> None:
    """Check the target before anything is indexed.

    Raises StorageError if no file can be made there.
    """
    if format == "parquet":
        return  # a folder, which is made
    if target.is_dir():
        raise StorageError(f"{target} is a folder", hint="name a file in it with -o FILE")
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}", hint="make it first, or choose another -o FILE")


class Counted:
    """Rows passing by, counted."""

    def __init__(self, rows: Iterable[GraphRow]) -> None:
        self._rows = rows
        self.symbols = 0
        self.edges = 0

    def __iter__(self) -> Iterator[GraphRow]:
        for row in self._rows:
            if isinstance(row, SymbolRow):
                self.symbols += 1
            elif isinstance(row, EdgeRow):
                self.edges += 1
            yield row


def _write_scip(answer: ExportAnswer, output: Path) -> ExportedAnswer:
    """Write an index of SCIP, and return how many definitions and references it has."""
    from codegraph.operations.scip import Role
    from codegraph.render.scip import encode_scip

    symbols = references = 0

    def count(documents: Iterable[Document]) -> Iterator[Document]:
        nonlocal symbols, references
        for document in documents:
            symbols += len(document.symbols)
            references += sum(not each.roles & Role.DEFINITION for each in document.occurrences)
            yield document

    target = Path(os.path.realpath(output))
    with _replace_file(target) as unfinished, unfinished.open("wb") as file:
        for piece in encode_scip(count(answer.documents), Path(answer.root)):
            file.write(piece)
    return ExportedAnswer(answer.format, (str(target),), symbols, references)


@contextmanager
def _replace_file(target: Path) -> Iterator[Path]:
    """Give a path beside a target, which takes its place at the end.

    A reader never sees half an export. Raises StorageError where it cannot be written."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise StorageError(f"{target} cannot be written: {error.strerror}", hint="choose another -o FILE") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _write(format: str, rows: Iterable[GraphRow], output: str | None) -> tuple[str, ...]:
    """Write an export and return the files written."""
    if format == "parquet":
        from codegraph.render.parquet import write_parquet

        assert output is not None  # checked in `run`
        return tuple(str(path) for path in write_parquet(rows, Path(output)))
    pieces = _choose_writer(format)(rows)
    if output is None:
        _copy(pieces, write_data)
        return ()
    target = Path(os.path.realpath(output))
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as pipe:
            _copy(pieces, pipe.write)  # a pipe or device: there is nothing to rename
        return (output,)
    with (
        _replace_file(target) as unfinished,
        unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file,
    ):
        _copy(pieces, file.write)
    return (str(target),)


def _choose_writer(format: str) -> Callable[[Iterable[GraphRow]], Iterator[str]]:
    if format in ("graphml", "gexf"):
        from codegraph.render.networkx_graph import render_gexf, render_graphml

        return render_graphml if format == "graphml" else render_gexf
    from codegraph.render.graph_records import render_jsonl

    return render_jsonl


def _copy(pieces: Iterable[str], sink: Callable[[str], object]) -> None:
    chunk: list[str] = []
    length = 0
    for piece in pieces:
        chunk.append(piece)
        length += len(piece)
        if length >= CHUNK:
            sink("".join(chunk))
            chunk.clear()
            length = 0
    sink("".join(chunk))
