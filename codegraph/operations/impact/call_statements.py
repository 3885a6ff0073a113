"""Calls that are statements, and members of objects that calls are given."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.languages import choose_spec
from codegraph_parsers.tree_parsing import parse_tree

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_CALL: Final = re.compile(r"call|invocation|new_expression|creation")
_AROUND: Final = re.compile(r"await|parenthesized|try_expression")
_STATEMENT: Final = "expression_statement"


class Statements:
    """Reads the syntax of files of the newer state."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._read = read
        self._trees: dict[str, Tree | None] = {}

    def is_unused(self, path: str, language: str, line: int, name: str) -> bool:
        """Return whether all calls of a name in a line are statements."""
        calls = self._find(path, language, line, name)
        return bool(calls) and all(_is_statement(call) for call in calls)

    def find_member(self, path: str, language: str, line: int, name: str, member: str) -> int:
        """Return the line of a member of an object that a call in a line is given.

        `name` is what is called. It is the line of the call where the member is not found."""
        for call in self._find(path, language, line, name):
            arguments = call.child_by_field_name("arguments")
            for node in arguments.named_children if arguments is not None else ():
                given = node.named_children if node.type == "object" else ()
                keys = (each.child_by_field_name("key") or each.child_by_field_name("name") or each for each in given)
                at = next((key.start_point[0] for key in keys if key.text == member.encode()), None)
                if at is not None:
                    return at + 1
        return line

    def _find(self, path: str, language: str, line: int, name: str) -> list[Node]:
        tree = self._trees.get(path)
        if path not in self._trees:
            content = self._read(path)
            source = SourceFile(path, content or b"", language, "")
            tree = self._trees[path] = parse_tree(choose_spec(source), source.content)[0] if content else None
        return _find_calls(tree.root_node, line - 1, name.encode()) if tree is not None else []


def _find_calls(root: Node, row: int, name: bytes) -> list[Node]:
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.start_point[0] > row or node.end_point[0] < row:
            continue
        if _CALL.search(node.type) and node.is_named:
            called = (node.text or b"").partition(b"(")[0].rstrip()
            if called.endswith(name):
                found.append(node)
        stack.extend(node.children)
    return found


def _is_statement(call: Node) -> bool:
    node = call
    while node.parent is not None and _AROUND.search(node.parent.type):
        node = node.parent
    return node.parent is not None and node.parent.type == _STATEMENT
