"""Jupyter notebooks as text: the cells of a notebook, one behind the other.

Code is kept as it is, so that the cells are one module of their language. What only a kernel understands (magics,
commands of a shell, questions for help) is blanked out, prose is a comment, and outputs are left out. Every line of a
cell is a line of the text.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

SUFFIX: Final = ".ipynb"
MARKER_LINES: Final = 3
"""Lines before each cell that say which it is."""
MAX_PROSE_CHARS: Final = 500
"""Characters of a line of prose: longer ones are images."""

_HEADER: Final = re.compile(rb"# Jupyter notebook in ([a-z0-9_-]+)\n")
_VERSION: Final = re.compile(r"[-\s]?\d[\d.]*$")


class NotebookError(ValueError):
    """Bytes that are no notebook."""


class CellLine(NamedTuple):
    """A line of a cell. Both count from 1; cells of every kind count."""

    cell: int
    line: int


class Notebook(NamedTuple):
    """The text of a notebook and the first line of each of its cells in it."""

    content: bytes
    cells: tuple[int, ...]


def is_notebook(path: str) -> bool:
    """Say whether a path is that of a notebook."""
    return path.endswith(SUFFIX)


def read_notebook(content: bytes) -> Notebook:
    """Return the cells of a notebook as text. Raises NotebookError."""
    from codegraph_parsers import languages  # which asks whether a path is that of a notebook

    try:
        found = json.loads(content)
    except RecursionError:
        raise NotebookError("nested too deeply") from None
    except ValueError as error:
        line = getattr(error, "lineno", 0)
        raise NotebookError("no JSON" + (f": {getattr(error, 'msg', error)} in line {line}" if line else "")) from None
    values = _get_table(found)
    cells = _list_cells(values)
    if cells is None:
        raise NotebookError("it has no list of cells")
    language = _find_language(_get_table(values.get("metadata")))
    blank = languages.load_blanking(language)
    lines = [f"# Jupyter notebook in {language or 'text'}"]
    starts: list[int] = []
    for number, cell in enumerate(cells, 1):
        is_code = cell.get("cell_type") == "code"
        lines += ["", f"# %% cell {number}" + ("" if is_code else f" [{cell.get('cell_type') or 'unknown'}]"), ""]
        starts.append(len(lines) + 1)
        source = _read_source(cell)
        if not is_code:
            lines += [f"# {line[:MAX_PROSE_CHARS]}".rstrip() for line in source]
        elif not _has_language(cell, language):
            lines += [""] * len(source)
        else:
            lines += blank(source)
    text = "\n".join(lines).replace("\0", " ") + "\n"
    return Notebook(text.encode("utf-8", "replace"), tuple(starts))


def read_header(head: bytes) -> str:
    """Return the key of the language that the text of a notebook begins with."""
    match = _HEADER.match(head)
    return match[1].decode() if match is not None else ""


def find_cell_line(cells: Sequence[int], line: int) -> CellLine | None:
    """Return the cell and line of a line of the text, None for what is in no cell."""
    at = bisect_right(cells, line)
    if not at or (at < len(cells) and line >= cells[at] - MARKER_LINES):
        return None
    return CellLine(at, line - cells[at - 1] + 1)


def find_text_line(cells: Sequence[int], cell: int, line: int) -> int:
    """Return the line of the text for one of a cell, 0 where there is no such cell."""
    return cells[cell - 1] + line - 1 if 0 < cell <= len(cells) else 0


def format_line(line: int, cells: Sequence[int] = ()) -> str:
    """Format a line as people count it: `12`, in a notebook `cell 3:12`."""
    at = find_cell_line(cells, line)
    return f"cell {at.cell}:{at.line}" if at is not None else str(line)


def format_range(start: int, end: int, cells: Sequence[int] = ()) -> str:
    """Format the lines from one to another.

    They are `3-9`, in a notebook `cell 3:12-14` or `cell 3:12-cell 4:2`."""
    first, last = find_cell_line(cells, start), find_cell_line(cells, end)
    is_one_cell = first is not None and last is not None and first.cell == last.cell
    return f"{format_line(start, cells)}-{last.line if is_one_cell and last else format_line(end, cells)}"


def _get_table(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _list_cells(values: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """Return the cells of the fourth format, or of the sheets of those before."""
    found = values.get("cells")
    if found is None and isinstance(values.get("worksheets"), list):
        sheets = cast("list[object]", values["worksheets"])
        found = [cell for sheet in sheets for cell in _get_table(sheet).get("cells") or ()]
    if not isinstance(found, list):
        return None
    return [_get_table(cell) for cell in cast("list[object]", found)]


def _find_language(metadata: Mapping[str, Any]) -> str:
    """Return the language of a notebook, "" for one that is not known.

    Where nothing says it, it is the first language that notebooks are resolved in."""
    from codegraph_parsers import languages

    kernel, language = _get_table(metadata.get("kernelspec")), _get_table(metadata.get("language_info"))
    names = (language.get("name"), kernel.get("language"), kernel.get("name"))
    told = next((name for name in names if isinstance(name, str) and name), None)
    if told is None:
        return languages.find_notebook_language()
    known = languages.map_kernels()
    return known.get(told.lower()) or known.get(_VERSION.sub("", told.lower()), "")


def _has_language(cell: Mapping[str, Any], language: str) -> bool:
    """Say whether a cell is in the language of its notebook."""
    from codegraph_parsers import languages

    told = _get_table(_get_table(cell.get("metadata")).get("vscode")).get("languageId")
    return not isinstance(told, str) or not language or languages.map_kernels().get(told.lower()) == language


def _read_source(cell: Mapping[str, Any]) -> list[str]:
    source: object = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in cast("list[object]", source) if isinstance(part, str))
    text = source if isinstance(source, str) else ""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
