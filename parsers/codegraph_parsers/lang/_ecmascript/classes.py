"""Lowering of classes, with their bases, members and decorators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, SymbolKind
from codegraph_parsers.lang._ecmascript import functions, jsdoc
from codegraph_parsers.lang._ecmascript.functions import FUNCTION_VALUES, list_modifiers, read_key
from codegraph_parsers.lang._ecmascript.interfaces import ITEM_MEMBER, add_item, add_member, lower_base, merge_interface
from codegraph_parsers.lang._ecmascript.scopes import get_state, get_symbol, merge, read_doc, unwrap
from codegraph_parsers.lang._ecmascript.types import (
    declare_type_parameters,
    lower_annotation,
    lower_declared_type,
    lower_type_arguments,
)
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

METHODS = frozenset({"method_definition", "abstract_method_signature", "method_signature"})
FIELDS = frozenset({"public_field_definition", "field_definition"})


def lower_declaration(w: Walker, node: Node) -> int:
    name_node = node.child_by_field_name("name")
    parent = node.parent
    start = parent if parent is not None and parent.type == "export_statement" else None
    return lower_class(
        w, node, w.read_text(name_node) if name_node is not None else "default", name_node, start=start, bind=True
    )


def lower_expression(w: Walker, node: Node) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is not None:
        return lower_class(w, node, w.read_text(name_node), name_node)
    return lower_class(w, node, "<class>", None, flags=Flag.ANONYMOUS)


def lower_class(
    w: Walker, node: Node, name: str, name_node: Node | None, *, start: Node | None = None, bind: bool = False,
    flags: int = 0, parent: int | None = None,
) -> int:  # fmt: skip
    """Define a class; return its expression."""
    body = node.child_by_field_name("body")
    decorators = [
        child
        for child in (*(start.named_children if start is not None else ()), *node.named_children)
        if child.type == "decorator"
    ]
    if node.type == "abstract_class_declaration":
        flags |= Flag.ABSTRACT
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.CLASS,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, end),
        doc=read_doc(w, start or node),
        flags=int(flags),
        start=decorators[0] if decorators else start,
        parent=parent,
        decorators=read_decorators(w, decorators),
    )
    own = w.add(ops.SYM, symbol)
    if bind and name_node is not None:
        merge_interface(w, name, own, node)
        merge(w, name, own)
    elif node.type == "class" and name_node is not None and can_bind_name(w, node, name):
        w.bind(name, own)
    decorate(w, symbol, [child for child in node.named_children if child.type == "decorator"])
    if start is not None and start.type == "export_statement":
        decorate(w, symbol, [child for child in start.named_children if child.type == "decorator"])
    w.open_scope(symbol, "class")
    get_state(w).receivers.append(w.share(ops.CLASSREF, symbol))
    declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    bases = lower_bases(w, node)
    if bases:
        w.facts.bases[symbol] = (*bases, *w.facts.bases.get(symbol, ()))
    if body is not None:
        walk_members(w, symbol, body)
    get_state(w).receivers.pop()
    w.close_scope()
    return own


def can_bind_name(w: Walker, node: Node, name: str) -> bool:
    """Return whether the name of a class expression is free in the scope around it."""
    return node.child_by_field_name("name") is not None and w.scope.kind != "class" and name not in w.scope.env


def read_decorators(w: Walker, nodes: list[Node]) -> tuple[str, ...]:
    return tuple(w.read_one_line(node.start_byte, node.end_byte, 120).lstrip("@") for node in nodes)


def decorate(w: Walker, symbol: int, nodes: list[Node]) -> None:
    """Record the decorators of a symbol.

    They are credited to the scope around the definition.
    """
    found: list[int] = []
    for node in nodes:
        inner = node.named_children[0] if node.named_children else None
        if inner is None:
            continue
        previous, w.reference = w.reference, "decorator" if inner.type != "call_expression" else w.reference
        expr = w.visit(inner)
        w.reference = previous
        found.append(expr)
        w.add_site("decorates", w.add(ops.DECORATED, w.add(ops.SYM, symbol), (expr,)), node.start_point[0] + 1)
    if found:
        w.facts.decorators[symbol] = (*w.facts.decorators.get(symbol, ()), *found)


def lower_bases(w: Walker, node: Node) -> list[Base]:
    clause = find_child(node, "class_heritage")
    bases: list[Base] = []
    for part in clause.named_children if clause is not None else ():
        if part.type == "implements_clause":
            bases += [lower_base(w, child, "implements") for child in part.named_children if not child.is_extra]
            continue
        value = part.child_by_field_name("value") if part.type == "extends_clause" else part
        if value is None or value.is_extra:
            continue
        previous, w.reference = w.reference, "base"
        expr = w.visit(value)
        w.reference = previous
        given = (
            lower_type_arguments(w, part.child_by_field_name("type_arguments")) if part.type == "extends_clause" else ()
        )
        bases.append(
            Base(w.add(ops.GENERIC, expr, given) if given and expr else expr, "inherits", value.start_point[0] + 1)
        )
    return bases


def walk_members(w: Walker, owner: int, body: Node) -> None:
    decorators: list[Node] = []
    implemented = {
        read_key(w, name)
        for child in body.named_children
        if child.type == "method_definition" and (name := child.child_by_field_name("name")) is not None
        and name.type != "computed_property_name"
    }  # fmt: skip
    for child in body.named_children:
        kind = child.type
        if kind == "decorator":
            decorators.append(child)
            continue
        decorators += child.children_by_field_name("decorator")  # those of a field stand inside it
        if kind in METHODS:
            lower_method(w, owner, child, decorators, implemented)
        elif kind in FIELDS:
            lower_field(w, owner, child, decorators)
        elif kind == "index_signature":
            symbol = w.define(SymbolKind.METHOD, ITEM_MEMBER, child, flags=Flag.ABSTRACT | Flag.ANONYMOUS)
            w.facts.declared[symbol] = lower_annotation(w, child.child_by_field_name("type"))
            add_item(w, owner, symbol, child)
        else:
            w.visit(child)
            continue
        decorators = []


def compute_visibility(w: Walker, node: Node, name: str) -> str:
    if name.startswith("#"):
        return "private"
    return next(
        (w.read_text(child) for child in node.named_children if child.type == "accessibility_modifier"), "public"
    )


def lower_method(w: Walker, owner: int, node: Node, decorators: list[Node], implemented: set[str]) -> None:
    name_node = node.child_by_field_name("name")
    name = read_key(w, name_node) if name_node is not None else ""
    words = list_modifiers(node)
    kind, flags = SymbolKind.METHOD, 0
    if name == "constructor" and "static" not in words:
        kind = SymbolKind.CONSTRUCTOR
    elif words & {"get", "set"}:
        kind = SymbolKind.PROPERTY
    if node.type != "method_definition":
        flags = Flag.ABSTRACT | (Flag.OVERLOAD if node.type == "method_signature" and name in implemented else 0)
    symbol = functions.define_function(
        w, node, name or "<computed>", name_node, kind, flags=int(flags | (0 if name else Flag.ANONYMOUS)),
        visibility=compute_visibility(w, node, name), start=decorators[0] if decorators else None,
        decorators=read_decorators(w, decorators),
    )  # fmt: skip
    if decorators:
        decorate(w, symbol, decorators)
    receiver = w.share(ops.CLASSREF if "static" in words else ops.SELF, owner)
    properties = owner if kind == SymbolKind.CONSTRUCTOR else -1
    functions.walk_function(w, symbol, node, receiver, properties=properties)
    if not name or flags & Flag.OVERLOAD:
        return
    add_member(w, owner, name, w.add(ops.SYM, symbol))


def lower_field(w: Walker, owner: int, node: Node, decorators: list[Node]) -> None:
    name_node = node.child_by_field_name("name") or node.child_by_field_name("property")
    value_node = node.child_by_field_name("value")
    name = read_key(w, name_node) if name_node is not None else ""
    words = list_modifiers(node)
    static = "static" in words
    symbol = -1
    receivers = get_state(w).receivers
    receivers.append(w.share(ops.CLASSREF if static else ops.SELF, owner))
    declared = lower_declared_type(w, node.child_by_field_name("type"), name)
    shown = compute_visibility(w, node, name)
    inner = unwrap(value_node) if value_node is not None else None
    if inner is not None and name_node is not None and name and inner.type in FUNCTION_VALUES:
        flags = Flag.STATIC if static else Flag.NONE
        expr = functions.lower_expression(
            w, inner, name, name_node, kind=SymbolKind.METHOD, start=node, flags=flags, receiver=receivers[-1],
            declared=declared, visibility=shown,
        )  # fmt: skip
        symbol = get_symbol(w, expr)
        add_member(w, owner, name, expr)
    elif inner is not None and name_node is not None and name and inner.type == "class":
        add_member(w, owner, name, lower_class(w, inner, name, name_node, start=node))
    else:
        declared = declared or jsdoc.find_type(w, node)
        value = w.visit(value_node) if value_node is not None else 0
        if name and name_node is not None:
            if declared and value:
                functions.expect_function(w, value, declared)
            symbol = w.define_variable(
                name, node, name_node, value, declared, kind=SymbolKind.FIELD, visibility=shown, doc=read_doc(w, node),
                signature=w.read_one_line(node.start_byte, node.end_byte, 160), flags=int(Flag.STATIC if static else 0),
            )  # fmt: skip
            w.facts.names.setdefault(owner, {}).setdefault(name, w.share(ops.VAR, symbol))
    receivers.pop()
    if decorators and symbol >= 0:
        w.symbols[symbol] = w.symbols[symbol]._replace(decorators=read_decorators(w, decorators))
        decorate(w, symbol, decorators)


def lower_static_block(w: Walker, node: Node) -> int:
    return w.visit_field(node, "body")
