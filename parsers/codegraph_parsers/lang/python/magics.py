"""Cells of IPython as Python: magics and shell commands are blanked out."""

from __future__ import annotations

import re
from typing import Final

PYTHON_CELLS: Final = frozenset(
    ("capture", "debug", "lprun", "memit", "mprun", "prun", "px", "python", "python3", "time", "timeit")
)
"""Cell magics whose cells are Python."""
_MAGIC: Final = re.compile(r"\s*(?:[%!?]|(?:[\w.]|\*(?=\w))+\?{1,2}\s*$)")
_ASSIGNED: Final = re.compile(r"([\w.,\[\]\"' \t]+=\s*)[%!](?=\S)")
_TOKEN: Final = re.compile(r"#.*|\"\"\"|'''|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?|[()\[\]{}]")


def blank_magics(lines: list[str]) -> list[str]:
    """Blank out what IPython runs itself.

    A magic can only begin a statement: `%` may continue one."""
    kept: list[str] = []
    magic = _find_cell_magic(lines)
    if magic and magic not in PYTHON_CELLS:
        return [""] * len(lines)
    delimiter, depth = "", 0
    continues = blanks = False  # whether the line before ends in a backslash, and was a magic
    for line in lines:
        if blanks and continues:
            kept.append("")
            continues = line.endswith("\\")
            continue
        begins = not (delimiter or depth or continues)
        assigned = _ASSIGNED.match(line) if begins else None
        blanks = assigned is not None or (begins and _MAGIC.match(line) is not None)
        continues = line.endswith("\\")
        if assigned is not None:
            kept.append(f"{assigned[1]}...")
        elif blanks:
            indent = line[: len(line) - len(line.lstrip())]
            kept.append(f"{indent}pass" if indent else "")
        else:
            kept.append(line)
            delimiter, depth = _follow(line, delimiter, depth)
    return kept


def _find_cell_magic(lines: list[str]) -> str:
    """Return the name of the magic that a whole cell is for."""
    first = next((line for line in lines if line.strip()), "")
    return first[2:].partition(" ")[0].strip() if first.startswith("%%") else ""


def _follow(line: str, delimiter: str, depth: int) -> tuple[str, int]:
    """Return the string and the brackets that are open behind a line.

    The string is one of several lines.
    """
    at = 0
    while at < len(line):
        if delimiter:
            while at < len(line) and not line.startswith(delimiter, at):
                at += 2 if line[at] == "\\" else 1
            if at >= len(line):
                return delimiter, depth
            at, delimiter = at + len(delimiter), ""
            continue
        match = _TOKEN.search(line, at)
        if match is None:
            break
        at = match.end()
        if match[0] in ('"""', "'''"):
            delimiter = match[0]
        elif match[0] in ("(", "[", "{"):
            depth += 1
        elif match[0] in (")", "]", "}"):
            depth = max(0, depth - 1)
    return delimiter, depth
