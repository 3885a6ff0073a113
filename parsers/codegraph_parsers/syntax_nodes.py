"""Children of the nodes of a syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


def find_child(node: Node, *kinds: str) -> Node | None:
    """Return the first child of one of some kinds."""
    for child in node.named_children:
        if child.type in kinds:
            return child
    return None
