"""Go declarations: types, variables and constants, at package level or in a function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.go import types
from codegraph_parsers.lang.go.definitions import declare, exported
from codegraph_parsers.roles import doc_comment

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def type_spec(w: Walker, node: Node) -> int:
    """`type T …`: a struct, an interface, or a type of its own with the shape of another."""
    name_node, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name_node is None:
        return w.visit_children(node)
    shape = type_node.type if type_node is not None else ""
    alias = node.type == "type_alias"
    kind = SymbolKind.TYPE if alias else SHAPES.get(shape, SymbolKind.TYPE)
    symbol = _define_type(w, node, name_node, kind, 0 if alias or kind != SymbolKind.TYPE else Flag.NOMINAL)
    w.open_scope(symbol, types.TYPE_SCOPE)
    types.type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    if type_node is not None and kind == SymbolKind.STRUCT:
        types.members(w, symbol, type_node)
    elif type_node is not None and kind == SymbolKind.INTERFACE:
        types.signatures(w, symbol, type_node)
    elif alias:
        w.facts.values[symbol] = (types.lower(w, type_node),)
    elif type_node is not None:
        base = types.lower(w, type_node)
        w.facts.bases[symbol] = (Base(base, "underlying", node.start_point[0] + 1),)
    w.close_scope()
    return 0


SHAPES = {"struct_type": SymbolKind.STRUCT, "interface_type": SymbolKind.INTERFACE}


def _define_type(w: Walker, node: Node, name_node: Node, kind: SymbolKind, flags: int) -> int:
    name, parent = w.text(name_node), w.scope.symbol
    while w.symbols[parent].flags & Flag.ANONYMOUS and w.symbols[parent].parent >= 0:
        parent = w.symbols[parent].parent
    body = node.child_by_field_name("type")
    end = body.start_byte if body is not None and kind != SymbolKind.TYPE else node.end_byte
    text = f"type {w.squeeze(node.start_byte, end)}"
    symbol = w.define(
        kind, name, node, name_node, signature=f"{text} {kind.value}" if kind != SymbolKind.TYPE else text,
        doc=spec_doc(w, node), visibility=types.visibility(name), flags=flags | exported(name), parent=parent,
    )  # fmt: skip
    expr = w.add(ops.SYM, symbol)
    if w.functions:
        declare(w, name, expr)
    elif name != "_":
        w.bind(name, expr)
    return symbol


def spec_doc(w: Walker, node: Node) -> str:
    """The comment above a spec, or above the declaration when it holds only this one."""
    found = doc_comment(w, node)
    parent = node.parent
    if found or parent is None:
        return found
    return doc_comment(w, parent) if parent.named_child_count == 1 else ""


def variables(w: Walker, node: Node) -> int:
    """`var a, b T = x, y`, at package level or in a function."""
    names, type_node = node.children_by_field_name("name"), node.child_by_field_name("type")
    declared = types.held_type(w, type_node, names)
    if w.functions or not names:
        values = assigned(w, node.child_by_field_name("value"), len(names))
    else:
        with types.held(w, w.text(names[0])):
            values = assigned(w, node.child_by_field_name("value"), len(names))
    for position, name_node in enumerate(names):
        value = values[position] if position < len(values) else 0
        name = w.text(name_node)
        if w.functions:
            held = w.add(ops.DECLARED, declared, value) if declared and value else w.instance(declared) or value
            declare(w, name, held)
        elif name != "_":
            package_level(w, node, name_node, value, declared, SymbolKind.VARIABLE)
    return 0


def package_level(w: Walker, node: Node, name_node: Node, value: int, declared: int, kind: SymbolKind) -> None:
    name = w.text(name_node)
    symbol = w.variable(
        name, node, name_node, value, declared, kind=kind, visibility=types.visibility(name), flags=exported(name),
        signature=w.squeeze(node.start_byte, node.end_byte, 160), doc=spec_doc(w, node),
    )  # fmt: skip
    w.bind(name, w.share(ops.VAR, symbol))


def assigned(w: Walker, node: Node | None, count: int) -> list[int]:
    """What each of `count` names on the left gets: paired values, or the results of one call."""
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
    return [values[0], w.literal("bool")]  # `v, ok := m[k]`, `v, ok := x.(T)`, `v, ok := <-c`


def constants(w: Walker, node: Node) -> int:
    """A group of constants: a spec without type and value repeats those of the one before."""
    declared, value = 0, 0
    for spec in node.named_children:
        if spec.type != "const_spec":
            w.visit(spec)
            continue
        type_node, value_node = spec.child_by_field_name("type"), spec.child_by_field_name("value")
        names = spec.children_by_field_name("name")
        values: list[int] = []
        if value_node is not None:
            declared = types.lower(w, type_node)
            values = assigned(w, value_node, len(names))
            value = values[0] if values else 0
        for position, name_node in enumerate(names):
            held = values[position] if position < len(values) else value
            if w.text(name_node) == "_":
                continue
            if w.functions:
                declare(w, w.text(name_node), w.instance(declared) or held)
            else:
                package_level(w, spec, name_node, held, declared, SymbolKind.CONSTANT)
    return 0


def finish(w: Walker, root: Node) -> None:
    """Other packages see what starts with a capital letter."""
    own = w.facts.names.get(0, {})
    if w.facts.path.startswith("<prelude>/"):
        w.facts.exports = qualify(w, own)
    else:
        w.facts.exports = {name: expr for name, expr in own.items() if name[:1].isupper()}


def qualify(w: Walker, names: dict[str, int]) -> dict[str, int]:
    """What the prelude declares, by its full name: it spells `sync/atomic.Pointer` as `sync__atomic__Pointer`."""
    spelled = {name: re.sub(r"(?<!^)__(?=[^_]+$)", ".", name) for name in names}
    spelled = {name: real.replace("__", "/") if "." in real else real for name, real in spelled.items()}
    for position, symbol in enumerate(w.symbols):
        head, dot, rest = symbol.qualname.partition(".")
        if spelled.get(head, head) != head:
            w.symbols[position] = symbol._replace(qualname=spelled[head] + dot + rest)
    return {real: names[name] for name, real in spelled.items()}
