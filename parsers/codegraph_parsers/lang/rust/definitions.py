"""Rust definitions: functions, structs, enums, traits and impl blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Base, Extension, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.rust.items import (
    Header,
    add_member,
    bind_item,
    derived,
    forget,
    header,
    test_flag,
    type_parameters,
)  # fmt: skip
from codegraph_parsers.lang.rust.patterns import bind, local, parts
from codegraph_parsers.lang.rust.pinned import bind_projections, is_projected, project
from codegraph_parsers.lang.rust.state import state
from codegraph_parsers.lang.rust.types import declared, type_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


# -- functions --------------------------------------------------------------------------------------------------------


def function(w: Walker, node: Node) -> int:
    head = header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name = w.text(name_node)
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
    if any(c.type == "function_modifiers" and "async" in w.text(c) for c in node.named_children):
        flags |= Flag.ASYNC
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.METHOD if in_class else SymbolKind.FUNCTION, name, node, name_node,
        signature=w.squeeze(node.start_byte, end).rstrip("; "), parameters=_shown(w, inputs), doc=head.doc,
        decorators=head.attributes, visibility=_member_visibility(w, head) if in_class else head.visibility,
        flags=flags, start=head.start,
    )  # fmt: skip
    if in_class:
        add_member(w, symbol)
    else:
        bind_item(w, name, w.add(ops.SYM, symbol), head)
    kept = state(w)
    tests, kept.tests = kept.tests, kept.tests or head.test
    w.open_scope(symbol, "function")
    _signature_and_body(w, node, symbol, inputs, body)
    w.close_scope()
    kept.tests = tests
    return 0


def _is_self(w: Walker, node: Node) -> bool:
    pattern = node.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "self"


def _member_visibility(w: Walker, head: Header) -> str:
    """Members of traits and of trait implementations are as visible as the trait."""
    return "public" if state(w).in_trait else head.visibility


def _shown(w: Walker, inputs: list[Node]) -> tuple[Parameter, ...]:
    shown: list[Parameter] = []
    for each in inputs:
        pattern, type_node = each.child_by_field_name("pattern"), each.child_by_field_name("type")
        name = w.squeeze(pattern.start_byte, pattern.end_byte, 60) if pattern is not None else "self"
        text = w.squeeze(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        if each.type == "self_parameter":
            text = w.squeeze(each.start_byte, each.end_byte, 40).replace("self", "Self").replace("mut Self", "mut Self")
        shown.append(Parameter(name, text, False, "*" if each.type == "variadic_parameter" else ""))
    return tuple(shown)


def _signature_and_body(w: Walker, node: Node, symbol: int, inputs: list[Node], body: Node | None) -> None:
    """Parameters, result and body, inside the function's scope."""
    type_parameters(w, node, symbol)
    bounds = dict(w.facts.type_params.get(symbol, ()))
    params: list[Param] = []
    patterns: list[tuple[Node, int]] = []
    for position, each in enumerate(inputs):
        pattern, type_node = each.child_by_field_name("pattern"), each.child_by_field_name("type")
        if each.type == "self_parameter" or _is_self(w, each):
            kind = declared(w, type_node)
            params.append(Param("self", kind, 0, ""))
            if w.classes:
                # `self: Pin<&mut Self>` has the members of the pointer first, then those of the type.
                held = w.instance(kind) if type_node is not None and "<" in w.text(type_node) else 0
                local(w, "self", held or state(w).receiver or w.share(ops.SELF, w.classes[-1]))
            continue
        kind = _callable(w, declared(w, type_node), bounds)
        name = w.text(pattern) if pattern is not None else ""
        params.append(Param(name, kind, 0, "*" if each.type == "variadic_parameter" else ""))
        if pattern is not None:
            patterns.append((pattern, position))
    w.set_params(symbol, params)
    for pattern, position in patterns:
        bind(w, pattern, w.add(ops.PARAM, symbol, position))
    result = node.child_by_field_name("return_type")
    if result is not None:
        w.facts.declared[symbol] = _callable(w, declared(w, result), bounds)
    if body is not None:
        w.visit(body)


def _callable(w: Walker, kind: int, bounds: dict[str, int]) -> int:
    """A type parameter that is bound to be a function is seen as that function type."""
    found = w.exprs[kind]
    if found[0] == ops.NAME and found[1] in bounds:
        bound = w.exprs[bounds[found[1]]]
        either: tuple[int, ...] = bound[1:] if bound[0] == ops.UNION else (bounds[found[1]],)
        options = [w.exprs[part] for part in either]
        for position, option in enumerate(options):
            if option[0] == ops.FUNCTYPE:
                return either[position]
    return kind


def closure(w: Walker, node: Node) -> int:
    body, listed = node.child_by_field_name("body"), node.child_by_field_name("parameters")
    symbol = w.define(SymbolKind.FUNCTION, "<closure>", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    params: list[Param] = []
    for position, each in enumerate(parts(listed) if listed is not None else ()):
        typed = each.type == "parameter"
        pattern = each.child_by_field_name("pattern") if typed else each
        kind = declared(w, each.child_by_field_name("type")) if typed else 0
        params.append(Param(f"{position}", kind, 0, ""))
        if pattern is not None:
            bind(w, pattern, w.add(ops.PARAM, symbol, len(params) - 1))
    w.set_params(symbol, params)
    result = node.child_by_field_name("return_type")
    if result is not None:
        w.facts.declared[symbol] = declared(w, result)
    if body is not None:
        w.add_return(w.visit(body))
    w.close_scope()
    return w.add(ops.SYM, symbol)


# -- types ------------------------------------------------------------------------------------------------------------


def struct(w: Walker, node: Node) -> int:
    head = header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    symbol = _class(w, node, name_node, body, head, SymbolKind.STRUCT)
    w.open_scope(symbol, "class")
    type_parameters(w, node, symbol)
    if body is not None:
        params = fields(w, body, symbol)
        if body.type == "ordered_field_declaration_list":
            w.set_params(symbol, params)
    _projected(w, node, symbol, head)
    return 0


def _projected(w: Walker, node: Node, symbol: int, head: Header) -> None:
    """End the scope of a type, with what pinning it makes of it."""
    pinned = is_projected(w, head)
    if pinned:
        project(w, node, symbol, head)
    w.close_scope()
    if pinned:
        bind_projections(w)


def _class(
    w: Walker, node: Node, name_node: Node, body: Node | None, head: Header, kind: SymbolKind, flags: int = 0
) -> int:
    name = w.text(name_node)
    end = body.start_byte if body is not None and body.type != "ordered_field_declaration_list" else node.end_byte
    symbol = w.define(
        kind, name, node, name_node, signature=w.squeeze(node.start_byte, end).rstrip("; "), doc=head.doc,
        decorators=head.attributes, visibility=head.visibility, flags=head.flags | test_flag(w, head) | flags,
        start=head.start,
    )  # fmt: skip
    bases = derived(w, head)
    if bases:
        w.facts.bases[symbol] = tuple(Base(expr, "implements", name_node.start_point[0] + 1) for expr in bases)
    bind_item(w, name, w.add(ops.SYM, symbol), head)
    return symbol


def fields(w: Walker, body: Node, owner: int, keep: bool = True) -> list[Param]:
    """Fields of a struct or enum variant, in order. With `keep` they are symbols and members of `owner`."""
    params: list[Param] = []
    forget(w)
    if body.type == "ordered_field_declaration_list":
        for child in body.children_by_field_name("type"):
            name = str(len(params))
            kind = declared(w, child)
            params.append(Param(name, kind, 0, ""))
            if keep:
                _field(w, child, child, name, kind, Header(None, (), "", "private", 0, False, False), name)
        return params
    for child in body.named_children:
        if child.type == "field_declaration":
            head = header(w, child)
            name_node, type_node = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name_node is None:
                continue
            name = w.text(name_node)
            kind = declared(w, type_node)
            params.append(Param(f".{name}", kind, 0, ""))
            if keep:
                _field(w, child, name_node, name, kind, head, f".{name}")
        else:
            w.visit(child)
    forget(w)
    return params


def _field(w: Walker, node: Node, name_node: Node, name: str, kind: int, head: Header, key: str) -> None:
    """A field is bound under `.name`, which no method can have."""
    symbol = w.define(
        SymbolKind.FIELD, name, node, name_node, signature=w.squeeze(node.start_byte, node.end_byte, 160), doc=head.doc,
        decorators=head.attributes, visibility=head.visibility, flags=head.flags, start=head.start,
    )  # fmt: skip
    w.facts.declared[symbol] = kind
    w.bind(key, w.share(ops.VAR, symbol))


def enum(w: Walker, node: Node) -> int:
    head = header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    symbol = _class(w, node, name_node, body, head, SymbolKind.ENUM)
    w.open_scope(symbol, "class")
    type_parameters(w, node, symbol)
    names = [name for name, _ in w.facts.type_params.get(symbol, ())]
    own = w.add(ops.SYM, symbol)
    if names:
        own = w.add(ops.GENERIC, own, tuple(w.share(ops.NAME, name, symbol) for name in names))
    for child in body.named_children if body is not None else ():
        if child.type == "enum_variant":
            _variant(w, child, own)
        else:
            w.visit(child)
    _projected(w, node, symbol, head)
    return 0


def _variant(w: Walker, node: Node, own: int) -> None:
    """A variant is a constant of its enum; one with data has parameters."""
    head = header(w, node)
    name_node, body, value = (node.child_by_field_name(f) for f in ("name", "body", "value"))
    if name_node is None:
        return
    name = w.text(name_node)
    symbol = w.define(
        SymbolKind.CONSTANT, name, node, name_node,
        signature=w.squeeze(node.start_byte, node.end_byte, 160), doc=head.doc, decorators=head.attributes,
        flags=Flag.STATIC, start=head.start,
    )  # fmt: skip
    if body is not None:
        w.set_params(symbol, fields(w, body, symbol, keep=False))
    w.facts.declared[symbol] = own
    if value is not None:
        w.visit(value)
    w.bind(name, w.add(ops.SYM, symbol) if body is not None else w.share(ops.VAR, symbol))


def trait(w: Walker, node: Node) -> int:
    head = header(w, node)
    name_node, body, bounds = (node.child_by_field_name(f) for f in ("name", "body", "bounds"))
    if name_node is None:
        return w.visit_children(node)
    symbol = _class(w, node, name_node, body, head, SymbolKind.INTERFACE)
    w.open_scope(symbol, "class")
    type_parameters(w, node, symbol)
    inside = [c for c in body.named_children if c.type == "associated_type"] if body is not None else []
    _associated(w, symbol, inside)
    bases: list[Base] = []
    for child in bounds.named_children if bounds is not None else ():
        expr = declared(w, child)
        if expr:
            bases.append(Base(expr, "inherits", child.start_point[0] + 1))
    if bases:
        w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), *bases)
    for member in _members(w, body, "trait"):
        w.flag(member, head.flags & Flag.EXPORTED)
    w.close_scope()
    return 0


def _associated(w: Walker, symbol: int, nodes: list[Node]) -> None:
    """Associated types of a trait follow its type parameters, sorted by name, as `Self::Name`."""
    found: dict[str, int] = {}
    names = {w.text(n): node for node in nodes if (n := node.child_by_field_name("name")) is not None}
    have = w.facts.type_params.get(symbol, ())
    if not names:
        return
    w.facts.type_params[symbol] = (*have, *((f"Self::{name}", 0) for name in sorted(names)))
    tables = state(w).associated
    for name, node in names.items():
        tables[(symbol, name)] = type_name(w, f"Self::{name}")
        bounds = node.child_by_field_name("bounds")
        found[name] = declared(w, bounds) if bounds is not None else 0
    w.facts.type_params[symbol] = (*have, *((f"Self::{name}", found[name]) for name in sorted(names)))


def associated_type(w: Walker, node: Node) -> int:
    """`type Item;` in a trait."""
    head = header(w, node)
    name_node = node.child_by_field_name("name")
    if name_node is None or w.scope.kind != "class":
        return 0
    symbol = w.define(
        SymbolKind.TYPE, w.text(name_node), node, name_node, signature=w.squeeze(node.start_byte, node.end_byte, 160),
        doc=head.doc, flags=Flag.ABSTRACT, start=head.start,
    )  # fmt: skip
    w.facts.values[symbol] = (type_name(w, f"Self::{w.text(name_node)}"),)
    add_member(w, symbol)
    return 0


def _members(w: Walker, body: Node | None, inside: str) -> list[int]:
    """Walk the members of a trait or impl block; their symbols."""
    kept = state(w)
    before, kept.members = kept.members, []
    outer, kept.in_trait = kept.in_trait, bool(inside)
    forget(w)
    for child in body.named_children if body is not None else ():
        if child.type == "type_item":  # first: signatures may name them
            forget(w)
            w.visit(child)
    for child in body.named_children if body is not None else ():
        if child.type != "type_item":
            w.visit(child)
        else:
            forget(w)
    members = kept.members
    kept.members, kept.in_trait = before, outer
    for symbol in members:
        if inside == "impl" or (inside and w.symbols[symbol].kind == SymbolKind.TYPE):
            w.flag(symbol, Flag.DEMANDED)
    if inside == "trait":
        for symbol in members:
            w.bind(w.symbols[symbol].name, _value(w, symbol))
    return members


def _value(w: Walker, symbol: int) -> int:
    plain = w.symbols[symbol].kind in (SymbolKind.CONSTANT, SymbolKind.TYPE)
    return w.share(ops.VAR, symbol) if plain else w.add(ops.SYM, symbol)


def impl(w: Walker, node: Node) -> int:
    """`impl Type { … }`, `impl Trait for Type { … }`: members of a type defined outside its body."""
    head = header(w, node)
    target_node, trait_node, body = (node.child_by_field_name(f) for f in ("type", "trait", "body"))
    if target_node is None:
        return w.visit_children(node)
    symbol = w.define(SymbolKind.STRUCT, _target_name(w, target_node), node, target_node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "class")
    type_parameters(w, node, symbol)
    target = declared(w, target_node)
    named = declared(w, trait_node)
    kept = state(w)
    apart = _specific(w, symbol, target) or _blanket(w, symbol, target)
    before, kept.receiver = kept.receiver, w.instance(target) if apart else 0
    tests, kept.tests = kept.tests, kept.tests or head.test
    members = _members(w, body, "impl" if trait_node is not None else "")
    kept.receiver, kept.tests = before, tests
    w.close_scope()
    if named:
        named = _with_associated(w, named, members)
    w.facts.extensions.append(Extension(target, tuple(members), named, symbol, node.start_point[0] + 1))
    return 0


def _specific(w: Walker, symbol: int, target: int) -> bool:
    """Whether an impl block is for some instances of a generic type only: its receiver has those type arguments."""
    found = w.exprs[target]
    own = {name for name, _ in w.facts.type_params.get(symbol, ())}
    if found[0] != ops.GENERIC:
        return False
    given: tuple[int, ...] = found[2]
    arguments = [w.exprs[argument] for argument in given]
    return any(each[0] != ops.UNKNOWN and not (each[0] == ops.NAME and each[1] in own) for each in arguments)


def _blanket(w: Walker, symbol: int, target: int) -> bool:
    """Whether an impl block is for whatever is of several traits: its receiver has the members of all of them."""
    found = w.exprs[target]
    bounds = [bound for name, bound in w.facts.type_params.get(symbol, ()) if found[:2] == (ops.NAME, name)]
    return any(w.exprs[bound][0] == ops.UNION for bound in bounds)


def _target_name(w: Walker, node: Node) -> str:
    """Last word of the type an impl block is for."""
    while True:
        inner = (
            node.child_by_field_name("type") or node.child_by_field_name("trait") or node.child_by_field_name("name")
        )
        if inner is None:
            break
        node = inner
    return w.squeeze(node.start_byte, node.end_byte, 40)


def _with_associated(w: Walker, trait_expr: int, members: list[int]) -> int:
    """The implemented trait with its associated types as further type arguments."""
    given = {w.symbols[m].name: w.facts.values.get(m, (0,))[0] for m in members if w.symbols[m].kind == SymbolKind.TYPE}
    if not given:
        return trait_expr
    types = tuple(given[name] for name in sorted(given))
    found = w.exprs[trait_expr]
    if found[0] == ops.GENERIC:
        return w.add(ops.GENERIC, found[1], (*found[2], *types))
    return w.add(ops.GENERIC, trait_expr, types)


def foreign(w: Walker, node: Node) -> int:
    """`extern "C" { … }`: declarations of functions that other code defines."""
    forget(w)
    return w.visit_children(node)
