"""Declarations of variables, fields, typedefs and prototypes: one specifier, several declarators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names, operators, records
from codegraph_parsers.lang._cfamily.context import context
from codegraph_parsers.lang._cfamily.declarators import Declarator, is_pointer, plain, unwrap
from codegraph_parsers.lang._cfamily.functions import Heading
from codegraph_parsers.lang._cfamily.types import SPECIFIERS, declared_type, function_type, qualified, step, type_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NOT_TYPES = frozenset({"primitive_type", "sized_type_specifier"})


def declaration(w: Walker, node: Node) -> int:
    """`static T a = x, *b, f(int);` in any scope."""
    type_node = node.child_by_field_name("type")
    if type_node is None and node.children and node.children[0].type == "using":
        return 0
    heading = Heading(w, node)
    base = -1
    automatic = type_node is not None and type_node.type == "placeholder_type_specifier"
    for declarator in node.children_by_field_name("declarator"):
        value: Node | None = None
        inner: Node | None = declarator
        if declarator.type == "init_declarator":
            value, inner = declarator.child_by_field_name("value"), declarator.child_by_field_name("declarator")
        shape = unwrap(inner)
        if shape is None:
            w.visit_children(declarator)
            continue
        if shape.function is not None and value is None and is_prototype(w, shape.function):
            if w.scope.kind != "function":
                prototype(w, node, shape)
            continue
        if base < 0:
            base = 0 if automatic else type_of(w, type_node)
        if w.scope.kind == "function":
            local(w, node, shape, base, value)
        else:
            outer(w, node, shape, base, value, heading)
    if base < 0 and type_node is not None and type_node.type in SPECIFIERS:
        type_of(w, type_node) if type_node.child_by_field_name("body") is not None else None
    context(w).take_template()
    return 0


def is_prototype(w: Walker, holder: Node) -> bool:
    """Whether `T x(…)` declares a function. Inside functions `T x(a, b)` constructs, if members exist at all."""
    if w.scope.kind != "function" or not names.is_plus(w):
        return True
    listed = holder.child_by_field_name("parameters")
    shapes = listed.named_children if listed is not None else []
    if not shapes:
        return True
    for child in shapes:
        kind, inner = child.child_by_field_name("type"), child.child_by_field_name("declarator")
        if child.type != "parameter_declaration" or kind is None or len(child.named_children) > 2:
            return True
        if kind.type not in ("type_identifier", "qualified_identifier", "template_type"):
            return True
        if inner is not None and inner.type != "abstract_function_declarator":
            return True
    return False


def prototype(w: Walker, node: Node, shape: Declarator) -> None:
    functions.function(w, node, shape, None)


def local(w: Walker, node: Node, shape: Declarator, base: int, value: Node | None) -> None:
    """A variable of a function. Its declared type is its value; `auto` takes what it is given."""
    plus = names.is_plus(w)
    line = names.line_of(node)
    pointer = plus and is_pointer(node, shape, "pointer_declarator")
    kind = declared_type(w, base, shape.arrays, pointer)
    if shape.pointer:
        kind = function_type(w, base, shape.holder)
    if shape.name.type == "structured_binding_declarator":
        given = initialiser(w, value, 0, line)
        for position, child in enumerate(shape.name.named_children):
            names.declare(w, w.text(child), w.add(ops.ITEM, given, position, 0) if given else 0)
        return
    name = w.text(plain(shape.name))
    if value is None and shape.function is not None:  # `T x(a, b);`
        listed = shape.function.child_by_field_name("parameters")
        arguments = [as_value(w, child) for child in (listed.named_children if listed is not None else ())]
        construct(w, base, tuple(arguments), line)
        given = 0
    else:
        names.declare(w, name, w.instance(kind))  # visible in its own initialiser
        direct = base if not (shape.arrays or shape.pointer or is_pointer(node, shape)) else 0
        given = initialiser(w, value, direct, line) if value is not None else 0
        if value is None and direct and plus and node.child_by_field_name("type") is not None:
            construct(w, direct, (), line)
    if kind:
        held = w.share(ops.DECLARED, kind, 0) if plus and pointer and not shape.arrays else w.instance(kind)
        names.declare(w, name, w.share(ops.CONST, held) if plus and is_constant(w, node, pointers=True) else held)
    else:
        automatic = node.child_by_field_name("type")
        known = given if plus and automatic is not None and automatic.type == "placeholder_type_specifier" else 0
        held = w.add(ops.DECLARED, 0, known) if known and pointer else known
        names.declare(w, name, w.share(ops.CONST, held) if held and is_constant(w, node, pointers=True) else held)


def as_value(w: Walker, node: Node) -> int:
    """A parameter that is an argument after all: `x`, or `f()` read as a function type."""
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is None:
        return 0
    line = names.line_of(kind)
    if inner is None:
        return w.visit(kind)
    called = qualified(w, kind, "") if kind.type == "qualified_identifier" else step(w, -1, kind, "")
    listed = inner.child_by_field_name("parameters")
    given = tuple(as_value(w, child) for child in (listed.named_children if listed is not None else ()))
    expr = w.add(ops.CALL, called, given, ())
    w.site("call", expr, line)
    return expr


def construct(w: Walker, kind: int, arguments: tuple[int, ...], line: int) -> int:
    """An object of class `kind` comes into being."""
    if not kind or not names.is_plus(w):
        return 0
    expr = w.add(ops.NEW, kind, arguments, ())
    w.site("call", expr, line)
    roles.expect(w, expr, arguments, ())
    return expr


def initialiser(w: Walker, value: Node | None, kind: int, line: int) -> int:
    """`= x`, `(x, y)` or `{x, y}`; the last two construct an object of class `kind`."""
    if value is None:
        return 0
    if value.type in ("argument_list", "initializer_list"):
        arguments = tuple(operators.given(w, child) for child in value.named_children if not child.is_extra)
        if kind and names.is_plus(w):
            return construct(w, kind, arguments, line)
        return 0
    return w.visit(value)


def outer(w: Walker, node: Node, shape: Declarator, base: int, value: Node | None, heading: Heading) -> None:
    """A variable of a module, namespace or class."""
    line = names.line_of(node)
    kind = declared_type(w, base, shape.arrays, is_pointer(node, shape, "pointer_declarator"))
    if shape.pointer:
        kind = function_type(w, base, shape.holder)
    direct = base if not (shape.arrays or shape.pointer or is_pointer(node, shape)) else 0
    if shape.name.type in ("qualified_identifier", "structured_binding_declarator"):  # a static member's storage
        initialiser(w, value, direct, line)
        return
    in_class = w.scope.kind == "class"
    flags = functions.flags_of(w, heading, in_class)
    if heading.extern and value is None:
        flags |= Flag.DECLARATION
    if not direct:
        flags |= Flag.ADDRESS
    if shape.pointer or is_pointer(node, shape, "pointer_declarator"):
        flags |= Flag.POINTER
    if is_constant(w, node, pointers=True):
        flags |= Flag.CONST
    name_node = plain(shape.name)
    name = w.text(name_node)
    constant = name.isupper() or is_constant(w, node)
    sort = SymbolKind.FIELD if in_class else SymbolKind.CONSTANT if constant else None
    symbol = w.variable(
        name, node, name_node, 0, kind, kind=sort,
        signature=w.squeeze(node.start_byte, min(node.end_byte, node.start_byte + 200), 160),
        visibility=functions.visibility(w, in_class, flags), flags=flags, doc=roles.doc_comment(w, node),
    )  # fmt: skip
    known = w.symbols[symbol]
    if known.flags & Flag.DECLARATION and not flags & Flag.DECLARATION:
        w.symbols[symbol] = known._replace(
            flags=flags,
            line=name_node.start_point[0] + 1,
            column=name_node.start_point[1],
            start_line=node.start_point[0] + 1,
            end_line=node.end_point[0] + 1,
            start_byte=node.start_byte,
            end_byte=node.end_byte,
        )
    names.bind_value(w, name, w.share(ops.VAR, symbol))
    if value is not None:
        w.owners.append(symbol if in_class else w.owners[-1])
        given = initialiser(w, value, direct, line)
        w.owners.pop()
        undeclared = not kind and names.is_plus(w) and node.child_by_field_name("type") is not None
        if given and (undeclared or shape.pointer):
            w.facts.values[symbol] = (given,)


def is_constant(w: Walker, node: Node, *, pointers: bool = False) -> bool:
    """`const` or `constexpr` before a value that is no pointer, or before either."""
    words = [w.text(child) for child in node.children if child.type == "type_qualifier"]
    if "constexpr" in words:
        return True
    return "const" in words and (pointers or not any("pointer" in child.type for child in node.children))


def field(w: Walker, node: Node) -> int:
    """A member declaration: fields, method prototypes, nested types, anonymous unions."""
    type_node = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    if not declarators:
        if type_node is not None and type_node.type in SPECIFIERS:
            if type_node.child_by_field_name("body") is not None:
                context(w).inline_members = type_node.child_by_field_name("name") is None
            w.visit(type_node)  # without a body: a forward declaration
        else:
            type_of(w, type_node)
        context(w).take_template()
        return 0
    heading = Heading(w, node)
    base = -1
    values = node.children_by_field_name("default_value")
    for declarator in declarators:
        shape = unwrap(declarator)
        if shape is None:
            continue
        if shape.function is not None:
            prototype(w, node, shape)
            continue
        if base < 0:
            base = type_of(w, type_node)
        value = next((v for v in values if v.start_byte >= declarator.end_byte), None)
        outer(w, node, shape, base, value if len(declarators) == 1 else None, heading)
    context(w).take_template()
    return 0


def typedef(w: Walker, node: Node) -> int:
    """`typedef T name, *pointer;` and `using name = T`'s older brother."""
    type_node = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    anonymous = type_node is not None and type_node.type in SPECIFIERS and type_node.child_by_field_name("name") is None
    if anonymous and declarators and type_node is not None and type_node.child_by_field_name("body") is not None:
        shape = unwrap(declarators[0])
        context(w).typedef_name = (shape.name, node) if shape is not None else None
    before = len(w.symbols)
    base = type_of(w, type_node)
    if type_node is not None and w.scope.symbol == 0 and w.scope.kind != "function":
        records.foretell(w, type_node, base)
    taken = anonymous and len(w.symbols) > before
    for position, declarator in enumerate(declarators):
        shape = unwrap(declarator)
        if shape is None:
            continue
        name = w.text(shape.name)
        if taken and position == 0:
            names.bind_type(w, name, base, False)
            continue
        tag = type_node.child_by_field_name("name") if type_node is not None else None
        if tag is not None and w.text(tag) == name and shape.function is None and not shape.pointer:
            names.bind_type(w, name, base, False)
            continue
        if shape.function is not None or shape.pointer:
            value = function_type(w, base, shape.holder)
        else:
            value = declared_type(w, base, shape.arrays)
        alias(w, node, shape.name, name, value, pointer=is_pointer(node, shape, "pointer_declarator"))
    return 0


def alias(w: Walker, node: Node, name_node: Node, name: str, value: int, *, pointer: bool = False) -> int:
    """A name for a type."""
    in_class = w.scope.kind == "class"
    flags = Flag.EXPORTED | Flag.POINTER if pointer else Flag.EXPORTED
    symbol = w.define(
        SymbolKind.TYPE, name, node, name_node, signature=w.squeeze(node.start_byte, node.end_byte, 200).rstrip("; "),
        doc=roles.doc_comment(w, node), visibility=functions.visibility(w, in_class, 0), flags=flags,
    )  # fmt: skip
    if value:
        w.facts.values[symbol] = (value,)
    expr = w.share(ops.VAR, symbol)
    if w.scope.kind == "function":
        names.declare(w, name, expr)
    else:
        names.bind_type(w, name, expr, False)
    return symbol
