"""Functions of every shape, their parameters and patterns.

These are declarations, expressions, arrows, methods and overloads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang._ecmascript import jsdoc
from codegraph_parsers.lang._ecmascript.narrowing import GUARD
from codegraph_parsers.lang._ecmascript.scopes import bind_local, get_state, get_symbol, merge, read_doc
from codegraph_parsers.lang._ecmascript.types import declare_type_parameters, lower_annotation, lower_declared_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

DECLARATIONS = frozenset({"function_declaration", "generator_function_declaration", "function_signature"})
EXPECTING = frozenset({ops.SYM, ops.OBJECT, ops.CALL})  # what expects a type of functions in it
FUNCTION_VALUES = frozenset({"arrow_function", "function_expression", "generator_function"})


def list_modifiers(node: Node) -> set[str]:
    """Return the keywords that stand directly in a definition.

    Examples are `async`, `static`, `get`, `*`, `abstract`.
    """
    return {child.type for child in node.children if not child.is_named} | {
        child.type for child in node.named_children if child.type in ("override_modifier", "accessibility_modifier")
    }


def compute_flags(words: set[str]) -> int:
    flags = 0
    flags |= Flag.ASYNC if "async" in words else 0
    flags |= Flag.GENERATOR if "*" in words else 0
    flags |= Flag.STATIC if "static" in words else 0
    flags |= Flag.ABSTRACT if "abstract" in words else 0
    return flags


def list_parameters(node: Node) -> list[Node]:
    """Return the parameters of a function node; an arrow may have one bare name."""
    single = node.child_by_field_name("parameter")
    if single is not None:
        return [single]
    listed = node.child_by_field_name("parameters")
    return [child for child in listed.named_children if not child.is_extra] if listed is not None else []


def split_parameter(child: Node) -> tuple[Node | None, Node | None, Node | None, bool]:
    """Return a parameter's pattern, type, default, and whether it takes the rest."""
    pattern: Node | None = child
    declared: Node | None = None
    default: Node | None = None
    if child.type in ("required_parameter", "optional_parameter"):
        pattern = child.child_by_field_name("pattern")
        declared = child.child_by_field_name("type")
        default = child.child_by_field_name("value")
    elif child.type == "assignment_pattern":
        pattern, default = child.child_by_field_name("left"), child.child_by_field_name("right")
    rest = pattern is not None and pattern.type == "rest_pattern"
    if rest and pattern is not None:
        pattern = pattern.named_children[0] if pattern.named_children else None
    return pattern, declared, default, rest


def describe_parameters(w: Walker, node: Node) -> tuple[Parameter, ...]:
    shown: list[Parameter] = []
    for child in list_parameters(node):
        pattern, declared, default, rest = split_parameter(child)
        if pattern is None or pattern.type == "this":
            continue
        text = w.read_one_line(declared.start_byte, declared.end_byte, 120).lstrip(": ") if declared is not None else ""
        optional = default is not None or child.type == "optional_parameter"
        shown.append(
            Parameter(w.read_one_line(pattern.start_byte, pattern.end_byte, 60), text, optional, "*" if rest else "")
        )
    return tuple(shown)


def define_function(
    w: Walker, node: Node, name: str, name_node: Node | None, kind: SymbolKind = SymbolKind.FUNCTION, *, flags: int = 0,
    parent: int | None = None, start: Node | None = None, visibility: str = "public", decorators: tuple[str, ...] = (),
) -> int:  # fmt: skip
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    signature = w.read_one_line((start or node).start_byte, end).rstrip(" {;").removesuffix("=>").rstrip()
    return w.define(
        kind, name, node, name_node, signature=signature,
        parameters=describe_parameters(w, node), doc=read_doc(w, start or node), visibility=visibility,
        flags=flags | compute_flags(list_modifiers(node)), parent=parent, start=start, decorators=decorators,
    )  # fmt: skip


def walk_function(
    w: Walker, symbol: int, node: Node, receiver: int | None, own_name: str = "", properties: int = -1
) -> None:
    """Walk the parameters, declared types and body of a function.

    `receiver` is the value of `this`, None to keep the enclosing one (arrows).

    `properties` is the class whose fields the parameters with an access modifier declare, -1 for none.
    """
    st = get_state(w)
    w.open_scope(symbol, "function")
    if receiver is not None:
        st.receivers.append(receiver)
    if own_name:
        w.bind(own_name, w.add(ops.SYM, symbol))
    declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    params: list[Param] = []
    patterns: list[tuple[Node, int, int, Node]] = []
    for child in list_parameters(node):
        pattern, declared_node, default_node, rest = split_parameter(child)
        for part in child.named_children:
            if part.type == "decorator":
                w.visit(part)
        name = w.read_text(pattern) if pattern is not None and pattern.type == "identifier" else ""
        declared = lower_declared_type(w, declared_node, name)
        if pattern is None:
            continue
        if pattern.type == "this":
            if declared and receiver is not None:
                st.receivers[-1] = w.add_instance(declared)
            continue
        default = w.visit(default_node) if default_node is not None else 0
        if child.type == "optional_parameter":
            default = default or w.share(ops.UNION)
        params.append(Param(name, declared, default, "*" if rest else ""))
        patterns.append((pattern, w.add(ops.PARAM, symbol, len(params) - 1), declared, child))
    w.set_params(symbol, jsdoc.declare(w, symbol, params))
    for pattern, value, declared, child in patterns:
        bind_pattern(w, pattern, value, bind_parameter)
        if properties >= 0:
            define_parameter_property(w, child, pattern, value, declared, properties)
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        w.facts.declared[symbol] = lower_declared_type(w, returned)
        if returned.type == "type_predicate_annotation":
            w.facts.members.setdefault(symbol, {})[GUARD] = lower_guarded_type(w, returned)
    body = node.child_by_field_name("body")
    if body is not None:
        if body.type == "statement_block":
            lower_statements(w, body)
        else:
            w.add_return(w.visit(body))
            expect_returned(w, symbol)
    if receiver is not None:
        st.receivers.pop()
    w.close_scope()


def lower_guarded_type(w: Walker, node: Node) -> int:
    """Lower T of `x is T`, without recording mentions."""
    inner = node.named_children[0] if node.named_children else None
    target = inner.child_by_field_name("type") if inner is not None else None
    sites = len(w.sites)
    found = lower_annotation(w, target)
    del w.sites[sites:]
    return found


def bind_parameter(w: Walker, node: Node, value: int) -> None:
    w.bind(w.read_text(node), value)


def define_parameter_property(w: Walker, child: Node, pattern: Node, value: int, declared: int, owner: int) -> None:
    """Define the field that `constructor(private readonly x: T)` declares."""
    modifier = next((w.read_text(c) for c in child.named_children if c.type == "accessibility_modifier"), "")
    if not modifier and not any(c.type in ("readonly", "override_modifier") for c in child.children):
        return
    name = w.read_text(pattern)
    symbol = w.define_variable(
        name, child, pattern, value, declared, kind=SymbolKind.FIELD, parent=owner, visibility=modifier or "public",
        signature=w.read_one_line(child.start_byte, child.end_byte, 160),
    )  # fmt: skip
    w.facts.names.setdefault(owner, {}).setdefault(name, w.share(ops.VAR, symbol))


def expect_returned(w: Walker, symbol: int) -> None:
    """Record the type that is expected of a function's last returned value.

    A function returned from a function with a declared result takes its parameter types from that result.
    """
    declared = w.facts.declared.get(symbol, 0)
    returned = w.facts.returns.get(symbol, ())
    if declared and returned:
        if w.symbols[symbol].flags & Flag.ASYNC:  # what is declared is the promise of it
            declared = w.add(ops.AWAIT, w.add_instance(declared))
        expect_function(w, returned[-1], declared)
    elif returned and symbol in w.facts.expected and w.exprs[returned[-1]][0] in EXPECTING:
        expect_function(w, returned[-1], w.add(ops.RETURN_TYPE, w.facts.expected[symbol]))


def expect_function(w: Walker, value: int, declared: int) -> None:
    """Record the type that the context demands of a value.

    The value is a function, a literal with functions in it, or a call.
    """
    found = w.exprs[value]
    if found[0] == ops.SYM:
        if w.symbols[get_symbol(w, value)].kind in (SymbolKind.FUNCTION, SymbolKind.METHOD):
            w.facts.expected.setdefault(found[1], declared)
            expect_returned(w, int(found[1]))  # which was walked before anything was known of what is around it
    elif found[0] == ops.OBJECT:
        for name, member in w.facts.names.get(found[1], {}).items():
            inner = w.exprs[member]
            if inner[0] in (ops.SYM, ops.OBJECT, ops.LIST, ops.UNION):
                expect_function(w, member, w.add(ops.MEMBER_TYPE, declared, name))
    elif found[0] == ops.LIST:
        for position, element in enumerate(found[2]):
            if w.exprs[element][0] in (ops.SYM, ops.OBJECT, ops.LIST):
                expect_function(w, element, w.add(ops.ITEM, w.add_instance(declared), position, 0))
    elif found[0] == ops.UNION:  # any of them may be what is given
        for part in found[1:]:
            if w.exprs[part][0] in (ops.OBJECT, ops.LIST):
                expect_function(w, part, declared)
    elif found[0] == ops.CALL:  # what is made decides what a function among the arguments is passed
        for position, argument in enumerate(found[2]):
            symbol = get_symbol(w, argument) if w.exprs[argument][0] == ops.SYM else -1
            before = w.facts.expected.get(symbol, 0)
            if before and w.exprs[before] == (ops.ARGTYPE, value, position):
                w.facts.expected[symbol] = w.add(ops.ARGTYPE, value, position, declared)


def bind_pattern(w: Walker, node: Node, value: int, bind: Callable[[Walker, Node, int], None]) -> None:
    """Bind the parts of a value to a pattern.

    `bind` receives every name that the pattern introduces, or every target that it assigns.
    """
    kind = node.type
    if kind in ("assignment_pattern", "object_assignment_pattern"):
        left = node.child_by_field_name("left")
        default = w.visit_field(node, "right")
        if left is None:
            return
        if left.type == "shorthand_property_identifier_pattern" and kind == "object_assignment_pattern":
            value = w.add(ops.ATTR, value, w.read_text(left)) if value else 0
        bind_pattern(w, left, w.union([value, default]), bind)
    elif kind in ("object_pattern", "object"):
        for child in node.named_children:
            bind_property(w, child, value, bind)
    elif kind in ("array_pattern", "array"):
        position = 0
        for child in node.children:
            if child.type == ",":
                position += 1
            elif child.is_named and not child.is_extra:
                if child.type in ("rest_pattern", "spread_element"):
                    rest = w.add(ops.SLICE, value, position, 1) if value else 0
                    bind_all(w, child.named_children, rest, bind)
                else:
                    bind_pattern(w, child, w.add(ops.ITEM, value, position, 0) if value else 0, bind)
    elif kind in ("rest_pattern", "parenthesized_expression", "non_null_expression", "as_expression"):
        bind_all(w, node.named_children[:1], value, bind)
    else:
        bind(w, node, value)


def bind_all(w: Walker, nodes: Iterable[Node], value: int, bind: Callable[[Walker, Node, int], None]) -> None:
    for node in nodes:
        bind_pattern(w, node, value, bind)


def bind_property(w: Walker, child: Node, value: int, bind: Callable[[Walker, Node, int], None]) -> None:
    """Bind one entry of an object pattern."""
    if child.type in ("shorthand_property_identifier_pattern", "shorthand_property_identifier"):
        expr = w.share(ops.ATTR, value, w.read_text(child)) if value else 0
        if expr:
            w.mention(expr, child.start_point[0] + 1)
        bind(w, child, expr)
    elif child.type in ("pair_pattern", "pair"):
        key, inner = child.child_by_field_name("key"), child.child_by_field_name("value")
        name = read_key(w, key) if key is not None else ""
        expr = w.share(ops.ATTR, value, name) if value and name else 0
        if expr and key is not None:
            w.mention(expr, key.start_point[0] + 1)
        if inner is not None:
            bind_pattern(w, inner, expr, bind)
    elif not child.is_extra:
        bind_pattern(w, child, value, bind)


def read_key(w: Walker, node: Node) -> str:
    """Return the name a property key stands for, "" for a computed one."""
    kind = node.type
    if kind == "string":
        return w.read_text(node)[1:-1]
    if kind == "computed_property_name":
        inner = node.named_children[0] if node.named_children else None
        if inner is None:
            return ""
        if inner.type == "string":
            return w.read_text(inner)[1:-1]
        if inner.type == "member_expression" and w.read_text(inner).startswith("Symbol."):
            return f"[{w.read_text(inner)}]"
        w.visit(inner)
        return ""
    return w.read_text(node)


def lower_statements(w: Walker, node: Node) -> int:
    """Lower a statement list; its functions are defined before the rest runs."""
    declare_functions(w, node)
    for child in node.named_children:
        w.visit(child)
    return 0


def declare_functions(w: Walker, node: Node) -> None:
    """Define the function declarations of a statement list and bind their names."""
    found: list[tuple[Node, Node]] = []
    for child in node.named_children:
        kind = child.type
        inner = child
        if kind in ("export_statement", "ambient_declaration"):
            inner = child.child_by_field_name("declaration") or (
                child.named_children[0] if child.named_children else child
            )
            if inner.type == "ambient_declaration" and inner.named_children:
                inner = inner.named_children[0]
        if inner.type in DECLARATIONS:
            found.append((inner, child))
    if not found:
        return
    bodies = {
        w.read_text(named)
        for inner, _ in found
        if inner.type != "function_signature" and (named := inner.child_by_field_name("name"))
    }
    for inner, outer in found:
        name_node = inner.child_by_field_name("name")
        if name_node is None:
            continue
        name = w.read_text(name_node)
        before = outer.prev_sibling
        if before is not None and before.type == "comment":
            w.visit(before)
        bare = inner.type == "function_signature"
        flags = Flag.OVERLOAD | Flag.ABSTRACT if bare and name in bodies else Flag.ABSTRACT if bare else 0
        start = outer if outer is not inner else None
        symbol = define_function(w, inner, name, name_node, flags=int(flags), start=start)
        get_state(w).hoisted[inner.id] = symbol
        if not flags & Flag.OVERLOAD:
            merge(w, name, w.add(ops.SYM, symbol))


def lower_declaration(w: Walker, node: Node) -> int:
    """Lower a function declaration, hoisted by its statement list."""
    symbol = get_state(w).hoisted.pop(node.id, None)
    name_node = node.child_by_field_name("name")
    if symbol is None:
        name = w.read_text(name_node) if name_node is not None else "default"
        symbol = define_function(w, node, name, name_node)
        if name_node is not None:
            bind_local(w, name, w.add(ops.SYM, symbol))
    walk_function(w, symbol, node, w.share(ops.LAMBDA_SELF, symbol))
    return w.add(ops.SYM, symbol)


def lower_expression(w: Walker, node: Node, name: str = "", name_node: Node | None = None, *, parent: int | None = None,
               kind: SymbolKind = SymbolKind.FUNCTION, start: Node | None = None, flags: int = 0, receiver: int = 0,
               declared: int = 0, visibility: str = "public") -> int:  # fmt: skip
    """Lower a function expression or arrow.

    With a name it is a symbol of its own, else it is anonymous.
    """
    own_node = node.child_by_field_name("name")
    own = w.read_text(own_node) if own_node is not None else ""
    if not name and own:
        name, name_node = own, own_node
        flags |= Flag.HANDED  # nothing but itself knows the name
    if not name:
        flags |= Flag.ANONYMOUS
    symbol = define_function(
        w, node, name or "<function>", name_node, kind, flags=flags, parent=parent, start=start, visibility=visibility
    )
    if not name:  # what it holds is named after what stands around it
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[w.symbols[symbol].parent].qualname)
    if declared:
        w.facts.expected[symbol] = declared
    arrow = node.type == "arrow_function"
    this = None if arrow else receiver or w.share(ops.LAMBDA_SELF, symbol)
    walk_function(w, symbol, node, this, own_name=own)
    return w.add(ops.SYM, symbol)
