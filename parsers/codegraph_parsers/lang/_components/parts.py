"""Parts of a component's file: its scripts and its markup.

The grammar reads the file as one script of the same length. Markup becomes a string statement, so that an edit of it
is an edit of the module, and styles become blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers.lang._components.code import blank
from codegraph_parsers.lang._ecmascript import repair

if TYPE_CHECKING:
    from tree_sitter import Tree

ATTRIBUTE = re.compile(rb"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
SCRIPTS = frozenset({"", "js", "javascript", "ts", "typescript", "jsx", "tsx", "babel"})
TYPES = frozenset({"", "module", "text/javascript", "application/javascript", "text/typescript", "text/babel", "ts"})
SHORTEST = 4  # bytes of markup that can be written as a text


class Part(NamedTuple):
    """A part of a component's file, source[start:end].

    `attributes` are those of its tag.
    """

    kind: str  # script | client (a script of its own, beside the component's) | markup
    start: int
    end: int
    attributes: dict[str, str]
    outer: tuple[int, int] = (0, 0)  # with its tags


@dataclass(frozen=True, slots=True)
class Parts:
    """Division of a component's file."""

    scripts: tuple[Part, ...]
    markup: tuple[Part, ...]


Divider = Callable[[bytes], Parts]


def read_attributes(text: bytes) -> dict[str, str]:
    """Read the attributes of an opening tag, whose name is left out."""
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text):
        value = next((group for group in match.groups()[1:] if group is not None), b"")
        found.setdefault(match.group(1).decode("utf-8", "replace"), value.decode("utf-8", "replace"))
    return found


def is_script(given: dict[str, str]) -> bool:
    """Return whether a `<script>` holds code in a language that is read here."""
    return given.get("lang", "").lower() in SCRIPTS and given.get("type", "").lower() in TYPES


def convert_to_script(source: bytes, parts: Parts) -> bytes:
    """Rewrite the file as one script."""
    text = bytearray(source)
    at = 0
    for part in sorted((*parts.scripts, *parts.markup), key=lambda part: part.start):
        blank(text, at, part.start)
        at = part.end
    blank(text, at, len(text))
    for part in parts.markup:
        _convert_to_text(text, part.start, part.end)
    for part in parts.scripts:
        if part.kind == "client":  # names of its own
            text[part.start - 1 : part.start] = b"{"
            text[part.end : part.end + 1] = b"}"
    return bytes(text)


def _convert_to_text(text: bytearray, start: int, end: int) -> None:
    """Rewrite markup as a string.

    Its quotes stand in the tags around the markup, or in place of its first and last byte where there are none.
    """
    if end - start < SHORTEST or not text[start:end].strip():
        blank(text, start, end)
        return
    text[start:end] = bytes(text[start:end]).translate(_PLAIN)
    first, last = max(start - 2, 0), min(end, len(text) - 1)
    text[first : first + 2 if start > 1 else first + 1] = b";`" if start > 1 else b"`"
    text[last : last + 2] = b"`;"[: len(text) - last]


_PLAIN = bytes.maketrans(b"`$\\", b"'  ")


def make_reader(divide: Divider) -> Callable[[bytes, Callable[[bytes], Tree]], Tree]:
    """Return the function that reads a kind of component (`LanguageSpec.read`)."""
    return partial(_read, divide)


def _read(divide: Divider, source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    try:
        parts = divide(source)
    except RecursionError:  # nested too deeply, which the walker reports
        parts = Parts((), ())
    return repair.read_typed(convert_to_script(source, parts), parse)


def find_raw_end(source: bytes, name: bytes, at: int, end: int) -> int:
    """Return where an element without markup is closed, -1 if nowhere."""
    found = re.compile(rb"</" + re.escape(name) + rb"(?![\w-])", re.IGNORECASE).search(source, at, end)
    return found.start() if found is not None else -1


def list_markup(source: bytes, taken: Iterable[tuple[int, int]]) -> tuple[Part, ...]:
    """Return the parts of a file that are not taken, as markup."""
    found: list[Part] = []
    at = 0
    for start, end in sorted(taken):
        if start > at:
            found.append(Part("markup", at, start, {}))
        at = max(at, end)
    if at < len(source):
        found.append(Part("markup", at, len(source), {}))
    return tuple(found)
