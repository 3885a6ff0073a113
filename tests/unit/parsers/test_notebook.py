"""A notebook is read as the text of its cells, and every line of it has its place in a cell."""

from __future__ import annotations

import json
import time

import pytest
from support.notebooks import make_notebook

from codegraph_parsers import languages
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileStatus, SourceFile
from codegraph_parsers.notebook import (
    CellLine,
    Notebook,
    NotebookError,
    find_cell_line,
    find_text_line,
    format_line,
    format_range,
    read_notebook,
)


def read(*cells: tuple[str, str]) -> Notebook:
    return read_notebook(make_notebook(*cells).encode())


def read_cell(source: str) -> list[str]:
    """Return the lines of the only cell of a notebook."""
    found = read(("code", source))
    return found.content.decode().split("\n")[found.cells[0] - 1 : -1]


def test_every_line_of_a_cell_is_a_line_of_the_text() -> None:
    sources = ("x = 1\ny = 2", "", "def f():\n    return 3\n", "f()")
    found = read(*[("code", source) for source in sources])
    lines = found.content.decode().split("\n")
    for number, source in enumerate(sources, 1):
        for line, text in enumerate(source.split("\n"), 1):
            at = find_text_line(found.cells, number, line)
            assert lines[at - 1] == text
            assert find_cell_line(found.cells, at) == CellLine(number, line)


def test_prose_is_a_comment_and_counts_as_a_cell() -> None:
    found = read(("markdown", "# The shop\n\ndef total(): ..."), ("raw", "x = 1"), ("code", "x = 2"))
    assert b"# # The shop\n#\n# def total(): ...\n" in found.content
    assert b"\n# x = 1\n" in found.content
    assert len(found.cells) == 3
    facts = parse(SourceFile("shop.ipynb", found.content, "python", ""))
    assert [symbol.name for symbol in facts.symbols[1:]] == ["x"]


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("%matplotlib inline\nx = 1", ["", "x = 1"]),
        ("!pip install \\\n  shop\nx = 1", ["", "", "x = 1"]),
        ("?print\nprint?\nshop.Cart??", ["", "", ""]),
        ("files = !ls\nrows = %sql SELECT 1", ["files = ...", "rows = ..."]),
        ("if x:\n    !rm y\nz = 1", ["if x:", "    pass", "z = 1"]),
        ("%%time\nx = 1", ["", "x = 1"]),
        ("\n%%bash\nfor x in y; do", ["", "", ""]),
        ("x = (3\n  % 2)", ["x = (3", "  % 2)"]),
        ("x = 3 \\\n  % 2", ["x = 3 \\", "  % 2"]),
        ('x = """\n%time\n!ls\n"""\n%time y', ['x = """', "%time", "!ls", '"""', ""]),
        ("x = 'a(' # (\n%time y", ["x = 'a(' # (", ""]),
        ("x %= 2\ny != 3", ["x %= 2", "y != 3"]),
    ],
)
def test_magics_are_blanked_out_line_by_line(source: str, kept: list[str]) -> None:
    assert read_cell(source) == kept


def test_outputs_are_not_kept() -> None:
    text = make_notebook(("code", "x = 1"), output="secret " * 100_000)
    assert b"secret" not in read_notebook(text.encode()).content


def test_cells_of_the_third_format_and_sources_as_one_text_are_read() -> None:
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]}]}
    new = {"cells": [{"cell_type": "code", "source": "x = 1\r\ny = 2"}]}
    for notebook in (old, new):
        assert b"\nx = 1\ny = 2\n" in read_notebook(json.dumps(notebook).encode()).content


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"cells": 3}', b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}", b'{"cells"'],
)
def test_what_is_no_notebook_is_refused(content: bytes) -> None:
    with pytest.raises(NotebookError):
        read_notebook(content)


@pytest.mark.parametrize(
    "line", [" " * 1_000_000, "x" * 1_000_000, "(" * 1_000_000, "'" * 999_999, "x = " + " " * 1_000_000]
)
def test_long_lines_take_no_time_to_speak_of(line: str) -> None:
    began = time.process_time()
    read_cell(f"{line}\n{line}")
    assert time.process_time() - began < 5


def test_odd_cells_cost_nothing_else() -> None:
    cells = [3, None, {}, {"cell_type": "code", "source": [1, "x = 1"]}, {"cell_type": "code", "source": "\ud800\0"}]
    found = read_notebook(json.dumps({"cells": cells}).encode())
    assert len(found.cells) == 5
    assert b"\nx = 1\n" in found.content


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"language_info": {"name": "python", "version": "3.12"}}, "python"),
        ({"kernelspec": {"name": "python3"}}, "python"),
        ({"kernelspec": {"name": "ir", "language": "R"}}, "r"),
        ({"kernelspec": {"name": "julia-1.10", "language": "julia"}}, "julia"),
        ({"kernelspec": {"name": "julia-1.10"}}, "julia"),
        ({}, "python"),
        ({"kernelspec": {"name": "javascript", "language": "javascript"}}, ""),
        ({"kernelspec": 3, "language_info": []}, "python"),
    ],
)
def test_the_kernel_decides_the_language(metadata: dict[str, object], language: str) -> None:
    content = read_notebook(make_notebook(("code", "x = 1"), metadata=metadata).encode()).content
    assert (languages.detect("shop.ipynb", content) or "") == language


def test_a_shell_line_of_julia_is_blanked_out() -> None:
    text = make_notebook(("code", ";ls"), ("code", "x = 1"), metadata={"language_info": {"name": "julia"}})
    content = read_notebook(text.encode()).content
    assert b"ls" not in content and b"\nx = 1\n" in content


def test_cells_of_another_language_are_blanked_out() -> None:
    cell = {"cell_type": "code", "metadata": {"vscode": {"languageId": "sql"}}, "source": "SELECT 1"}
    assert b"SELECT" not in read_notebook(json.dumps({"cells": [cell]}).encode()).content


def test_lines_between_cells_are_in_no_cell() -> None:
    cells = read(("code", "x = 1"), ("code", "y = 2")).cells
    assert find_cell_line(cells, 1) is None
    assert find_cell_line(cells, cells[1] - 1) is None
    assert find_text_line(cells, 3, 1) == 0


def test_positions_are_written_as_cell_and_line() -> None:
    cells = (5, 12)
    assert format_line(13, cells) == "cell 2:2"
    assert format_line(13) == "13"
    assert format_range(5, 7, cells) == "cell 1:1-3"
    assert format_range(5, 13, cells) == "cell 1:1-cell 2:2"
    assert format_range(5, 13, ()) == "5-13"


def test_the_cells_are_one_module() -> None:
    found = read(("code", "def total():\n    return 1"), ("code", "%time total()"), ("code", "total()"))
    facts = parse(SourceFile("shop.ipynb", found.content, "python", ""))
    assert facts.status is FileStatus.INDEXED
    assert [symbol.qualname for symbol in facts.symbols] == ["", "total"]
