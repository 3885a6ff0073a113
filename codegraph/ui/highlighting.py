"""Classes of tokens of source text, from the spans of its grammar."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

Run = str | list[str]
"""A piece of a line: plain text, or its class and text."""

MOST_BYTES: Final = 1_000_000
"""Bytes of a file that is parsed for its colours; a larger one is shown plain."""

KEPT_FILES: Final = 64
KEPT_LINES: Final = 4_096
"""Lines shown alone whose runs are kept, apart from those of files: a symbol with many users would drop all files."""

COMMENT, STRING, NUMBER, KEYWORD, TYPE, DEFINITION, CONSTANT = "c", "s", "n", "k", "t", "d", "l"

_WORD: Final = re.compile(r"[A-Za-z_]+\Z")
_NUMBERS: Final = ("integer", "float", "number", "numeric", "decimal", "int_literal", "float_literal")
_CONSTANTS: Final = frozenset(("true", "false", "none", "null", "nil", "undefined", "True", "False", "None"))
_STRINGS: Final = ("string", "char_literal", "character", "rune_literal", "template_string", "heredoc")
_TYPES: Final = frozenset(("type_identifier", "primitive_type", "predefined_type", "builtin_type", "integral_type"))
_DECLARES: Final = re.compile(r"definition|declaration|declarator|_item\b|signature")
_BINDS: Final = re.compile(r"import|parameter|namespace_use")


def highlight(text: str, language: str) -> list[list[Run]]:
    """Return the runs of every line of a text.

    They are plain in a language without a grammar, and in a long text."""
    return [list(line) for line in _highlight(text, language)]


def highlight_line(text: str, language: str) -> list[Run]:
    """Return the runs of one line that is shown alone, without its indentation."""
    return list(_highlight_line(text.strip(), language))


@lru_cache(KEPT_LINES)
def _highlight_line(text: str, language: str) -> tuple[Run, ...]:
    return _compute_runs(text, language)[0]


@lru_cache(KEPT_FILES)
def _highlight(text: str, language: str) -> tuple[tuple[Run, ...], ...]:
    return _compute_runs(text, language)


def _compute_runs(text: str, language: str) -> tuple[tuple[Run, ...], ...]:
    data = text.encode("utf-8", "replace")
    root = _parse(data, language) if len(data) <= MOST_BYTES else None
    if root is None:
        return tuple((line,) if line else () for line in text.split("\n"))
    lines: list[list[Run]] = [[]]
    at = 0
    for start, end, kind in _list_spans(root):
        if start < at:
            continue
        _append(lines, data[at:start], "")
        _append(lines, data[start:end], kind)
        at = end
    _append(lines, data[at:], "")
    return tuple(map(tuple, lines))


def _parse(data: bytes, language: str) -> Node | None:
    from tree_sitter import Parser

    from codegraph_parsers.grammar import GrammarError, load
    from codegraph_parsers.languages import find_spec

    spec = find_spec(language) if language else None
    if spec is None:
        return None
    try:
        return Parser(load(spec.grammar)).parse(data).root_node
    except GrammarError:
        return None


def _append(lines: list[list[Run]], data: bytes, kind: str) -> None:
    for number, part in enumerate(data.decode("utf-8", "replace").split("\n")):
        if number:
            lines.append([])
        if part:
            lines[-1].append([kind, part] if kind else part)


def _list_spans(root: Node) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and class of tokens that have one, in order of their place."""
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None
        kind = _classify_whole(node)
        if not kind and cursor.goto_first_child():
            continue
        kind = kind or _classify_leaf(node, cursor.field_name)
        if kind:
            yield node.start_byte, node.end_byte, kind
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _classify_whole(node: Node) -> str:
    """Return the class of a node whose parts are of the same class.

    Returns "" where they have to be looked at."""
    name = node.type
    if not node.is_named:
        return ""
    if "comment" in name:
        return COMMENT
    if name in _TYPES:
        return TYPE
    if any(word in name for word in _STRINGS) and not any(
        "interpolation" in child.type or "substitution" in child.type for child in node.children
    ):
        return STRING
    return ""


def _classify_leaf(node: Node, field: str | None) -> str:
    name = node.type
    if not node.is_named:
        return KEYWORD if _WORD.match(name) else STRING if name in ('"', "'", "`", '"""') else ""
    if name in _CONSTANTS or name in ("boolean", "boolean_literal"):
        return CONSTANT
    if name.startswith(_NUMBERS) or name.endswith(("integer_literal", "floating_point_literal")):
        return NUMBER
    parent = node.parent
    if field == "name" and parent is not None and _DECLARES.search(parent.type) and not _BINDS.search(parent.type):
        return DEFINITION
    return ""
