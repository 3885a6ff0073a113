"""Folders that a file adds to the search path of modules.

An example is `sys.path.append(str(Path(__file__).parent.parent))`. Only paths that follow from the place of the file
itself count: a relative text and the working directory depend on where a program was started, which no tree knows.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from codegraph_parsers.file_facts import Import

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
    for node in _iterate_nodes(root):
        if node.type == "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            found = _read_path(w, right, known) if left is not None and left.type == "identifier" else None
            if left is not None and found is not None:
                known[w.read_text(left)] = found
        elif node.type == "call" and _read_callee(w, node) in ADDING:
            given = _list_arguments(node)
            found = _read_path(w, given[-1], known) if given else None
            if found is not None:
                w.facts.imports.append(Import(SEARCH + found, "", "", node.start_point[0] + 1, "bind"))


def _iterate_nodes(root: Node) -> Iterator[Node]:
    """Yield the assignments and calls of a file in source order."""
    waiting, left = [root], MOST_NODES
    while waiting and left:
        node = waiting.pop()
        left -= 1
        if node.type in ("assignment", "call"):
            yield node
        waiting.extend(reversed(node.named_children))


def _read_callee(w: Walker, call: Node) -> str:
    function = call.child_by_field_name("function")
    return w.read_text(function) if function is not None else ""


def _list_arguments(call: Node) -> list[Node]:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children if arguments is not None else []


def _read_path(w: Walker, node: Node | None, known: dict[str, str]) -> str | None:
    """Return a path relative to the folder of the file.

    Returns None where it does not follow from the file's own place.
    """
    if node is None:
        return None
    if node.type == "identifier":
        word = w.read_text(node)
        return posixpath.basename(w.facts.path) if word == "__file__" else known.get(word)
    if node.type == "parenthesized_expression" and node.named_children:
        return _read_path(w, node.named_children[0], known)
    if node.type == "binary_operator":
        sign = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        start, more = _read_path(w, left, known), _read_text(w, right)
        if start is None or more is None or sign is None or sign.type not in ("/", "+"):
            return None
        return _join_paths(start, more) if sign.type == "/" or more.startswith("/") else None
    if node.type in ("attribute", "subscript"):
        return _read_member(w, node, known)
    return _read_call(w, node, known) if node.type == "call" else None


def _read_member(w: Walker, node: Node, known: dict[str, str]) -> str | None:
    """Read `path.parent`, `path.parents[1]`."""
    wanted, times = "parent", 1
    if node.type == "subscript":
        keys, value = node.children_by_field_name("subscript"), node.child_by_field_name("value")
        if len(keys) != 1 or not w.read_text(keys[0]).isdigit() or value is None or value.type != "attribute":
            return None
        node, wanted, times = value, "parents", int(w.read_text(keys[0])) + 1
    name = node.child_by_field_name("attribute")
    found = _read_path(w, node.child_by_field_name("object"), known)
    if found is None or name is None or w.read_text(name) != wanted or times > MOST_LEVELS:
        return None
    for _ in range(times):
        found = _find_parent(found)
    return found


def _read_call(w: Walker, node: Node, known: dict[str, str]) -> str | None:
    word, given = _read_callee(w, node), _list_arguments(node)
    if word in SAME:
        return _read_path(w, given[0], known) if len(given) == 1 else None
    if word in PARENT:
        found = _read_path(w, given[0], known) if len(given) == 1 else None
        return _find_parent(found) if found is not None else None
    function = node.child_by_field_name("function")
    start: str | None = None
    if word in JOIN and given:
        start = _read_path(w, given[0], known)
        given = given[1:]
    elif function is not None and function.type == "attribute":
        method = function.child_by_field_name("attribute")
        if method is None or w.read_text(method) not in METHODS | {"joinpath"}:
            return None
        start = _read_path(w, function.child_by_field_name("object"), known)
    for each in given:
        more = _read_text(w, each)
        start = _join_paths(start, more) if start is not None and more is not None else None
    return start


def _read_text(w: Walker, node: Node | None) -> str | None:
    if node is None:
        return None
    if node.type == "string":
        return "".join(w.read_text(child) for child in node.named_children if child.type == "string_content")
    return ".." if w.read_text(node) in ("os.pardir", "os.path.pardir") else None


def _join_paths(start: str, more: str) -> str:
    return posixpath.normpath(f"{start}/{more.strip('/')}")


def _find_parent(path: str) -> str:
    return posixpath.normpath(f"{path}/..")
