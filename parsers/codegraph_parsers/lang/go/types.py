"""Lowering of Go types.

They are type expressions, parameter lists, anonymous structs and interfaces. Pointers are dropped: a `*T` has the
members of `T`. Slices, arrays, maps and channels are instances of the prelude's container types.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.roles import read_doc_comment
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SLICE, MAP, CHANNEL = "__slice", "__map", "__chan"
INSIDE = frozenset({"pointer_type", "parenthesized_type", "negated_type", "type_constraint"})
NAMES = frozenset({"type_identifier", "identifier", "package_identifier"})
LISTS = frozenset({"slice_type", "array_type", "implicit_length_array_type"})
TYPE_SCOPE = "type"  # kind of the scope in which a type declaration's own type parameters are visible


def look_up(w: Walker, name: str) -> int:
    """Return what a name refers to here.

    At package level the order of declarations does not matter. Inside a type that is declared in a function, the
    function's names are visible, too.
    """
    scope = w.scope
    if scope.kind == "module":
        return w.share(ops.NAME, name, 0)
    if scope.kind != TYPE_SCOPE:
        return w.look_up(name)
    if any(name == each for each, _ in w.facts.type_params.get(scope.symbol, ())):
        return w.share(ops.NAME, name, scope.symbol)
    outer = scope.outer
    while outer is not None and outer.kind == "function":
        if name in outer.env:
            return outer.env[name]
        outer = outer.outer
    return w.share(ops.NAME, name, scope.outer.symbol if scope.outer is not None else 0)  # not a member of the type


def build_container(w: Walker, name: str, *arguments: int) -> int:
    return w.share(ops.GENERIC, w.share(ops.NAME, name, 0), arguments)


def lower_type(w: Walker, node: Node | None) -> int:
    """Lower a type node to a type expression; names in it are mentioned as types."""
    if node is None:
        return 0
    kind = node.type
    if kind in NAMES:
        expr = look_up(w, w.read_text(node))
        w.mention(expr, node.start_point[0] + 1, "type")
        return expr
    if kind in INSIDE:
        return _lower_inside(w, node)
    if kind == "qualified_type":
        return _lower_qualified(w, node)
    if kind in LISTS:
        w.visit_field(node, "length")
        return build_container(w, SLICE, lower_type(w, node.child_by_field_name("element")))
    if kind == "map_type":
        return build_container(
            w, MAP, lower_type(w, node.child_by_field_name("key")), lower_type(w, node.child_by_field_name("value"))
        )
    if kind == "channel_type":
        return build_container(w, CHANNEL, lower_type(w, node.child_by_field_name("value")))
    if kind == "function_type":
        params, _ = lower_parameters(w, node.child_by_field_name("parameters"))
        results, _ = lower_result(w, node.child_by_field_name("result"))
        return w.add(ops.FUNCTYPE, tuple(compute_rest_type(w, p) for p in params), results)
    if kind == "generic_type":
        base, given = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
        return w.add(ops.GENERIC, lower_type(w, base), lower_arguments(w, given))
    if kind == "type_elem":
        return w.union([lower_type(w, child) for child in node.named_children if not child.is_extra])
    if kind == "struct_type":
        return define_anonymous_struct(w, node)
    if kind == "interface_type":
        return define_anonymous_interface(w, node)
    w.visit_children(node)
    return 0


def _lower_inside(w: Walker, node: Node) -> int:
    parts = [lower_type(w, child) for child in node.named_children if not child.is_extra]
    return parts[0] if len(parts) == 1 else w.union(parts)


def _lower_qualified(w: Walker, node: Node) -> int:
    package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
    if package is None or name is None:
        return 0
    expr = w.share(ops.ATTR, look_up(w, w.read_text(package)), w.read_text(name))
    w.mention(expr, name.start_point[0] + 1, "type")
    return expr


def lower_arguments(w: Walker, node: Node | None) -> tuple[int, ...]:
    """Type arguments of an instantiation."""
    if node is None:
        return ()
    return tuple(lower_type(w, child) for child in node.named_children if not child.is_extra)


def compute_rest_type(w: Walker, param: Param) -> int:
    """Return the type of a parameter inside its function: a rest parameter is a slice."""
    return build_container(w, SLICE, param.type) if param.variadic else param.type


def lower_parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[str]]:
    """Return the parameters in order, and their names.

    There is one for each name or unnamed type.
    """
    found: list[Param] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        declared = lower_type(w, child.child_by_field_name("type"))
        variadic = "*" if child.type == "variadic_parameter_declaration" else ""
        names = [w.read_text(name) for name in child.children_by_field_name("name")] or [""]
        found.extend(Param(name, declared, 0, variadic) for name in names)
    return found, [param.name for param in found]


def describe_parameters(w: Walker, node: Node | None) -> tuple[Parameter, ...]:
    """Return the parameters as text, for display."""
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        type_node = child.child_by_field_name("type")
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        variadic = "*" if child.type == "variadic_parameter_declaration" else ""
        names = [w.read_text(name) for name in child.children_by_field_name("name")] or [""]
        found.extend(Parameter(name, text, False, variadic) for name in names)
    return tuple(found)


def lower_result(w: Walker, node: Node | None) -> tuple[int, list[Param]]:
    """Return the result type (a tuple of several) and the named results."""
    if node is None:
        return 0, []
    if node.type != "parameter_list":
        return lower_type(w, node), []
    params, _ = lower_parameters(w, node)
    if len(params) == 1:
        return params[0].type, params
    return w.add(ops.TUPLE, *[param.type for param in params]) if params else 0, params


def declare_type_parameters(w: Walker, symbol: int, node: Node | None) -> None:
    """Record the type parameters of a declaration.

    The scope of the declaration is open, because constraints may name the parameters.
    """
    if node is None:
        return
    declared = [child for child in node.named_children if child.type == "type_parameter_declaration"]
    names = [(w.read_text(name), child) for child in declared for name in child.children_by_field_name("name")]
    w.facts.type_params[symbol] = tuple((name, 0) for name, _ in names)
    bounds = {child.start_byte: lower_type(w, child.child_by_field_name("type")) for child in declared}
    w.facts.type_params[symbol] = tuple((name, bounds[child.start_byte]) for name, child in names)


def find_base_name(w: Walker, node: Node | None) -> str:
    """Return the bare name of a type: `T` for `*pkg.T[int]`.

    The result is "" for a type without a name.
    """
    while node is not None:
        if node.type in NAMES:
            return w.read_text(node)
        if node.type == "qualified_type":
            node = node.child_by_field_name("name")
        elif node.type == "generic_type":
            node = node.child_by_field_name("type")
        elif node.type in INSIDE and node.named_children:
            node = node.named_children[0]
        else:
            return ""
    return ""


def compute_visibility(name: str) -> str:
    return "public" if name[:1].isupper() else "package"


def declare_members(w: Walker, symbol: int, node: Node) -> None:
    """Declare the fields and embedded types of a struct.

    The fields of an anonymous struct are named after its holder. In a function, whose variables are no symbols, they
    are no symbols either.
    """
    anonymous = bool(w.symbols[symbol].flags & Flag.ANONYMOUS)
    unnamed = anonymous and bool(w.functions)
    table = w.facts.names.setdefault(symbol, {})
    fields = find_child(node, "field_declaration_list")
    for field in fields.named_children if fields is not None else ():
        w.visit(field) if field.type == "comment" else None
        if field.type != "field_declaration":
            continue
        type_node = field.child_by_field_name("type")
        names = field.children_by_field_name("name")
        declared = lower_held_type(w, type_node, names)
        if not names and type_node is not None:
            embed(w, symbol, declared, type_node)
            names = [type_node]
        for name_node in names:
            name = w.read_text(name_node) if name_node is not type_node else find_base_name(w, type_node)
            if name in ("", "_"):
                continue
            if unnamed:
                table[name] = w.add_instance(declared)
                continue
            inner = define_field(w, symbol, name, field, name_node, declared)
            table[name] = w.share(ops.VAR, inner)
            if anonymous:
                name_after_holder(w, inner)


def lower_held_type(w: Walker, node: Node | None, names: Sequence[Node]) -> int:
    """Lower the type of a named declaration.

    Declarations of an anonymous type are named after it.
    """
    if node is None or not names or w.functions:
        return lower_type(w, node)
    with name_holder(w, w.read_text(names[0])):
        return lower_type(w, node)


@contextmanager
def name_holder(w: Walker, name: str) -> Generator[None]:
    """Name the declarations of an anonymous type after `name` in this context."""
    holders = _get_holders(w)
    holders.append(name)
    yield
    holders.pop()


def _get_holders(w: Walker) -> list[str]:
    found = w.state.get("holders")
    if found is None:
        found = w.state["holders"] = list[str]()
    return cast("list[str]", found)


def name_after_holder(w: Walker, symbol: int) -> None:
    """Name a member of an anonymous type after its holder: `Desk.inner.rows`."""
    around = w.symbols[w.scope.symbol].qualname
    path = ".".join([part for part in (around, *_get_holders(w), w.symbols[symbol].name) if part])
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=path)


def define_field(w: Walker, parent: int, name: str, field: Node, name_node: Node, declared: int) -> int:
    return w.define_variable(
        name, field, name_node, 0, declared, kind=SymbolKind.FIELD, parent=parent, visibility=compute_visibility(name),
        signature=w.read_one_line(field.start_byte, field.end_byte, 160), doc=read_doc_comment(w, field),
        flags=Flag.EXPORTED if name[:1].isupper() else 0,
    )  # fmt: skip


def embed(w: Walker, symbol: int, declared: int, node: Node) -> None:
    base = Base(declared, "embeds", node.start_point[0] + 1)
    w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), base)


def declare_signatures(w: Walker, symbol: int, node: Node) -> None:
    """Declare the methods and embedded interfaces of an interface.

    Unions of types are only mentioned.
    """
    anonymous = w.symbols[symbol].flags & Flag.ANONYMOUS
    extra = anonymous if w.functions else 0
    table = w.facts.names.setdefault(symbol, {})
    for child in node.named_children:
        if child.type == "comment":
            w.visit(child)
        elif child.type == "type_elem":
            declared = lower_type(w, child)
            parts = [part for part in child.named_children if not part.is_extra]
            if len(parts) == 1 and parts[0].type in ("type_identifier", "qualified_type", "generic_type"):
                embed(w, symbol, declared, parts[0])
        elif child.type == "method_elem":
            name_node = child.child_by_field_name("name")
            if name_node is None:
                continue
            name, listed = w.read_text(name_node), child.child_by_field_name("parameters")
            method = w.define(
                SymbolKind.METHOD,
                name,
                child,
                name_node,
                signature=w.read_one_line(child.start_byte, child.end_byte),
                parameters=describe_parameters(w, listed),
                doc=read_doc_comment(w, child),
                visibility=compute_visibility(name),
                parent=symbol,
                flags=Flag.ABSTRACT | extra | (Flag.EXPORTED if name[:1].isupper() else 0),
            )
            if anonymous and not extra:
                name_after_holder(w, method)
            params, _ = lower_parameters(w, listed)
            w.set_params(method, params)
            results, _ = lower_result(w, child.child_by_field_name("result"))
            if results:
                w.facts.declared[method] = results
            elif is_marker(name, params):
                w.flag(method, Flag.MARKER)
            table[name] = w.add(ops.SYM, method)


def is_marker(name: str, params: Sequence[Param]) -> bool:
    """Return whether a method without results can only serve as a marker.

    Types that have such a method can be told apart by it.
    """
    return not name[:1].isupper() and not params


def define_anonymous_struct(w: Walker, node: Node) -> int:
    symbol = w.define(SymbolKind.STRUCT, "<struct>", node, flags=Flag.ANONYMOUS)
    declare_members(w, symbol, node)
    return w.add(ops.SYM, symbol)


def define_anonymous_interface(w: Walker, node: Node) -> int:
    if not node.named_child_count:
        return w.share(ops.NAME, "any", 0)
    symbol = w.define(SymbolKind.INTERFACE, "<interface>", node, flags=Flag.ANONYMOUS)
    declare_signatures(w, symbol, node)
    return w.add(ops.SYM, symbol)
