"""Lines of a terminal that are drawn again: each drawing replaces the one before, and none wraps."""

from __future__ import annotations

import io
import os
import re
import sys

import pytest

from codegraph.runtime.live_region import YELLOW, LiveRegion, Run, can_redraw

ESCAPE = re.compile("\x1b\\[[0-9;]*[A-Za-z]")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "4")


def show(text: str) -> list[str]:
    """Return the lines that a terminal shows after these characters."""
    lines, at = [""], 0
    for piece in re.split("(\x1b\\[[0-9]*A|\x1b\\[2K|\x1b\\[0?J|\n|\r)", text):
        if piece == "\n":
            at += 1
            lines += [""] * (at + 1 - len(lines))
        elif up := re.fullmatch("\x1b\\[([0-9]+)A", piece):
            at -= int(up[1])
        elif piece == "\x1b[2K":
            lines[at] = ""
        elif piece == "\x1b[0J":
            del lines[at:]
            lines.append("")
        elif piece != "\r":
            lines[at] += ESCAPE.sub("", piece)
    return lines


def test_a_drawing_replaces_the_one_before() -> None:
    stream = io.StringIO()
    region = LiveRegion(stream)
    region.draw([[Run("first")], [Run("second")]])
    assert show(stream.getvalue()) == ["first", "second", ""]
    region.draw([[Run("third", YELLOW)]])
    assert show(stream.getvalue()) == ["third", ""]
    region.clear()
    assert show(stream.getvalue()) == [""]


def test_a_long_line_is_cut_also_where_characters_are_wide() -> None:
    stream = io.StringIO()
    LiveRegion(stream).draw([[Run("a" * 15), Run("b" * 15)], [Run("価" * 15)]])
    first, second, _ = show(stream.getvalue())
    assert first == "a" * 15 + "bbb…" and second == "価" * 9 + "…"


def test_no_more_lines_are_drawn_than_the_terminal_has() -> None:
    stream = io.StringIO()
    LiveRegion(stream).draw([Run(str(at))] for at in range(9))
    assert show(stream.getvalue()) == ["0", "1", "2", ""]


def test_a_name_moves_no_cursor() -> None:
    stream = io.StringIO()
    LiveRegion(stream).draw([[Run("\x1b[2Jname")]])
    assert show(stream.getvalue()) == ["\\x1b[2Jname", ""]


def test_a_terminal_that_is_gone_stops_nothing() -> None:
    stream = io.StringIO()
    region = LiveRegion(stream)
    stream.close()
    region.draw([[Run("text")]])
    region.clear()


@pytest.mark.skipif(os.name == "nt", reason="consoles of Windows have no TERM")
@pytest.mark.parametrize(("term", "is_able"), [("xterm", True), ("dumb", False), ("", False)])
def test_a_dumb_terminal_cannot_redraw(term: str, is_able: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("TERM", term)
    assert can_redraw(stream) is is_able
