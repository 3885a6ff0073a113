"""Query expressions of C#: `from x in xs where … select …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.csharp import types
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SEQUENCE = "$sequence"


def lower_query(w: Walker, node: Node) -> int:
    """Lower a query.

    Its variables are elements of what they range over, its result is a sequence of what it selects.
    """
    w.open_block()
    result = 0
    for clause in node.named_children:
        if clause.type == "from_clause":
            _bind_range(w, clause)
        elif clause.type == "let_clause":
            parts = [child for child in clause.named_children if not child.is_extra]
            if len(parts) > 1:
                w.declare(w.read_text(parts[0]), w.visit(parts[-1]) or w.add(ops.UNKNOWN))
        elif clause.type == "join_clause":
            _bind_join(w, clause)
        elif clause.type == "select_clause":
            values = w.visit_all([child for child in clause.named_children if not child.is_extra])
            result = w.add(ops.LIST, SEQUENCE, (values[-1] if values else 0,))
        elif clause.type == "identifier":  # `into x`
            w.declare(w.read_text(clause), w.add(ops.ITER, result) if result else w.add(ops.UNKNOWN))
        else:
            w.visit_children(clause)
    w.close_block()
    return result


def _bind_range(w: Walker, node: Node) -> None:
    name, declared = node.child_by_field_name("name"), lower_type(w, node.child_by_field_name("type"))
    source = node.named_children[-1] if node.named_children else None
    value = w.visit(source) if source is not None else 0
    element = w.add_instance(declared) if declared else w.add(ops.ITER, value) if value else w.add(ops.UNKNOWN)
    if name is not None:
        w.declare(w.read_text(name), element)


def _bind_join(w: Walker, node: Node) -> None:
    parts = [child for child in node.named_children if not child.is_extra and child.type != "join_into_clause"]
    if parts and parts[0].type in types.TYPES and len(parts) > 4:
        lower_type(w, parts.pop(0))
    value = w.visit(parts[1]) if len(parts) > 1 else 0
    if parts:
        w.declare(w.read_text(parts[0]), w.add(ops.ITER, value) if value else w.add(ops.UNKNOWN))
    for part in parts[2:]:
        w.visit(part)
    into = find_child(node, "join_into_clause")
    if into is not None and into.named_children:
        w.declare(w.read_text(into.named_children[-1]), value or w.add(ops.UNKNOWN))
