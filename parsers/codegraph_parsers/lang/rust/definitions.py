"""Rust definitions: functions, structs, enums, traits and impl blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Extension, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.rust.items import (
    Header,
    add_member,
    bind_item,
    declare_type_parameters,
    define_item,
    discard_attributes,
    list_derived_traits,
    read_header,
    test_flag,
)  # fmt: skip
from codegraph_parsers.lang.rust.patterns import bind, declare_local, list_parts
from codegraph_parsers.lang.rust.pinned import bind_projections, define_projection, is_projected
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import build_item_name, lower_declared

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


# -- functions --------------------------------------------------------------------------------------------------------


def lower_function(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name = w.read_text(name_node)
    in_class = w.scope.kind == "class"
    listed = node.child_by_field_name("parameters")
    inputs = (
        [c for c in listed.named_children if c.type in ("parameter", "self_parameter", "variadic_parameter")]
        if listed
        else []
    )
    receiver = bool(inputs) and (inputs[0].type == "self_parameter" or _is_self(w, inputs[0]))
    flags = head.flags | test_flag(w, head)
    if in_class and not receiver:
        flags |= Flag.STATIC
    if body is None and in_class:
        flags |= Flag.ABSTRACT
    elif body is None:
        flags |= Flag.DECLARATION
    if any(c.type == "function_modifiers" and "async" in w.read_text(c) for c in node.named_children):
        flags |= Flag.ASYNC
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.METHOD if in_class else SymbolKind.FUNCTION,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, end).rstrip("; "),
        parameters=_describe_parameters(w, inputs),
        doc=head.doc,
        decorators=head.attributes,
        visibility=_compute_member_visibility(w, head) if in_class else head.visibility,
        flags=flags,
        start=head.start,
    )
    if in_class:
        add_member(w, symbol)
    else:
        bind_item(w, name, w.add(ops.SYM, symbol), head)
    kept = get_state(w)
    tests, kept.tests = kept.tests, kept.tests or head.test
    w.open_scope(symbol, "function")
    _walk_signature_and_body(w, node, symbol, inputs, body)
    w.close_scope()
    kept.tests = tests
    return 0


def _is_self(w: Walker, node: Node) -> bool:
    pattern = node.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "self"


def _compute_member_visibility(w: Walker, head: Header) -> str:
    """Return the visibility of a member.

    Members of traits and of trait implementations are as visible as the trait.
    """
    return "public" if get_state(w).in_trait else head.visibility


def _describe_parameters(w: Walker, inputs: list[Node]) -> tuple[Parameter, ...]:
    shown: list[Parameter] = []
    for each in inputs:
        pattern, type_node = each.child_by_field_name("pattern"), each.child_by_field_name("type")
        name = w.read_one_line(pattern.start_byte, pattern.end_byte, 60) if pattern is not None else "self"
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        if each.type == "self_parameter":
            text = (
                w.read_one_line(each.start_byte, each.end_byte, 40)
                .replace("self", "Self")
                .replace("mut Self", "mut Self")
            )
        shown.append(Parameter(name, text, False, "*" if each.type == "variadic_parameter" else ""))
    return tuple(shown)


def _walk_signature_and_body(w: Walker, node: Node, symbol: int, inputs: list[Node], body: Node | None) -> None:
    """Walk parameters, result and body inside the function's scope."""
    declare_type_parameters(w, node, symbol)
    bounds = dict(w.facts.type_params.get(symbol, ()))
    params: list[Param] = []
    patterns: list[tuple[Node, int]] = []
    for position, each in enumerate(inputs):
        pattern, type_node = each.child_by_field_name("pattern"), each.child_by_field_name("type")
        if each.type == "self_parameter" or _is_self(w, each):
            kind = lower_declared(w, type_node)
            params.append(Param("self", kind, 0, ""))
            if w.classes:
                # `self: Pin<&mut Self>` has the members of the pointer first, then those of the type.
                held = w.add_instance(kind) if type_node is not None and "<" in w.read_text(type_node) else 0
                declare_local(w, "self", held or get_state(w).receiver or w.share(ops.SELF, w.classes[-1]))
            continue
        kind = _resolve_callable(w, lower_declared(w, type_node), bounds)
        name = w.read_text(pattern) if pattern is not None else ""
        params.append(Param(name, kind, 0, "*" if each.type == "variadic_parameter" else ""))
        if pattern is not None:
            patterns.append((pattern, position))
    w.set_params(symbol, params)
    for pattern, position in patterns:
        bind(w, pattern, w.add(ops.PARAM, symbol, position))
    result = node.child_by_field_name("return_type")
    if result is not None:
        w.facts.declared[symbol] = _resolve_callable(w, lower_declared(w, result), bounds)
    if body is not None:
        w.visit(body)


def _resolve_callable(w: Walker, kind: int, bounds: dict[str, int]) -> int:
    """Return the function type that bounds a type parameter.

    Other types are returned as they are.
    """
    found = w.exprs[kind]
    if found[0] == ops.NAME and found[1] in bounds:
        bound = w.exprs[bounds[found[1]]]
        either: tuple[int, ...] = bound[1:] if bound[0] == ops.UNION else (bounds[found[1]],)
        options = [w.exprs[part] for part in either]
        for position, option in enumerate(options):
            if option[0] == ops.FUNCTYPE:
                return either[position]
    return kind


def lower_closure(w: Walker, node: Node) -> int:
    body, listed = node.child_by_field_name("body"), node.child_by_field_name("parameters")
    symbol = w.define(SymbolKind.FUNCTION, "<closure>", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    params: list[Param] = []
    for position, each in enumerate(list_parts(listed) if listed is not None else ()):
        typed = each.type == "parameter"
        pattern = each.child_by_field_name("pattern") if typed else each
        kind = lower_declared(w, each.child_by_field_name("type")) if typed else 0
        params.append(Param(f"{position}", kind, 0, ""))
        if pattern is not None:
            bind(w, pattern, w.add(ops.PARAM, symbol, len(params) - 1))
    w.set_params(symbol, params)
    result = node.child_by_field_name("return_type")
    if result is not None:
        w.facts.declared[symbol] = lower_declared(w, result)
    if body is not None:
        w.add_return(w.visit(body))
    w.close_scope()
    return w.add(ops.SYM, symbol)


# -- types ------------------------------------------------------------------------------------------------------------


def lower_struct(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    symbol = _define_class(w, node, name_node, body, head, SymbolKind.STRUCT)
    w.open_scope(symbol, "class")
    declare_type_parameters(w, node, symbol)
    if body is not None:
        params = declare_fields(w, body, symbol)
        if body.type == "ordered_field_declaration_list":
            w.set_params(symbol, params)
    _close_type_scope(w, node, symbol, head)
    return 0


def _close_type_scope(w: Walker, node: Node, symbol: int, head: Header) -> None:
    """Close the scope of a type, after defining its pin projection if it has one."""
    pinned = is_projected(w, head)
    if pinned:
        define_projection(w, node, symbol, head)
    w.close_scope()
    if pinned:
        bind_projections(w)


def _define_class(w: Walker, node: Node, name_node: Node, body: Node | None, head: Header, kind: SymbolKind) -> int:
    name = w.read_text(name_node)
    end = body.start_byte if body is not None and body.type != "ordered_field_declaration_list" else node.end_byte
    signature = w.read_one_line(node.start_byte, end).rstrip("; ")
    symbol = define_item(w, kind, name, node, name_node, head, signature, test_flag(w, head))
    bases = list_derived_traits(w, head)
    if bases:
        w.facts.bases[symbol] = tuple(Base(expr, "implements", name_node.start_point[0] + 1) for expr in bases)
    bind_item(w, name, w.add(ops.SYM, symbol), head)
    return symbol


def declare_fields(w: Walker, body: Node, owner: int, keep: bool = True) -> list[Param]:
    """Declare the fields of a struct or enum variant, in order.

    With `keep` they are symbols and members of `owner`.
    """
    params: list[Param] = []
    discard_attributes(w)
    if body.type == "ordered_field_declaration_list":
        for child in body.children_by_field_name("type"):
            name = str(len(params))
            kind = lower_declared(w, child)
            params.append(Param(name, kind, 0, ""))
            if keep:
                _define_field(w, child, child, name, kind, Header(None, (), "", "private", 0, False, False), name)
        return params
    for child in body.named_children:
        if child.type == "field_declaration":
            head = read_header(w, child)
            name_node, type_node = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name_node is None:
                continue
            name = w.read_text(name_node)
            kind = lower_declared(w, type_node)
            params.append(Param(f".{name}", kind, 0, ""))
            if keep:
                _define_field(w, child, name_node, name, kind, head, f".{name}")
        else:
            w.visit(child)
    discard_attributes(w)
    return params


def _define_field(w: Walker, node: Node, name_node: Node, name: str, kind: int, head: Header, key: str) -> None:
    """Define a field.

    It is bound under `.name`, which no method can have.
    """
    signature = w.read_one_line(node.start_byte, node.end_byte, 160)
    symbol = define_item(w, SymbolKind.FIELD, name, node, name_node, head, signature)
    w.facts.declared[symbol] = kind
    w.bind(key, w.share(ops.VAR, symbol))


def lower_enum(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    symbol = _define_class(w, node, name_node, body, head, SymbolKind.ENUM)
    w.open_scope(symbol, "class")
    declare_type_parameters(w, node, symbol)
    names = [name for name, _ in w.facts.type_params.get(symbol, ())]
    own = w.add(ops.SYM, symbol)
    if names:
        own = w.add(ops.GENERIC, own, tuple(w.share(ops.NAME, name, symbol) for name in names))
    for child in body.named_children if body is not None else ():
        if child.type == "enum_variant":
            _define_variant(w, child, own)
        else:
            w.visit(child)
    _close_type_scope(w, node, symbol, head)
    return 0


def _define_variant(w: Walker, node: Node, own: int) -> None:
    """Define an enum variant.

    It is a constant of its enum. A variant with data has parameters.
    """
    head = read_header(w, node)
    name_node, body, value = (node.child_by_field_name(f) for f in ("name", "body", "value"))
    if name_node is None:
        return
    name = w.read_text(name_node)
    head = head._replace(visibility="public", flags=Flag.STATIC)
    signature = w.read_one_line(node.start_byte, node.end_byte, 160)
    symbol = define_item(w, SymbolKind.CONSTANT, name, node, name_node, head, signature)
    if body is not None:
        w.set_params(symbol, declare_fields(w, body, symbol, keep=False))
    w.facts.declared[symbol] = own
    if value is not None:
        w.visit(value)
    w.bind(name, w.add(ops.SYM, symbol) if body is not None else w.share(ops.VAR, symbol))


def lower_trait(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    name_node, body, bounds = (node.child_by_field_name(f) for f in ("name", "body", "bounds"))
    if name_node is None:
        return w.visit_children(node)
    symbol = _define_class(w, node, name_node, body, head, SymbolKind.INTERFACE)
    w.open_scope(symbol, "class")
    declare_type_parameters(w, node, symbol)
    inside = [c for c in body.named_children if c.type == "associated_type"] if body is not None else []
    _declare_associated_types(w, symbol, inside)
    bases: list[Base] = []
    for child in bounds.named_children if bounds is not None else ():
        expr = lower_declared(w, child)
        if expr:
            bases.append(Base(expr, "inherits", child.start_point[0] + 1))
    if bases:
        w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), *bases)
    for member in _walk_members(w, body, "trait"):
        w.flag(member, head.flags & Flag.EXPORTED)
    w.close_scope()
    return 0


def _declare_associated_types(w: Walker, symbol: int, nodes: list[Node]) -> None:
    """Declare the associated types of a trait.

    They follow its type parameters, sorted by name, as `Self::Name`.
    """
    found: dict[str, int] = {}
    names = {w.read_text(n): node for node in nodes if (n := node.child_by_field_name("name")) is not None}
    have = w.facts.type_params.get(symbol, ())
    if not names:
        return
    w.facts.type_params[symbol] = (*have, *((f"Self::{name}", 0) for name in sorted(names)))
    tables = get_state(w).associated
    for name, node in names.items():
        tables[(symbol, name)] = build_item_name(w, f"Self::{name}")
        bounds = node.child_by_field_name("bounds")
        found[name] = lower_declared(w, bounds) if bounds is not None else 0
    w.facts.type_params[symbol] = (*have, *((f"Self::{name}", found[name]) for name in sorted(names)))


def lower_associated_type(w: Walker, node: Node) -> int:
    """Lower `type Item;` in a trait."""
    head = read_header(w, node)
    name_node = node.child_by_field_name("name")
    if name_node is None or w.scope.kind != "class":
        return 0
    symbol = w.define(
        SymbolKind.TYPE,
        w.read_text(name_node),
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        doc=head.doc,
        flags=Flag.ABSTRACT,
        start=head.start,
    )
    w.facts.values[symbol] = (build_item_name(w, f"Self::{w.read_text(name_node)}"),)
    add_member(w, symbol)
    return 0


def _walk_members(w: Walker, body: Node | None, inside: str) -> list[int]:
    """Walk the members of a trait or impl block and return their symbols."""
    kept = get_state(w)
    before, kept.members = kept.members, []
    outer, kept.in_trait = kept.in_trait, bool(inside)
    discard_attributes(w)
    for child in body.named_children if body is not None else ():
        if child.type == "type_item":  # first: signatures may name them
            discard_attributes(w)
            w.visit(child)
    for child in body.named_children if body is not None else ():
        if child.type != "type_item":
            w.visit(child)
        else:
            discard_attributes(w)
    members = kept.members
    kept.members, kept.in_trait = before, outer
    for symbol in members:
        if inside == "impl" or (inside and w.symbols[symbol].kind == SymbolKind.TYPE):
            w.flag(symbol, Flag.DEMANDED)
    if inside == "trait":
        for symbol in members:
            w.bind(w.symbols[symbol].name, _build_value(w, symbol))
    return members


def _build_value(w: Walker, symbol: int) -> int:
    plain = w.symbols[symbol].kind in (SymbolKind.CONSTANT, SymbolKind.TYPE)
    return w.share(ops.VAR, symbol) if plain else w.add(ops.SYM, symbol)


def lower_impl(w: Walker, node: Node) -> int:
    """Lower `impl Type { … }` or `impl Trait for Type { … }`.

    It has members of a type outside the body of the type.
    """
    head = read_header(w, node)
    target_node, trait_node, body = (node.child_by_field_name(f) for f in ("type", "trait", "body"))
    if target_node is None:
        return w.visit_children(node)
    symbol = w.define(SymbolKind.STRUCT, _find_target_name(w, target_node), node, target_node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "class")
    declare_type_parameters(w, node, symbol)
    target = lower_declared(w, target_node)
    named = lower_declared(w, trait_node)
    kept = get_state(w)
    apart = _is_specific(w, symbol, target) or _is_blanket(w, symbol, target)
    before, kept.receiver = kept.receiver, w.add_instance(target) if apart else 0
    tests, kept.tests = kept.tests, kept.tests or head.test
    members = _walk_members(w, body, "impl" if trait_node is not None else "")
    kept.receiver, kept.tests = before, tests
    w.close_scope()
    if named:
        named = _add_associated_types(w, named, members)
    w.facts.extensions.append(Extension(target, tuple(members), named, symbol, node.start_point[0] + 1))
    return 0


def _is_specific(w: Walker, symbol: int, target: int) -> bool:
    """Return whether an impl block is for some instances of a generic type only.

    Its receiver has the type arguments of these instances.
    """
    found = w.exprs[target]
    own = {name for name, _ in w.facts.type_params.get(symbol, ())}
    if found[0] != ops.GENERIC:
        return False
    given: tuple[int, ...] = found[2]
    arguments = [w.exprs[argument] for argument in given]
    return any(each[0] != ops.UNKNOWN and not (each[0] == ops.NAME and each[1] in own) for each in arguments)


def _is_blanket(w: Walker, symbol: int, target: int) -> bool:
    """Return whether an impl block is for all types that implement several traits.

    Its receiver has the members of all of these traits.
    """
    found = w.exprs[target]
    bounds = [bound for name, bound in w.facts.type_params.get(symbol, ()) if found[:2] == (ops.NAME, name)]
    return any(w.exprs[bound][0] == ops.UNION for bound in bounds)


def _find_target_name(w: Walker, node: Node) -> str:
    """Return the last word of the type that an impl block is for."""
    while True:
        inner = (
            node.child_by_field_name("type") or node.child_by_field_name("trait") or node.child_by_field_name("name")
        )
        if inner is None:
            break
        node = inner
    return w.read_one_line(node.start_byte, node.end_byte, 40)


def _add_associated_types(w: Walker, trait_expr: int, members: list[int]) -> int:
    """Return the implemented trait with its associated types.

    They are further type arguments.
    """
    given = {w.symbols[m].name: w.facts.values.get(m, (0,))[0] for m in members if w.symbols[m].kind == SymbolKind.TYPE}
    if not given:
        return trait_expr
    types = tuple(given[name] for name in sorted(given))
    found = w.exprs[trait_expr]
    if found[0] == ops.GENERIC:
        return w.add(ops.GENERIC, found[1], (*found[2], *types))
    return w.add(ops.GENERIC, trait_expr, types)


def lower_foreign(w: Walker, node: Node) -> int:
    """Lower `extern "C" { … }`, which declares functions that other code defines."""
    discard_attributes(w)
    return w.visit_children(node)
