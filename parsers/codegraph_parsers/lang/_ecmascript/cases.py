"""Titled tests of jest, vitest, mocha and node:test.

They are calls of `describe`, `it`, `test` and their members.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from codegraph_parsers.cases import TestCase, Title

if TYPE_CHECKING:
    from tree_sitter import Node

TESTS: Final = frozenset({b"it", b"test", b"specify"})
GROUPS: Final = frozenset({b"describe", b"suite", b"context"})
_HOLES: Final = re.compile(r"%[#$%]?[sdifjopc]|%[#%$]|\$\{[^}]*\}|\$#|\$[A-Za-z_][\w.]*")
"""Placeholders in the title of a table of cases."""

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.S)


def find_test_cases(root: Node) -> Iterator[TestCase]:
    """Yield tests in source order, groups before their contents."""
    pending: list[tuple[Node, tuple[Title, ...], bool]] = [(root, (), False)]
    while pending:
        node, titles, within = pending.pop()
        if node.type == "call_expression" and not within:
            found = _parse_case(node)
            if found is not None:
                title, group = found
                titles, within = (*titles, title), not group
                yield TestCase(titles, node.start_point[0] + 1, node.end_point[0] + 1, group)
        pending += [(child, titles, within) for child in reversed(node.named_children)]


def _parse_case(call: Node) -> tuple[Title, bool] | None:
    """Return the title of a test, and whether it is one of a group.

    Returns None for a call of something else.
    """
    target, given = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if target is None or given is None or given.type != "arguments":
        return None
    word, is_table = target, False
    while word.type in ("member_expression", "call_expression"):
        attribute = word.child_by_field_name("property")
        is_table = is_table or (attribute is not None and attribute.text in (b"each", b"for"))
        inner = word.child_by_field_name("object") or word.child_by_field_name("function")
        if inner is None:
            return None
        word = inner
    values = [child for child in given.named_children if child.type != "comment"]
    if word.type != "identifier" or not values or word.text not in TESTS | GROUPS:
        return None
    has_function = any(value.type in ("arrow_function", "function_expression") for value in values[1:])
    if not has_function and len(values) < 2:
        return None  # `test.each(table)`, or a function of one's own
    return _parse_title(values[0], is_table), word.text in GROUPS


def _parse_title(node: Node, is_table: bool) -> Title:
    """Return the certain pieces of a title, ("", "") for a computed one."""
    if node.type == "string":
        text = _resolve_escapes(_read_text(node)[1:-1])
        return _split_holes(text) if is_table else (text,)
    if node.type == "template_string":
        pieces: list[str] = []
        last = ""
        for child in node.named_children:
            if child.type == "template_substitution":
                pieces.append(last)
                last = ""
            else:
                last += _resolve_escapes(_read_text(child))
        whole = (*pieces, last)
        return tuple(part for piece in whole for part in _split_holes(piece)) if is_table else whole
    return ("", "")


def _split_holes(text: str) -> Title:
    return tuple(_HOLES.split(text))


def _read_text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _resolve_escapes(text: str) -> str:
    def resolve(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code:
            return chr(min(int(code, 16), 0x10FFFF))
        return "" if match[4] in ("\n", "\r\n") else _ESCAPES.get(match[4], match[4])

    return _ESCAPE.sub(resolve, text) if "\\" in text else text
