"""Lowering of Go types, variables and constants.

They are declared at package level or in a function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.go import types
from codegraph_parsers.lang.go.definitions import compute_export_flag, declare
from codegraph_parsers.roles import read_doc_comment

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_type_spec(w: Walker, node: Node) -> int:
    """Lower `type T …`.

    It defines a struct, an interface, or a distinct type with the shape of another.
    """
    name_node, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name_node is None:
        return w.visit_children(node)
    shape = type_node.type if type_node is not None else ""
    alias = node.type == "type_alias"
    kind = SymbolKind.TYPE if alias else SHAPES.get(shape, SymbolKind.TYPE)
    symbol = _define_type(w, node, name_node, kind, 0 if alias or kind != SymbolKind.TYPE else Flag.NOMINAL)
    w.open_scope(symbol, types.TYPE_SCOPE)
    types.declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    if type_node is not None and kind == SymbolKind.STRUCT:
        types.declare_members(w, symbol, type_node)
    elif type_node is not None and kind == SymbolKind.INTERFACE:
        types.declare_signatures(w, symbol, type_node)
    elif alias:
        w.facts.values[symbol] = (types.lower_type(w, type_node),)
    elif type_node is not None:
        base = types.lower_type(w, type_node)
        w.facts.bases[symbol] = (Base(base, "underlying", node.start_point[0] + 1),)
    w.close_scope()
    return 0


SHAPES = {"struct_type": SymbolKind.STRUCT, "interface_type": SymbolKind.INTERFACE}


def _define_type(w: Walker, node: Node, name_node: Node, kind: SymbolKind, flags: int) -> int:
    name, parent = w.read_text(name_node), w.scope.symbol
    while w.symbols[parent].flags & Flag.ANONYMOUS and w.symbols[parent].parent >= 0:
        parent = w.symbols[parent].parent
    body = node.child_by_field_name("type")
    end = body.start_byte if body is not None and kind != SymbolKind.TYPE else node.end_byte
    text = f"type {w.read_one_line(node.start_byte, end)}"
    symbol = w.define(
        kind,
        name,
        node,
        name_node,
        signature=f"{text} {kind.value}" if kind != SymbolKind.TYPE else text,
        doc=find_spec_doc(w, node),
        visibility=types.compute_visibility(name),
        flags=flags | compute_export_flag(name),
        parent=parent,
    )
    expr = w.add(ops.SYM, symbol)
    if w.functions:
        declare(w, name, expr)
    elif name != "_":
        w.bind(name, expr)
    return symbol


def find_spec_doc(w: Walker, node: Node) -> str:
    """Return the comment above a spec.

    Where the declaration holds only this spec, the comment may be above the declaration.
    """
    found = read_doc_comment(w, node)
    parent = node.parent
    if found or parent is None:
        return found
    return read_doc_comment(w, parent) if parent.named_child_count == 1 else ""


def lower_variables(w: Walker, node: Node) -> int:
    """Lower `var a, b T = x, y`, at package level or in a function."""
    names, type_node = node.children_by_field_name("name"), node.child_by_field_name("type")
    declared = types.lower_held_type(w, type_node, names)
    if w.functions or not names:
        values = lower_assigned(w, node.child_by_field_name("value"), len(names))
    else:
        with types.name_holder(w, w.read_text(names[0])):
            values = lower_assigned(w, node.child_by_field_name("value"), len(names))
    for position, name_node in enumerate(names):
        value = values[position] if position < len(values) else 0
        name = w.read_text(name_node)
        if w.functions:
            held = w.add(ops.DECLARED, declared, value) if declared and value else w.add_instance(declared) or value
            declare(w, name, held)
        elif name != "_":
            define_package_variable(w, node, name_node, value, declared, SymbolKind.VARIABLE)
    return 0


def define_package_variable(
    w: Walker, node: Node, name_node: Node, value: int, declared: int, kind: SymbolKind
) -> None:
    name = w.read_text(name_node)
    symbol = w.define_variable(
        name,
        node,
        name_node,
        value,
        declared,
        kind=kind,
        visibility=types.compute_visibility(name),
        flags=compute_export_flag(name),
        signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        doc=find_spec_doc(w, node),
    )
    w.bind(name, w.share(ops.VAR, symbol))


def lower_assigned(w: Walker, node: Node | None, count: int) -> list[int]:
    """Return the values of `count` names on the left side.

    They are paired values, or the results of one call.
    """
    if node is None:
        return []
    nodes = [child for child in node.named_children if not child.is_extra] if node.type == "expression_list" else [node]
    values = w.visit_all(nodes)
    if len(values) != 1 or count < 2:
        return values
    kind = nodes[0].type
    while kind == "parenthesized_expression":
        nodes = nodes[0].named_children
        kind = nodes[0].type
    if kind in ("call_expression", "type_conversion_expression"):
        return [w.add(ops.ITEM, values[0], position, 0) for position in range(count)]
    return [values[0], w.add_literal("bool")]  # `v, ok := m[k]`, `v, ok := x.(T)`, `v, ok := <-c`


def lower_constants(w: Walker, node: Node) -> int:
    """Lower a group of constants.

    A spec without type and value repeats those of the previous one.
    """
    declared, value = 0, 0
    for spec in node.named_children:
        if spec.type != "const_spec":
            w.visit(spec)
            continue
        type_node, value_node = spec.child_by_field_name("type"), spec.child_by_field_name("value")
        names = spec.children_by_field_name("name")
        values: list[int] = []
        if value_node is not None:
            declared = types.lower_type(w, type_node)
            values = lower_assigned(w, value_node, len(names))
            value = values[0] if values else 0
        for position, name_node in enumerate(names):
            held = values[position] if position < len(values) else value
            if w.read_text(name_node) == "_":
                continue
            if w.functions:
                declare(w, w.read_text(name_node), w.add_instance(declared) or held)
            else:
                define_package_variable(w, spec, name_node, held, declared, SymbolKind.CONSTANT)
    return 0


def finish(w: Walker, root: Node) -> None:
    """Complete the exports: other packages see names that begin with a capital letter."""
    own = w.facts.names.get(0, {})
    if w.facts.path.startswith("<prelude>/"):
        w.facts.exports = qualify(w, own)
    else:
        w.facts.exports = {name: expr for name, expr in own.items() if name[:1].isupper()}


def qualify(w: Walker, names: dict[str, int]) -> dict[str, int]:
    """Return the prelude's declarations under their full names.

    The prelude spells `sync/atomic.Pointer` as `sync__atomic__Pointer`.
    """
    spelled = {name: re.sub(r"(?<!^)__(?=[^_]+$)", ".", name) for name in names}
    spelled = {name: real.replace("__", "/") if "." in real else real for name, real in spelled.items()}
    for position, symbol in enumerate(w.symbols):
        head, dot, rest = symbol.qualname.partition(".")
        if spelled.get(head, head) != head:
            w.symbols[position] = symbol._replace(qualname=spelled[head] + dot + rest)
    return {real: names[name] for name, real in spelled.items()}
