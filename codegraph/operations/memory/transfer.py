"""Writing memories to a file: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from codegraph.errors import StorageError
from codegraph.memory.transfer.formats import Format, write
from codegraph.memory.transfer.graph_export import GRAPH_FORMATS, write_graph
from codegraph.memory.transfer.record import Record, iterate_records
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.answers import ExportAnswer
from codegraph.operations.memory.maintenance import export_filter, format_of
from codegraph.operations.memory.requests import ExportRequest


def export(context: Context, request: ExportRequest) -> Answer[ExportAnswer]:
    """Write the file.

    Without a name, `text` has its content. Raises StorageError.
    """
    ending = Path(request.output).suffix[1:].lower()
    form = request.format or (ending if ending in GRAPH_FORMATS else format_of(None, request.output).value)
    found = select_records(context, request)
    _write(Path(request.output), _format(found, form))
    return Answer(ExportAnswer(request.output, form, len(found)))


def iterate_text(context: Context, request: ExportRequest) -> Iterator[str]:
    """Yield the pieces of the file, for standard output."""
    return _format(select_records(context, request), request.format or Format.JSONL)


def _format(found: list[Record], form: str) -> Iterator[str]:
    return write_graph(found, form) if form in GRAPH_FORMATS else write(found, Format(form))


def select_records(context: Context, request: ExportRequest) -> list[Record]:
    with context.open_memory().read() as state:
        return list(iterate_records(state, export_filter(request)))


def _write(path: Path, pieces: Iterator[str]) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", newline="") as handle:
            handle.writelines(pieces)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"{path} cannot be written: {error.strerror}", hint="give another file") from error
