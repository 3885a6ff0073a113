"""Types that source declares, and what documentation says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers.lang.php import names, phpdoc

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NAMES = frozenset({"name", "qualified_name", "relative_name"})
PRIMITIVES = {
    "array": "array", "iterable": "array", "string": phpdoc.STRING, "int": "integer", "float": "double",
    "bool": "boolean", "true": "boolean", "false": "boolean",
}  # fmt: skip


def lower_type(w: Walker, node: Node | None) -> int:
    """Return the type expression of a type node, 0 where it says nothing.

    Classes are mentioned.
    """
    if node is None:
        return 0
    kind = node.type
    if kind in NAMES:
        return lower_name(w, node)
    if kind == "primitive_type":
        word = w.read_text(node).lower()
        if word == "callable":
            return names.refer(w, "Closure", node.start_point[0] + 1)
        return phpdoc.build_builtin(w, PRIMITIVES[word]) if word in PRIMITIVES else 0
    return w.union([lower_type(w, child) for child in node.named_children])


def lower_name(w: Walker, node: Node) -> int:
    word, line = w.read_text(node), node.start_point[0] + 1
    expr = names.refer_to_class(w, word, line)
    if expr and word.lower() not in names.RELATIVE:
        w.mention(expr, line, "type")
    return expr


def choose_type(w: Walker, declared: int, documented: str, line: int) -> int:
    """Return the type of a declaration.

    What its documentation says is more exact, where it says anything.
    """
    return (phpdoc.lower_type(w, documented, line) if documented else 0) or declared
