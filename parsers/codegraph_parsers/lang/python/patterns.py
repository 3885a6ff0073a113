"""Patterns of `match` statements: the names that they bind and narrow."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_match(w: Walker, node: Node) -> int:
    subject = node.child_by_field_name("subject")
    value = w.visit(subject) if subject is not None else 0
    body = node.child_by_field_name("body")
    arms: list[Callable[[], object]] = []
    for clause in body.named_children if body is not None else ():
        if clause.type == "case_clause":
            arms.append(partial(walk_case, w, clause, subject, value))
    w.walk_branches(arms, exhaustive=False)
    return 0


def walk_case(w: Walker, node: Node, subject: Node | None, value: int) -> None:
    patterns = [child for child in node.named_children if child.type == "case_pattern"]
    matched = [lower_pattern(w, child, value) for child in patterns]
    if subject is not None and subject.type == "identifier" and len(matched) == 1 and matched[0]:
        w.narrow(w.read_text(subject), w.add(ops.DECLARED, matched[0], value))
    w.visit_field(node, "guard")
    w.visit_field(node, "consequence")


def lower_pattern(w: Walker, node: Node, value: int) -> int:
    """Bind the names of a match pattern; return the class it demands.

    Returns 0 when it demands none.
    """
    kind = node.type
    if kind == "case_pattern":
        found = [lower_pattern(w, child, value) for child in node.named_children]
        return found[0] if len(found) == 1 else 0
    elif kind == "union_pattern":
        return w.union([lower_pattern(w, child, value) for child in node.named_children])
    elif kind == "dotted_name":
        if len(node.named_children) == 1:
            name = w.read_text(node)
            if name != "_":
                w.bind(name, value)
        else:
            lower_dotted_name(w, node)
    elif kind == "class_pattern":
        parts = node.named_children
        constructor = lower_dotted_name(w, parts[0]) if parts else 0
        position = 0
        for child in parts[1:]:
            inner = child.named_children[0] if child.named_children else child
            keyword, name = _split_keyword(inner)
            if keyword is not None:
                key = w.read_text(keyword.named_children[0])
                held = w.add(ops.FIELD_OF, constructor, value, key)
                said = [lower_pattern(w, sub, held) for sub in keyword.named_children[1:]]
                if name is not None:
                    known = said[0] if len(said) == 1 else 0
                    w.bind(w.read_text(name), w.add(ops.DECLARED, known, held) if known else held)
            else:
                lower_pattern(w, child, w.add(ops.FIELD_OF, constructor, value, position))
                position += 1
        return constructor
    elif kind == "as_pattern":
        parts = node.named_children
        constructor = lower_pattern(w, parts[0], value)
        if len(parts) > 1:
            w.bind(w.read_text(parts[-1]), w.add(ops.DECLARED, constructor, value) if constructor else value)
        return constructor
    else:
        for position, child in enumerate(node.named_children):
            lower_pattern(w, child, w.add(ops.ITEM, value, position, 0) if value else 0)
    return 0


def _split_keyword(node: Node) -> tuple[Node | None, Node | None]:
    """Split `key=pattern as name` into `key=pattern` and the name.

    The grammar puts the name outside the pattern. Both are None where there is no keyword.
    """
    if node.type == "keyword_pattern":
        return node, None
    parts = node.named_children
    first = parts[0].named_children if node.type == "as_pattern" and len(parts) == 2 else []
    return (first[0], parts[1]) if len(first) == 1 and first[0].type == "keyword_pattern" else (None, None)


def lower_dotted_name(w: Walker, node: Node) -> int:
    """Lower `a.b.C` in a pattern or decorator, with a mention of each part."""
    parts = [w.read_text(child) for child in node.named_children] or [w.read_text(node)]
    expr = w.look_up(parts[0])
    for part in parts[1:]:
        w.mention(expr, node.start_point[0] + 1)
        expr = w.share(ops.ATTR, expr, part)
    w.mention(expr, node.start_point[0] + 1)
    return expr
