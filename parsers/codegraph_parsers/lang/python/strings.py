"""Strings that name code: `"package.module.name"`, `"package.module:name"`, what `setattr(thing, "name", …)` is given.

They mention what they name without importing it. Most strings with dots in them name nothing of the tree, so a string
that leads nowhere is no miss.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NAMED = "named:"  # module text of an import that a string makes; see `imports.py`
DOTTED = re.compile(rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*[.:][A-Za-z_]\w*")
MARKED = re.compile(rb"""['"]([A-Za-z_]\w*)(?:\{|%s|['"])""")  # how a name begins of which the rest is put in


def mention(w: Walker, text: bytes, line: int) -> int:
    """What a dotted string names; 0 when it cannot be a name."""
    if DOTTED.fullmatch(text) is None:
        return 0
    key = ("named", text)
    expr = w.literals.get(key)
    if expr is None:
        head, _, name = text.decode("ascii").replace(":", ".").rpartition(".")
        module = w.add(ops.DECLARED, 0, w.import_(NAMED + head, "", "", line, "bind"))  # declared: never exact
        expr = w.literals[key] = w.add(ops.ATTR, module, name)
    w.site("token", expr, line)
    return expr


def prefix(w: Walker, node: Node) -> str:
    """How a name begins that is put together: `"visit_" + kind`, `f"visit_{kind}"`, `"visit_%s" % kind`."""
    if node.type == "identifier":
        assigned = _assigned(w, node)
        return prefix(w, assigned) if assigned is not None else ""
    if node.type == "call":
        target = node.child_by_field_name("function")
        inside = target.child_by_field_name("object") if target is not None and target.type == "attribute" else None
        if inside is None or inside.type != "string":
            return ""
        node = inside
    elif node.type == "binary_operator":
        left = node.child_by_field_name("left")
        if left is None or left.type != "string":
            return ""
        node = left
    elif node.type != "string" or all(child.type != "interpolation" for child in node.named_children):
        return ""
    found = MARKED.search(w.source, node.start_byte, node.end_byte)
    return found[1].decode("ascii") if found is not None else ""


def _assigned(w: Walker, name: Node) -> Node | None:
    """What a variable of the function around it is set to, where that is said once and is no name in turn."""
    around = name.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    found: list[Node] = []
    waiting, word = [around] if around is not None else [], w.text(name)
    while waiting:
        node = waiting.pop()
        if node.type in ("assignment", "augmented_assignment", "named_expression", "for_statement"):
            left = node.child_by_field_name("left") or node.child_by_field_name("name")
            right = node.child_by_field_name("right") or node.child_by_field_name("value")
            if left is not None and right is not None and w.text(left) == word:
                found.append(right)
        waiting.extend(node.named_children)
    return found[0] if len(found) == 1 and found[0].type != "identifier" else None


def mention_arguments(w: Walker, call: int, line: int) -> None:
    """The first argument of a call by its string, or the member of it that the second one names. What then `wraps` the
    same is run all the same."""
    positional: tuple[int, ...] = w.exprs[call][2]
    keywords: tuple[tuple[str, int], ...] = w.exprs[call][3]
    if not positional:
        return
    first, named = w.exprs[positional[0]], 0
    if first[0] == ops.LITERAL:
        named = mention(w, str(first[2]).encode(), line)
    elif len(positional) > 1:
        second = w.exprs[positional[1]]
        if second[0] == ops.LITERAL and str(second[2]).isidentifier():
            named = w.add(ops.ATTR, positional[0], second[2])
            w.site("token", named, line)
    if named and any(name == "wraps" for name, _ in keywords):
        w.site("requested", w.add(ops.CALL, named, (), ()), line)
