"""Leaves of a syntax tree that have a given text.

Those in comments and in texts between quotation marks are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

_TEXT: Final = re.compile(r"string|heredoc|char(?:acter)?_literal|regex|quoted_content|raw_text|docstring")
_CODE: Final = re.compile(r"interpolation|substitution|expansion|embedded|template_expr")
"""Kinds of nodes that hold text, and of those in them that hold code again, as grammars call them."""

_COMMENT: Final = re.compile(r"comment")


class Leaf(NamedTuple):
    """A node without named children. Lines count from 1, columns and bytes from 0."""

    line: int
    column: int
    start: int


def find_leaves(root: Node, source: bytes, text: bytes, comments: Collection[str]) -> list[Leaf]:
    """Return the leaves of a tree that are `text`, in source order.

    `comments` are the kinds of nodes that are comments."""
    found: list[Leaf] = []
    for match in re.finditer(re.escape(text), source) if text else ():
        node = root.descendant_for_byte_range(match.start(), match.end())
        if node is None or (node.start_byte, node.end_byte) != match.span() or node.named_child_count:
            continue
        if not _is_text(node, comments):
            found.append(Leaf(node.start_point[0] + 1, node.start_point[1], node.start_byte))
    return found


def _is_text(node: Node, comments: Collection[str]) -> bool:
    """Say whether a node is in a comment or a text, and not in code within a text."""
    at: Node | None = node
    while at is not None:
        kind = at.type
        if kind in comments or _COMMENT.search(kind) or _TEXT.search(kind):
            return True
        if _CODE.search(kind):
            return False
        at = at.parent
    return False
