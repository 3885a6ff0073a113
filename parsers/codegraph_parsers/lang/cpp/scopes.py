"""Namespaces, using, aliases, templates, friends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._cfamily import names, variables
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.declarators import split_path, strip_template_arguments
from codegraph_parsers.lang._cfamily.expressions import is_pointer_type
from codegraph_parsers.lang._cfamily.types import lower_descriptor, lower_qualified, lower_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_namespace(w: Walker, node: Node) -> int:
    """Lower `namespace a::b { … }`.

    Every such definition adds to the namespace. An unnamed namespace belongs to the file.
    """
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if body is None:
        return 0
    if name_node is None:
        depth = get_context(w).private_depth
        get_context(w).private_depth = depth + 1
        w.visit(body)
        get_context(w).private_depth = depth
        return 0
    path = [name_node] if name_node.type == "namespace_identifier" else name_node.named_children
    inline = any(child.type == "inline" for child in node.children)
    opened = 0
    for part in path:
        word = w.read_text(part)
        outer = w.scope.symbol
        symbol = w.define(
            SymbolKind.MODULE,
            word,
            node,
            part,
            signature=f"namespace {word}",
            doc=roles.read_doc_comment(w, node),
            flags=Flag.OPEN,
        )
        expr = w.share(ops.SYM, symbol)
        names.bind_value(w, word, expr)
        if inline:
            w.facts.stars.setdefault(outer, []).append(expr)
        w.open_scope(symbol, "namespace")
        opened += 1
    w.visit(body)
    for _ in range(opened):
        w.close_scope()
    return 0


def lower_namespace_alias(w: Walker, node: Node) -> int:
    """Lower `namespace fs = std::filesystem;`."""
    name_node = node.child_by_field_name("name")
    target = next((c for c in reversed(node.named_children) if name_node is None or c.id != name_node.id), None)
    if name_node is None or target is None:
        return 0
    base = -1
    for part in target.named_children or [target]:
        text = w.read_text(part)
        base = names.look_up(w, text) if base < 0 else w.share(ops.ATTR, base, text)
    _introduce(w, w.read_text(name_node), base)
    return 0


def lower_using(w: Walker, node: Node) -> int:
    """Lower a using declaration.

    `using namespace a;` makes all names of a visible, `using a::b;` one.
    """
    target = next((c for c in node.named_children if not c.is_extra), None)
    if target is None:
        return 0
    whole = any(child.type == "namespace" for child in node.children)
    expr = (
        lower_qualified(w, target, "")
        if target.type == "qualified_identifier"
        else names.look_up(w, w.read_text(target))
    )
    if whole:
        w.facts.stars.setdefault(w.scope.symbol, []).append(expr)
    elif target.type == "qualified_identifier":
        names.mention(w, expr, names.get_line(node))
        word = w.read_text(strip_template_arguments(split_path(target)[-1]))
        if w.scope.kind != "class":
            _introduce(w, word, expr)
        elif word not in w.scope.env:
            w.bind(word, expr)
    return 0


def _introduce(w: Walker, name: str, expr: int) -> None:
    if w.scope.kind == "function":
        names.declare(w, name, expr)
    else:
        names.bind_value(w, name, expr)


def lower_alias(w: Walker, node: Node) -> int:
    """Lower `using name = T;`."""
    name_node, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    found = get_context(w).take_template()
    if name_node is None:
        return 0
    if found[0]:
        # Its parameters belong to the alias, so its type is read in a scope of its own.
        symbol = variables.define_alias(w, node, name_node, w.read_text(name_node), 0)
        w.facts.type_params[symbol] = found[0]
        w.open_scope(symbol, "alias")
        value = lower_descriptor(w, type_node) if type_node is not None else 0
        w.close_scope()
        if value:
            w.facts.values[symbol] = (value,)
        return 0
    value = lower_descriptor(w, type_node) if type_node is not None else 0
    variables.define_alias(w, node, name_node, w.read_text(name_node), value, pointer=is_pointer_type(type_node))
    return 0


def lower_template_declaration(w: Walker, node: Node) -> int:
    """Lower `template <…>` before a definition, which takes its parameters."""
    listed = node.child_by_field_name("parameters")
    params: list[tuple[str, int]] = []
    for child in listed.named_children if listed is not None else ():
        if child.type == "type_parameter_declaration" or child.type == "variadic_type_parameter_declaration":
            params.extend((w.read_text(name), 0) for name in child.named_children if name.type == "type_identifier")
        elif child.type == "optional_type_parameter_declaration":
            name = child.child_by_field_name("name")
            if name is not None:
                params.append((w.read_text(name), 0))
        elif child.type == "template_template_parameter_declaration":
            names_inside = [c for c in child.named_children if "parameter_declaration" in c.type]
            params.extend((w.read_text(c.named_children[0]), 0) for c in names_inside if c.named_children)
        elif child.type in ("parameter_declaration", "optional_parameter_declaration"):
            name = child.child_by_field_name("declarator")
            params.append((w.read_text(name) if name is not None else "", 0))
    outer = get_context(w).template
    above = outer[0] if outer is not None else ()
    get_context(w).template = ((*above, *params), node)
    for child in node.named_children:
        if listed is None or child.id != listed.id:
            if child.type == "requires_clause":
                continue
            w.visit(child)
    get_context(w).take_template()
    return 0


def lower_friend(w: Walker, node: Node) -> int:
    """Lower a friend declaration.

    A friend with a body is a function of the enclosing namespace. Any other friend only gets access.
    """
    for child in node.named_children:
        if child.type == "function_definition":
            inner = w.scope
            outer = inner.outer
            while outer is not None and outer.kind == "class":
                outer = outer.outer
            if outer is not None:
                hidden, w.scope = w.scope, outer
                w.visit(child)
                w.scope = hidden
        elif child.type in ("type_identifier", "qualified_identifier", "template_type"):
            lower_type(w, child)
    return 0


def lower_concept(w: Walker, node: Node) -> int:
    """Lower `concept c = …;`, which names a constraint."""
    name_node = node.child_by_field_name("name")
    get_context(w).take_template()
    if name_node is not None:
        variables.define_alias(w, node, name_node, w.read_text(name_node), 0)
    return 0
