"""Go types: type expressions, parameter lists, anonymous structs and interfaces.

Pointers are looked through: a `*T` has the members of `T`. Slices, arrays, maps and channels are instances of the
prelude's container types.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops
from codegraph_parsers.facts import Base, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.roles import doc_comment

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SLICE, MAP, CHANNEL = "__slice", "__map", "__chan"
INSIDE = frozenset({"pointer_type", "parenthesized_type", "negated_type", "type_constraint"})
NAMES = frozenset({"type_identifier", "identifier", "package_identifier"})
LISTS = frozenset({"slice_type", "array_type", "implicit_length_array_type"})
TYPE_SCOPE = "type"  # kind of the scope in which a type declaration's own type parameters are visible


def lookup(w: Walker, name: str) -> int:
    """What a name means here. At package level the order of declarations says nothing. Inside a type declared in a
    function, the function's names are visible too."""
    scope = w.scope
    if scope.kind == "module":
        return w.share(ops.NAME, name, 0)
    if scope.kind != TYPE_SCOPE:
        return w.lookup(name)
    if any(name == each for each, _ in w.facts.type_params.get(scope.symbol, ())):
        return w.share(ops.NAME, name, scope.symbol)
    outer = scope.outer
    while outer is not None and outer.kind == "function":
        if name in outer.env:
            return outer.env[name]
        outer = outer.outer
    return w.share(ops.NAME, name, scope.outer.symbol if scope.outer is not None else 0)  # not a member of the type


def container(w: Walker, name: str, *arguments: int) -> int:
    return w.share(ops.GENERIC, w.share(ops.NAME, name, 0), arguments)


def lower(w: Walker, node: Node | None) -> int:
    """The type expression of a type node; names in it are mentioned as types."""
    if node is None:
        return 0
    kind = node.type
    if kind in NAMES:
        expr = lookup(w, w.text(node))
        w.mention(expr, node.start_point[0] + 1, "type")
        return expr
    if kind in INSIDE:
        return _inside(w, node)
    if kind == "qualified_type":
        return _qualified(w, node)
    if kind in LISTS:
        length = node.child_by_field_name("length")
        if length is not None:
            w.visit(length)
        return container(w, SLICE, lower(w, node.child_by_field_name("element")))
    if kind == "map_type":
        return container(w, MAP, lower(w, node.child_by_field_name("key")), lower(w, node.child_by_field_name("value")))
    if kind == "channel_type":
        return container(w, CHANNEL, lower(w, node.child_by_field_name("value")))
    if kind == "function_type":
        params, _ = parameters(w, node.child_by_field_name("parameters"))
        results, _ = result(w, node.child_by_field_name("result"))
        return w.add(ops.FUNCTYPE, tuple(rest_type(w, p) for p in params), results)
    if kind == "generic_type":
        base, given = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
        return w.add(ops.GENERIC, lower(w, base), arguments(w, given))
    if kind == "type_elem":
        return w.union([lower(w, child) for child in node.named_children if not child.is_extra])
    if kind == "struct_type":
        return anonymous_struct(w, node)
    if kind == "interface_type":
        return anonymous_interface(w, node)
    w.visit_children(node)
    return 0


def _inside(w: Walker, node: Node) -> int:
    parts = [lower(w, child) for child in node.named_children if not child.is_extra]
    return parts[0] if len(parts) == 1 else w.union(parts)


def _qualified(w: Walker, node: Node) -> int:
    package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
    if package is None or name is None:
        return 0
    expr = w.share(ops.ATTR, lookup(w, w.text(package)), w.text(name))
    w.mention(expr, name.start_point[0] + 1, "type")
    return expr


def arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    """Type arguments of an instantiation."""
    if node is None:
        return ()
    return tuple(lower(w, child) for child in node.named_children if not child.is_extra)


def rest_type(w: Walker, param: Param) -> int:
    """The type a parameter has inside its function: a rest parameter is a slice."""
    return container(w, SLICE, param.type) if param.variadic else param.type


def parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[str]]:
    """Parameters in order, one for each name or unnamed type, and their names."""
    found: list[Param] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        declared = lower(w, child.child_by_field_name("type"))
        variadic = "*" if child.type == "variadic_parameter_declaration" else ""
        names = [w.text(name) for name in child.children_by_field_name("name")] or [""]
        found.extend(Param(name, declared, 0, variadic) for name in names)
    return found, [param.name for param in found]


def shown(w: Walker, node: Node | None) -> tuple[Parameter, ...]:
    """Parameters as text, for people."""
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        type_node = child.child_by_field_name("type")
        text = w.squeeze(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        variadic = "*" if child.type == "variadic_parameter_declaration" else ""
        names = [w.text(name) for name in child.children_by_field_name("name")] or [""]
        found.extend(Parameter(name, text, False, variadic) for name in names)
    return tuple(found)


def result(w: Walker, node: Node | None) -> tuple[int, list[Param]]:
    """The result type (a tuple of several) and the named results."""
    if node is None:
        return 0, []
    if node.type != "parameter_list":
        return lower(w, node), []
    params, _ = parameters(w, node)
    if len(params) == 1:
        return params[0].type, params
    return w.add(ops.TUPLE, *[param.type for param in params]) if params else 0, params


def type_parameters(w: Walker, symbol: int, node: Node | None) -> None:
    """Record the type parameters of a declaration. Its scope is open: constraints may name them."""
    if node is None:
        return
    declared = [child for child in node.named_children if child.type == "type_parameter_declaration"]
    names = [(w.text(name), child) for child in declared for name in child.children_by_field_name("name")]
    w.facts.type_params[symbol] = tuple((name, 0) for name, _ in names)
    bounds = {child.start_byte: lower(w, child.child_by_field_name("type")) for child in declared}
    w.facts.type_params[symbol] = tuple((name, bounds[child.start_byte]) for name, child in names)


def base_name(w: Walker, node: Node | None) -> str:
    """The bare name of a type: `T` for `*pkg.T[int]`; "" for a type without a name."""
    while node is not None:
        if node.type in NAMES:
            return w.text(node)
        if node.type == "qualified_type":
            node = node.child_by_field_name("name")
        elif node.type == "generic_type":
            node = node.child_by_field_name("type")
        elif node.type in INSIDE and node.named_children:
            node = node.named_children[0]
        else:
            return ""
    return ""


def visibility(name: str) -> str:
    return "public" if name[:1].isupper() else "package"


def members(w: Walker, symbol: int, node: Node) -> None:
    """Fields and embedded types of a struct. The fields of an anonymous struct are called after what holds it; in a
    function, whose variables are no symbols, they are none either."""
    anonymous = bool(w.symbols[symbol].flags & Flag.ANONYMOUS)
    unnamed = anonymous and bool(w.functions)
    table = w.facts.names.setdefault(symbol, {})
    fields = next((child for child in node.named_children if child.type == "field_declaration_list"), None)
    for field in fields.named_children if fields is not None else ():
        w.visit(field) if field.type == "comment" else None
        if field.type != "field_declaration":
            continue
        type_node = field.child_by_field_name("type")
        names = field.children_by_field_name("name")
        declared = held_type(w, type_node, names)
        if not names and type_node is not None:
            embed(w, symbol, declared, type_node)
            names = [type_node]
        for name_node in names:
            name = w.text(name_node) if name_node is not type_node else base_name(w, type_node)
            if name in ("", "_"):
                continue
            if unnamed:
                table[name] = w.instance(declared)
                continue
            inner = field_symbol(w, symbol, name, field, name_node, declared)
            table[name] = w.share(ops.VAR, inner)
            if anonymous:
                call_after_holder(w, inner)


def held_type(w: Walker, node: Node | None, names: Sequence[Node]) -> int:
    """The type expression of what has a name: what an anonymous type declares is called after that."""
    if node is None or not names or w.functions:
        return lower(w, node)
    with held(w, w.text(names[0])):
        return lower(w, node)


@contextmanager
def held(w: Walker, name: str) -> Generator[None]:
    """What an anonymous type declares meanwhile is called after `name`."""
    holders = _holders(w)
    holders.append(name)
    yield
    holders.pop()


def _holders(w: Walker) -> list[str]:
    found = w.state.get("holders")
    if found is None:
        found = w.state["holders"] = list[str]()
    return cast("list[str]", found)


def call_after_holder(w: Walker, symbol: int) -> None:
    """Name a member of an anonymous type: `Desk.inner.rows`."""
    around = w.symbols[w.scope.symbol].qualname
    path = ".".join([part for part in (around, *_holders(w), w.symbols[symbol].name) if part])
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=path)


def field_symbol(w: Walker, parent: int, name: str, field: Node, name_node: Node, declared: int) -> int:
    return w.variable(
        name, field, name_node, 0, declared, kind=SymbolKind.FIELD, parent=parent, visibility=visibility(name),
        signature=w.squeeze(field.start_byte, field.end_byte, 160), doc=doc_comment(w, field),
        flags=Flag.EXPORTED if name[:1].isupper() else 0,
    )  # fmt: skip


def embed(w: Walker, symbol: int, declared: int, node: Node) -> None:
    base = Base(declared, "embeds", node.start_point[0] + 1)
    w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), base)


def signatures(w: Walker, symbol: int, node: Node) -> None:
    """Methods and embedded interfaces of an interface; unions of types are only mentioned."""
    anonymous = w.symbols[symbol].flags & Flag.ANONYMOUS
    extra = anonymous if w.functions else 0
    table = w.facts.names.setdefault(symbol, {})
    for child in node.named_children:
        if child.type == "comment":
            w.visit(child)
        elif child.type == "type_elem":
            declared = lower(w, child)
            parts = [part for part in child.named_children if not part.is_extra]
            if len(parts) == 1 and parts[0].type in ("type_identifier", "qualified_type", "generic_type"):
                embed(w, symbol, declared, parts[0])
        elif child.type == "method_elem":
            name_node = child.child_by_field_name("name")
            if name_node is None:
                continue
            name, listed = w.text(name_node), child.child_by_field_name("parameters")
            method = w.define(
                SymbolKind.METHOD, name, child, name_node, signature=w.squeeze(child.start_byte, child.end_byte),
                parameters=shown(w, listed), doc=doc_comment(w, child), visibility=visibility(name), parent=symbol,
                flags=Flag.ABSTRACT | extra | (Flag.EXPORTED if name[:1].isupper() else 0),
            )  # fmt: skip
            if anonymous and not extra:
                call_after_holder(w, method)
            params, _ = parameters(w, listed)
            w.set_params(method, params)
            results, _ = result(w, child.child_by_field_name("result"))
            if results:
                w.facts.declared[method] = results
            elif marks(name, params):
                w.flag(method, Flag.MARKER)
            table[name] = w.add(ops.SYM, method)


def marks(name: str, params: Sequence[Param]) -> bool:
    """Whether a method without results can only be there for the types that have it to be told by."""
    return not name[:1].isupper() and not params


def anonymous_struct(w: Walker, node: Node) -> int:
    symbol = w.define(SymbolKind.STRUCT, "<struct>", node, flags=Flag.ANONYMOUS)
    members(w, symbol, node)
    return w.add(ops.SYM, symbol)


def anonymous_interface(w: Walker, node: Node) -> int:
    if not node.named_child_count:
        return w.share(ops.NAME, "any", 0)
    symbol = w.define(SymbolKind.INTERFACE, "<interface>", node, flags=Flag.ANONYMOUS)
    signatures(w, symbol, node)
    return w.add(ops.SYM, symbol)
