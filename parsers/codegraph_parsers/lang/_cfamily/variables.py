"""Declarations of variables, fields, typedefs and prototypes.

A declaration has one specifier and several declarators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names, operators, records
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.declarators import Declarator, is_pointer, strip_template_arguments, unwrap
from codegraph_parsers.lang._cfamily.functions import Heading
from codegraph_parsers.lang._cfamily.types import (
    SPECIFIERS,
    build_declared_type,
    build_function_type,
    lower_path_part,
    lower_qualified,
    lower_type,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_declaration(w: Walker, node: Node) -> int:
    """Lower a declaration in any scope: `static T a = x, *b, f(int);`."""
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
                define_prototype(w, node, shape)
            continue
        if base < 0:
            base = 0 if automatic else lower_type(w, type_node)
        if w.scope.kind == "function":
            declare_local(w, node, shape, base, value)
        else:
            define_variable(w, node, shape, base, value, heading)
    if base < 0 and type_node is not None and type_node.type in SPECIFIERS:
        lower_type(w, type_node) if type_node.child_by_field_name("body") is not None else None
    get_context(w).take_template()
    return 0


def is_prototype(w: Walker, holder: Node) -> bool:
    """Return whether `T x(…)` declares a function.

    Inside functions `T x(a, b)` constructs an object, if the language has members.
    """
    if w.scope.kind != "function" or not names.is_cpp(w):
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


def define_prototype(w: Walker, node: Node, shape: Declarator) -> None:
    functions.define_function(w, node, shape, None)


def declare_local(w: Walker, node: Node, shape: Declarator, base: int, value: Node | None) -> None:
    """Declare a variable of a function.

    Its value is that of its declared type. `auto` takes the initial value.
    """
    plus = names.is_cpp(w)
    line = names.get_line(node)
    pointer = plus and is_pointer(node, shape, "pointer_declarator")
    kind = build_declared_type(w, base, shape.arrays, pointer)
    if shape.pointer:
        kind = build_function_type(w, base, shape.holder)
    if shape.name.type == "structured_binding_declarator":
        given = lower_initialiser(w, value, 0, line)
        for position, child in enumerate(shape.name.named_children):
            names.declare(w, w.read_text(child), w.add(ops.ITEM, given, position, 0) if given else 0)
        return
    name = w.read_text(strip_template_arguments(shape.name))
    if value is None and shape.function is not None:  # `T x(a, b);`
        listed = shape.function.child_by_field_name("parameters")
        arguments = [lower_as_argument(w, child) for child in (listed.named_children if listed is not None else ())]
        construct(w, base, tuple(arguments), line)
        given = 0
    else:
        names.declare(w, name, w.add_instance(kind))  # visible in its own initialiser
        direct = base if not (shape.arrays or shape.pointer or is_pointer(node, shape)) else 0
        given = lower_initialiser(w, value, direct, line) if value is not None else 0
        if value is None and direct and plus and node.child_by_field_name("type") is not None:
            construct(w, direct, (), line)
    if kind:
        held = w.share(ops.DECLARED, kind, 0) if plus and pointer and not shape.arrays else w.add_instance(kind)
        names.declare(w, name, w.share(ops.CONST, held) if plus and is_constant(w, node, pointers=True) else held)
    else:
        automatic = node.child_by_field_name("type")
        known = given if plus and automatic is not None and automatic.type == "placeholder_type_specifier" else 0
        held = w.add(ops.DECLARED, 0, known) if known and pointer else known
        names.declare(w, name, w.share(ops.CONST, held) if held and is_constant(w, node, pointers=True) else held)


def lower_as_argument(w: Walker, node: Node) -> int:
    """Lower a parameter that is an argument after all.

    It is `x`, or `f()` read as a function type.
    """
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is None:
        return 0
    line = names.get_line(kind)
    if inner is None:
        return w.visit(kind)
    called = lower_qualified(w, kind, "") if kind.type == "qualified_identifier" else lower_path_part(w, -1, kind, "")
    listed = inner.child_by_field_name("parameters")
    given = tuple(lower_as_argument(w, child) for child in (listed.named_children if listed is not None else ()))
    expr = w.add(ops.CALL, called, given, ())
    w.add_site("call", expr, line)
    return expr


def construct(w: Walker, kind: int, arguments: tuple[int, ...], line: int) -> int:
    """Record the construction of an object of class `kind`."""
    if not kind or not names.is_cpp(w):
        return 0
    expr = w.add(ops.NEW, kind, arguments, ())
    w.add_site("call", expr, line)
    roles.expect(w, expr, arguments, ())
    return expr


def lower_initialiser(w: Walker, value: Node | None, kind: int, line: int) -> int:
    """Lower `= x`, `(x, y)` or `{x, y}`.

    The last two construct an object of class `kind`.
    """
    if value is None:
        return 0
    if value.type in ("argument_list", "initializer_list"):
        arguments = tuple(operators.lower_argument(w, child) for child in value.named_children if not child.is_extra)
        if kind and names.is_cpp(w):
            return construct(w, kind, arguments, line)
        return 0
    return w.visit(value)


def define_variable(w: Walker, node: Node, shape: Declarator, base: int, value: Node | None, heading: Heading) -> None:
    """Define a variable of a module, namespace or class."""
    line = names.get_line(node)
    kind = build_declared_type(w, base, shape.arrays, is_pointer(node, shape, "pointer_declarator"))
    if shape.pointer:
        kind = build_function_type(w, base, shape.holder)
    direct = base if not (shape.arrays or shape.pointer or is_pointer(node, shape)) else 0
    if shape.name.type in ("qualified_identifier", "structured_binding_declarator"):  # a static member's storage
        lower_initialiser(w, value, direct, line)
        return
    in_class = w.scope.kind == "class"
    flags = functions.compute_flags(w, heading, in_class)
    if heading.extern and value is None:
        flags |= Flag.DECLARATION
    if not direct:
        flags |= Flag.ADDRESS
    if shape.pointer or is_pointer(node, shape, "pointer_declarator"):
        flags |= Flag.POINTER
    if is_constant(w, node, pointers=True):
        flags |= Flag.CONST
    name_node = strip_template_arguments(shape.name)
    name = w.read_text(name_node)
    constant = name.isupper() or is_constant(w, node)
    sort = SymbolKind.FIELD if in_class else SymbolKind.CONSTANT if constant else None
    symbol = w.define_variable(
        name, node, name_node, 0, kind, kind=sort,
        signature=w.read_one_line(node.start_byte, min(node.end_byte, node.start_byte + 200), 160),
        visibility=functions.compute_visibility(w, in_class, flags), flags=flags, doc=roles.read_doc_comment(w, node),
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
        given = lower_initialiser(w, value, direct, line)
        w.owners.pop()
        undeclared = not kind and names.is_cpp(w) and node.child_by_field_name("type") is not None
        if given and (undeclared or shape.pointer):
            w.facts.values[symbol] = (given,)


def is_constant(w: Walker, node: Node, *, pointers: bool = False) -> bool:
    """Return whether `const` or `constexpr` is before a value that is no pointer.

    With `pointers`, pointers count as well.
    """
    words = [w.read_text(child) for child in node.children if child.type == "type_qualifier"]
    if "constexpr" in words:
        return True
    return "const" in words and (pointers or not any("pointer" in child.type for child in node.children))


def lower_field(w: Walker, node: Node) -> int:
    """Lower a member declaration.

    It declares fields, method prototypes, nested types or anonymous unions.
    """
    type_node = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    if not declarators:
        if type_node is not None and type_node.type in SPECIFIERS:
            if type_node.child_by_field_name("body") is not None:
                get_context(w).inline_members = type_node.child_by_field_name("name") is None
            w.visit(type_node)  # without a body: a forward declaration
        else:
            lower_type(w, type_node)
        get_context(w).take_template()
        return 0
    heading = Heading(w, node)
    base = -1
    values = node.children_by_field_name("default_value")
    for declarator in declarators:
        shape = unwrap(declarator)
        if shape is None:
            continue
        if shape.function is not None:
            define_prototype(w, node, shape)
            continue
        if base < 0:
            base = lower_type(w, type_node)
        value = next((v for v in values if v.start_byte >= declarator.end_byte), None)
        define_variable(w, node, shape, base, value if len(declarators) == 1 else None, heading)
    get_context(w).take_template()
    return 0


def lower_typedef(w: Walker, node: Node) -> int:
    """Lower `typedef T name, *pointer;`."""
    type_node = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    anonymous = type_node is not None and type_node.type in SPECIFIERS and type_node.child_by_field_name("name") is None
    if anonymous and declarators and type_node is not None and type_node.child_by_field_name("body") is not None:
        shape = unwrap(declarators[0])
        get_context(w).typedef_name = (shape.name, node) if shape is not None else None
    before = len(w.symbols)
    base = lower_type(w, type_node)
    if type_node is not None and w.scope.symbol == 0 and w.scope.kind != "function":
        records.note_typedef_tag(w, type_node, base)
    taken = anonymous and len(w.symbols) > before
    for position, declarator in enumerate(declarators):
        shape = unwrap(declarator)
        if shape is None:
            continue
        name = w.read_text(shape.name)
        if taken and position == 0:
            names.bind_type(w, name, base, False)
            continue
        tag = type_node.child_by_field_name("name") if type_node is not None else None
        if tag is not None and w.read_text(tag) == name and shape.function is None and not shape.pointer:
            names.bind_type(w, name, base, False)
            continue
        if shape.function is not None or shape.pointer:
            value = build_function_type(w, base, shape.holder)
        else:
            value = build_declared_type(w, base, shape.arrays)
        define_alias(w, node, shape.name, name, value, pointer=is_pointer(node, shape, "pointer_declarator"))
    return 0


def define_alias(w: Walker, node: Node, name_node: Node, name: str, value: int, *, pointer: bool = False) -> int:
    """Define a name for a type."""
    in_class = w.scope.kind == "class"
    flags = Flag.EXPORTED | Flag.POINTER if pointer else Flag.EXPORTED
    symbol = w.define(
        SymbolKind.TYPE,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, node.end_byte, 200).rstrip("; "),
        doc=roles.read_doc_comment(w, node),
        visibility=functions.compute_visibility(w, in_class, 0),
        flags=flags,
    )
    if value:
        w.facts.values[symbol] = (value,)
    expr = w.share(ops.VAR, symbol)
    if w.scope.kind == "function":
        names.declare(w, name, expr)
    else:
        names.bind_type(w, name, expr, False)
    return symbol
