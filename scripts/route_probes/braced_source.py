"""Source of languages with braces, read by its characters alone.

It is the reading of the probes that cannot run a framework, and shares nothing with the parsers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

CLOSING = {"(": ")", "[": "]", "{": "}"}
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|\$*"""(?:.*?)"""|@\$?"(?:[^"]|"")*"|\$@"(?:[^"]|"")*"|\$?"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n]){1,8}\'',
    re.DOTALL,
)
TESTS = re.compile(r"(?:^|/)[^/]*[Tt]ests?(?:\.[^/]*)?/|\.[Tt]ests?/|Tests?\.(?:cs|kt)$")


class Source:
    """A file, and its code: the text with blanks for comments and strings."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.code = TOKEN.sub(blank, text)

    def count_lines(self, at: int) -> int:
        """Return the line of a place."""
        return self.text.count("\n", 0, at) + 1

    def find_end(self, at: int) -> int:
        """Return where the bracket that opens at a place is closed."""
        depth = 0
        for place in range(at, len(self.code)):
            if self.code[place] in "([{":
                depth += 1
            elif self.code[place] in ")]}":
                depth -= 1
                if depth == 0:
                    return place
        return len(self.code) - 1

    def list_arguments(self, at: int) -> list[tuple[int, int]]:
        """Return where each argument stands in the brackets that open at a place."""
        end, start, found = self.find_end(at), at + 1, list[tuple[int, int]]()
        place = start
        while place <= end:
            if self.code[place] in "([{":
                place = self.find_end(place)
            elif self.code[place] == "," or place == end:
                inner = self.code[start:place]
                if inner.strip():
                    found.append((start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip())))
                start = place + 1
            place += 1
        return found


def blank(found: re.Match[str]) -> str:
    """Return the blanks that stand for a comment or a string, whose quotes are kept."""
    text = found[0]
    kept = re.sub(r"[^\n]", " ", text)
    return kept if text.startswith("/") else f'"{kept[1:-1]}"'


def list_sources(root: Path, suffix: str) -> Iterator[Source]:
    """Yield the sources below a folder that are no tests."""
    for path in sorted(root.rglob(f"*{suffix}")):
        if not TESTS.search(path.relative_to(root).as_posix()) and path.is_file():
            yield Source(path, path.read_text("utf-8-sig", "replace"))
