"""Paths of `require` and `include` that the source decides."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

HERE = "."
"""Begins a path that starts in the file's own folder; others start in the folder where the program runs."""

STRINGS = frozenset({"string", "encapsed_string"})


def read_path(w: Walker, node: Node) -> str:
    """Return the path that an expression gives, "" where it is not known."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node.type in STRINGS:
        parts = node.named_children
        return w.read_text(parts[0]) if len(parts) == 1 and parts[0].type == "string_content" else ""
    if node.type == "name":
        return {"__DIR__": HERE, "__FILE__": f"{HERE}/{posixpath.basename(w.facts.path)}"}.get(w.read_text(node), "")
    if node.type == "binary_expression":
        return _join(w, node)
    return _read_folder(w, node) if node.type == "function_call_expression" else ""


def _join(w: Walker, node: Node) -> str:
    left, right, sign = (node.child_by_field_name(each) for each in ("left", "right", "operator"))
    if left is None or right is None or sign is None or sign.type != ".":
        return ""
    first, second = read_path(w, left), read_path(w, right)
    if not first or not second or not first.startswith(HERE):
        return ""
    return f"{first.rstrip('/')}/{second.lstrip('/')}" if second.startswith("/") else first + second


def _read_folder(w: Walker, node: Node) -> str:
    """Return the path of `dirname(…)`."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or w.read_text(function).lstrip("\\").lower() != "dirname":
        return ""
    given = [child.named_children[-1] for child in arguments.named_children if child.named_children]
    path = read_path(w, given[0]) if given else ""
    levels = w.read_text(given[1]) if len(given) > 1 else "1"
    if not path.startswith(HERE) or not levels.isdigit():
        return ""
    for _ in range(min(int(levels), 20)):
        path = f"{HERE}/.." if path == HERE else posixpath.dirname(path) if not path.endswith("..") else f"{path}/.."
    return path
