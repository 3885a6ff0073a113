"""Text of the answer about changed symbols."""

from __future__ import annotations

from codegraph.operations.answers import ChangesAnswer, SymbolChange
from codegraph.render.text.text_layout import align_columns, format_count, format_shortened


def write_changes(answer: ChangesAnswer) -> list[str]:
    """Return a line with the counts, and one for each symbol."""
    counts = [format_count(answer.total, "symbol"), f"in {format_count(answer.files, 'file')} that differ"]
    if answer.unanalysed:
        counts.append(f"({answer.unanalysed:,} not analysed)")
    lines = [f"{answer.base} to the work tree: {' '.join(counts)}"]
    if answer.changes:
        lines += ["", *align_columns([_format_row(row) for row in answer.changes])]
        lines += format_shortened(len(answer.changes), answer.total, "change")
    return lines


def _format_row(row: SymbolChange) -> tuple[str, ...]:
    name = row.qualname or row.path
    return row.change, name, row.kind, f"{row.path}:{row.line}" if row.line else row.path
