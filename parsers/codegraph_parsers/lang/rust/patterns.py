"""Rust patterns: the names that they bind, and the parts of the matched value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.types import lower_path, lower_type
from codegraph_parsers.walker import MAX_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Bindings = dict[str, int]
REST = "remaining_field_pattern"
TRANSPARENT = frozenset({"mut_pattern", "ref_pattern", "reference_pattern", "match_pattern"})
NAMES = frozenset({"identifier", "self", "shorthand_field_identifier"})
SKIPPED = frozenset({"mutable_specifier", "line_comment", "block_comment", "attribute_item", "lifetime"})


def declare_local(w: Walker, name: str, expr: int) -> None:
    """Declare a local variable.

    It is not kept after its function, because other functions see an item of that name.
    """
    scope = w.scope
    if scope.blocks and name not in scope.blocks[-1]:
        scope.blocks[-1][name] = scope.env.get(name)
    scope.env[name] = expr


def bind(w: Walker, node: Node, value: int, mutable: bool = False) -> None:
    """Declare every name that a pattern binds.

    A value that is assigned later to a mutable name joins the earlier ones.
    """
    found: Bindings = {}
    collect(w, node, value, found, mutable)
    for name, expr in found.items():
        declare_local(w, name, expr)


def list_parts(node: Node) -> list[Node]:
    """Return the parts of a pattern, `_` included."""
    return [c for c in node.children if (c.is_named and c.type not in SKIPPED) or c.type == "_"]


def collect(w: Walker, node: Node, value: int, found: Bindings, mutable: bool = False) -> None:
    """Add the names that a pattern binds to `found`."""
    if w.depth > MAX_DEPTH:
        w.report_depth(node)
        return
    w.depth += 1
    _collect(w, node, value, found, mutable)
    w.depth -= 1


def _collect(w: Walker, node: Node, value: int, found: Bindings, mutable: bool) -> None:
    kind = node.type
    if kind in NAMES:
        name = w.read_text(node)
        if name[:1].isupper():
            lower_path(w, node, mention=True)
        else:
            found[name] = w.add(ops.UNION, value) if mutable else value
    elif kind in TRANSPARENT:
        for child in list_parts(node)[:1]:
            collect(w, child, value, found, mutable or kind == "mut_pattern")
    elif kind == "captured_pattern":
        inner = list_parts(node)
        if inner:
            found[w.read_text(inner[0])] = value
            for child in inner[1:]:
                collect(w, child, value, found)
    elif kind == "tuple_struct_pattern":
        _collect_tuple_struct(w, node, value, found)
    elif kind == "struct_pattern":
        _collect_struct(w, node, value, found)
    elif kind == "tuple_pattern":
        _collect_tuple(w, node, value, found)
    elif kind == "slice_pattern":
        item = w.add(ops.ITER, value) if value else 0
        for child in list_parts(node):
            collect(w, child, value if child.type == "captured_pattern" else item, found)
    elif kind == "or_pattern":
        _collect_alternatives(w, node, value, found)
    elif kind in ("scoped_identifier", "generic_pattern"):
        lower_path(w, node, mention=True) if kind == "scoped_identifier" else lower_type(w, node.named_children[0])
    elif kind == "range_pattern":
        for child in list_parts(node):
            if child.type in ("scoped_identifier", "identifier"):
                lower_path(w, child, mention=True)
    elif kind in ("macro_invocation", "const_block"):
        w.visit(node)


def lower_constructor(w: Walker, node: Node) -> int:
    found = node.child_by_field_name("type")
    if found is None:
        return 0
    previous, w.reference = w.reference, "reference"
    expr = lower_type(w, found)
    w.reference = previous
    return expr


def _collect_tuple_struct(w: Walker, node: Node, value: int, found: Bindings) -> None:
    made = lower_constructor(w, node)
    inner = list_parts(node)[1:]
    rest = next((i for i, child in enumerate(inner) if child.type == REST), len(inner))
    for position, child in enumerate(inner):
        held = w.add(ops.FIELD_OF, made, value, position) if made and position < rest else 0
        collect(w, child, held, found)


def _collect_struct(w: Walker, node: Node, value: int, found: Bindings) -> None:
    made = lower_constructor(w, node)
    for field in node.named_children:
        if field.type != "field_pattern":
            continue
        name, pattern = field.child_by_field_name("name"), field.child_by_field_name("pattern")
        if name is None:
            continue
        key = w.read_text(name)
        held = w.add(ops.FIELD_OF, made, value, key if key.isdigit() else f".{key}") if made else 0
        if pattern is not None:
            collect(w, pattern, held, found)
        else:
            found[key] = held


def _collect_tuple(w: Walker, node: Node, value: int, found: Bindings) -> None:
    inner = list_parts(node)
    rest = next((i for i, child in enumerate(inner) if child.type == REST), len(inner))
    for position, child in enumerate(inner):
        if not value or child.type == REST:
            held = 0
        elif position < rest:
            held = w.add(ops.ITEM, value, position, 0)
        else:
            held = w.add(ops.ITEM, value, len(inner) - position, 1)
        collect(w, child, held, found)


def _collect_alternatives(w: Walker, node: Node, value: int, found: Bindings) -> None:
    """Collect the bindings of alternatives.

    They bind the same names, and each name holds any value that an alternative gives it.
    """
    joined: dict[str, list[int]] = {}
    for child in list_parts(node):
        one: Bindings = {}
        collect(w, child, value, one)
        for name, expr in one.items():
            joined.setdefault(name, []).append(expr)
    for name, exprs in joined.items():
        found[name] = w.union(exprs)
