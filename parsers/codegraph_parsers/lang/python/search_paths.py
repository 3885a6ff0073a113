"""Folders that a file adds to where modules are looked for: `sys.path.append(str(Path(__file__).parent.parent))`.

Only what is told from the place of the file itself counts: a relative text or the working directory say where a program
was started, which no tree knows.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from codegraph_parsers.facts import Import

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SEARCH = "search:"  # module text of a folder, relative to that of the file
ADDING = ("sys.path.append", "sys.path.insert", "path.append", "path.insert")
SAME = frozenset(
    {"os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "str", "Path", "pathlib.Path"}
    | {"path.abspath", "path.realpath", "path.normpath", "abspath", "realpath", "normpath"}
)
PARENT = frozenset({"os.path.dirname", "path.dirname", "dirname"})
JOIN = frozenset({"os.path.join", "path.join", "join"})
METHODS = frozenset({"resolve", "absolute", "as_posix", "expanduser"})
MOST_LEVELS = 20
MOST_NODES = 20_000  # of a file that are looked at


def note_search_paths(w: Walker, root: Node) -> None:
    """Keep the folders that calls in the file add, as imports that bind nothing."""
    if b"sys.path" not in w.source and b"from sys import path" not in w.source:
        return
    known: dict[str, str] = {}  # name → path
    for node in _nodes(root):
        if node.type == "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            found = _path(w, right, known) if left is not None and left.type == "identifier" else None
            if left is not None and found is not None:
                known[w.text(left)] = found
        elif node.type == "call" and _called(w, node) in ADDING:
            given = _given(node)
            found = _path(w, given[-1], known) if given else None
            if found is not None:
                w.facts.imports.append(Import(SEARCH + found, "", "", node.start_point[0] + 1, "bind"))


def _nodes(root: Node) -> Iterator[Node]:
    """Assignments and calls of a file in order of source."""
    waiting, left = [root], MOST_NODES
    while waiting and left:
        node = waiting.pop()
        left -= 1
        if node.type in ("assignment", "call"):
            yield node
        waiting.extend(reversed(node.named_children))


def _called(w: Walker, call: Node) -> str:
    function = call.child_by_field_name("function")
    return w.text(function) if function is not None else ""


def _given(call: Node) -> list[Node]:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children if arguments is not None else []


def _path(w: Walker, node: Node | None, known: dict[str, str]) -> str | None:
    """A path relative to the folder of the file; None where it is not told from the file's own place."""
    if node is None:
        return None
    if node.type == "identifier":
        word = w.text(node)
        return posixpath.basename(w.facts.path) if word == "__file__" else known.get(word)
    if node.type == "parenthesized_expression" and node.named_children:
        return _path(w, node.named_children[0], known)
    if node.type == "binary_operator":
        sign = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        start, more = _path(w, left, known), _text(w, right)
        if start is None or more is None or sign is None or sign.type not in ("/", "+"):
            return None
        return _joined(start, more) if sign.type == "/" or more.startswith("/") else None
    if node.type in ("attribute", "subscript"):
        return _member(w, node, known)
    return _call(w, node, known) if node.type == "call" else None


def _member(w: Walker, node: Node, known: dict[str, str]) -> str | None:
    """`path.parent`, `path.parents[1]`"""
    wanted, times = "parent", 1
    if node.type == "subscript":
        keys, value = node.children_by_field_name("subscript"), node.child_by_field_name("value")
        if len(keys) != 1 or not w.text(keys[0]).isdigit() or value is None or value.type != "attribute":
            return None
        node, wanted, times = value, "parents", int(w.text(keys[0])) + 1
    name = node.child_by_field_name("attribute")
    found = _path(w, node.child_by_field_name("object"), known)
    if found is None or name is None or w.text(name) != wanted or times > MOST_LEVELS:
        return None
    for _ in range(times):
        found = _above(found)
    return found


def _call(w: Walker, node: Node, known: dict[str, str]) -> str | None:
    word, given = _called(w, node), _given(node)
    if word in SAME:
        return _path(w, given[0], known) if len(given) == 1 else None
    if word in PARENT:
        found = _path(w, given[0], known) if len(given) == 1 else None
        return _above(found) if found is not None else None
    function = node.child_by_field_name("function")
    start: str | None = None
    if word in JOIN and given:
        start = _path(w, given[0], known)
        given = given[1:]
    elif function is not None and function.type == "attribute":
        method = function.child_by_field_name("attribute")
        if method is None or w.text(method) not in METHODS | {"joinpath"}:
            return None
        start = _path(w, function.child_by_field_name("object"), known)
    for each in given:
        more = _text(w, each)
        start = _joined(start, more) if start is not None and more is not None else None
    return start


def _text(w: Walker, node: Node | None) -> str | None:
    if node is None:
        return None
    if node.type == "string":
        return "".join(w.text(child) for child in node.named_children if child.type == "string_content")
    return ".." if w.text(node) in ("os.pardir", "os.path.pardir") else None


def _joined(start: str, more: str) -> str:
    return posixpath.normpath(f"{start}/{more.strip('/')}")


def _above(path: str) -> str:
    return posixpath.normpath(f"{path}/..")
