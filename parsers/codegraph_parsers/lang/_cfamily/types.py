"""Lowering of types.

Pointers, references and qualifiers are stripped. An array is a container type of the prelude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._cfamily.names import TAG, get_line, is_cpp, look_up, look_up_scope, mention
from codegraph_parsers.scope import Scope

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

INTEGER, UNSIGNED, LONG, UNSIGNED_LONG, SMALL = "__int", "__unsigned", "__long", "__unsigned_long", "__short"
FLOATING, SINGLE, BOOLEAN, CHARACTER, TEXT, ARRAY = "__double", "__float", "__bool", "__char", "__text", "__array"
CHARACTERS = "__chars"
NUMBERS = (INTEGER, UNSIGNED, LONG, UNSIGNED_LONG, SINGLE, FLOATING)
"""Types that arithmetic gives, narrowest first: of operands of two the wider one, of narrower ones the first."""
SCALARS = frozenset((*NUMBERS, SMALL, CHARACTER, BOOLEAN))
_PRIMITIVES = {
    "bool": BOOLEAN, "_Bool": BOOLEAN, "float": SINGLE, "double": FLOATING, "char": CHARACTER, "void": "", "auto": "",
    "int": INTEGER, "short": SMALL, "long": LONG, "unsigned": UNSIGNED, "signed": INTEGER, "size_t": UNSIGNED_LONG,
    "ssize_t": LONG, "ptrdiff_t": LONG, "intptr_t": LONG, "uintptr_t": UNSIGNED_LONG, "int64_t": LONG,
    "uint64_t": UNSIGNED_LONG, "int32_t": INTEGER, "uint32_t": UNSIGNED, "int16_t": SMALL, "uint16_t": SMALL,
    "int8_t": CHARACTER, "uint8_t": CHARACTER,
}  # fmt: skip
SPECIFIERS = frozenset({"struct_specifier", "union_specifier", "class_specifier", "enum_specifier"})


def build_builtin(w: Walker, name: str) -> int:
    """Return a fundamental type, where argument types choose the called function."""
    return w.share(ops.NAME, name, 0) if name and is_cpp(w) else 0


def lower_type(w: Walker, node: Node | None) -> int:
    """Lower a type node to an expression, and mention the types that it names."""
    if node is None:
        return 0
    kind = node.type
    if kind == "primitive_type":
        return build_builtin(w, _PRIMITIVES.get(w.read_text(node), INTEGER))
    if kind == "sized_type_specifier":
        return build_builtin(w, _parse_sized_type(w.read_text(node).split()))
    if kind in ("type_identifier", "namespace_identifier", "identifier", "field_identifier"):
        expr = look_up(w, w.read_text(node))
        mention(w, expr, get_line(node), "type")
        return expr
    if kind in SPECIFIERS:
        return lower_type_specifier(w, node)
    if kind == "qualified_identifier":
        return lower_qualified(w, node, "type")
    if kind in ("template_type", "template_function", "template_method"):
        return lower_template(w, node, "type")
    if kind == "type_descriptor":
        return lower_descriptor(w, node)
    if kind in ("dependent_type", "dependent_name"):
        return lower_type(w, node.named_children[-1]) if node.named_children else 0
    if kind == "decltype":
        w.visit_children(node)
    return 0


def _parse_sized_type(words: list[str]) -> str:
    """Return the fundamental type of words such as `unsigned long long`."""
    if "double" in words:
        return FLOATING
    if "char" in words:
        return CHARACTER
    if "long" in words:
        return UNSIGNED_LONG if "unsigned" in words else LONG
    if "short" in words:
        return SMALL
    return UNSIGNED if "unsigned" in words else INTEGER


def lower_type_specifier(w: Walker, node: Node) -> int:
    """Lower `struct s`, or `struct s { … }`, which defines it."""
    if node.child_by_field_name("body") is not None:
        return w.visit(node)
    name = node.child_by_field_name("name")
    if name is None:
        return 0
    if name.type != "type_identifier":
        return lower_type(w, name)
    text = w.read_text(name)
    expr = look_up(w, text) if is_cpp(w) else look_up(w, TAG + text)
    mention(w, expr, get_line(name), "type")
    return expr


def lower_descriptor(w: Walker, node: Node) -> int:
    """Lower a type as an argument or in a cast: `const T*`, `R(A, B)`."""
    base = lower_type(w, node.child_by_field_name("type"))
    shape = node.child_by_field_name("declarator")
    if shape is not None and shape.type == "abstract_pointer_declarator":
        base = build_declared_type(w, base, 0, pointer=True)
    while shape is not None:
        if shape.type == "abstract_function_declarator":
            return build_function_type(w, base, shape)
        inner = shape.child_by_field_name("declarator")
        shape = inner if inner is not None else next((c for c in shape.named_children if "declarator" in c.type), None)
    return base


def build_function_type(w: Walker, result: int, holder: Node | None) -> int:
    """Return the declared function type of a function declarator."""
    if not is_cpp(w):
        return 0
    types: list[int] = []
    parameters = holder.child_by_field_name("parameters") if holder is not None else None
    for child in parameters.named_children if parameters is not None else ():
        if child.type in ("parameter_declaration", "optional_parameter_declaration"):
            types.append(lower_type(w, child.child_by_field_name("type")))
    return w.add(ops.FUNCTYPE, tuple(types), result)


def lower_qualified(w: Walker, node: Node, kind: str) -> int:
    """Lower `a::B<T>::c` as a type or a value.

    The last part is mentioned. `::c` starts at the top.
    """
    base = -1
    current: Node | None = node
    while current is not None and current.type == "qualified_identifier":
        scope = current.child_by_field_name("scope")
        if scope is None:
            base = -2 if base == -1 else base
        else:
            base = lower_path_part(w, base, scope, "")
        current = current.child_by_field_name("name")
    return lower_path_part(w, base, current, kind) if current is not None else 0


def lower_path_part(w: Walker, base: int, node: Node, kind: str) -> int:
    """Lower one part of a path, looked up in `base`.

    `base` is -1 for the current scope and -2 for the top. There is no mention when `kind` is empty.
    """
    if node.type in ("template_type", "template_function", "template_method"):
        name = node.child_by_field_name("name")
        inner = lower_path_part(w, base, name, kind) if name is not None else 0
        if not inner:
            return 0
        given, marked = lower_type_arguments(w, node), list_argument_marks(w, node)
        return w.add(ops.GENERIC, inner, given, marked) if any(marked) else w.add(ops.GENERIC, inner, given)
    if node.type in ("dependent_name", "dependent_type") and node.named_children:
        return lower_path_part(w, base, node.named_children[-1], kind)
    text = w.read_text(node)
    if base == -1:
        expr = look_up(w, text) if node.type != "namespace_identifier" else look_up_scope(w, text)
    elif base == -2:
        expr = w.share(ops.NAME, text, 0)
    else:
        expr = w.share(ops.ATTR, base, text) if base else 0
    if kind and expr:
        mention(w, expr, get_line(node), kind)
    return expr


def build_heading_scope(w: Walker, symbol: int) -> Scope:
    """Return the scope that the heading of a definition sees.

    Its type parameters are known, its members are not.
    """
    scope = Scope(w.scope.symbol, "function", w.scope)
    scope.env = {name: w.share(ops.NAME, name, symbol) for name, _ in w.facts.type_params.get(symbol, ())}
    return scope


def resolve_heading_path(w: Walker, symbol: int, path: list[Node]) -> int:
    """Resolve a path in the heading of `symbol`: `Name<T>::`."""
    outside = w.scope
    w.scope = build_heading_scope(w, symbol)
    w.owners.append(symbol)
    target = -1
    for part in path:
        target = lower_path_part(w, target, part, "")
    w.scope = outside
    w.owners.pop()
    return target


def lower_template(w: Walker, node: Node, kind: str) -> int:
    """Lower `Name<args>`."""
    return lower_path_part(w, -1, node, kind)


def lower_type_arguments(w: Walker, node: Node) -> tuple[int, ...]:
    """Lower the type arguments of a template node.

    Values among them are walked, and are unknown.
    """
    found = node.child_by_field_name("arguments")
    result: list[int] = []
    for child in found.named_children if found is not None else ():
        if child.type == "type_descriptor":
            result.append(lower_descriptor(w, child))
        elif child.type in ("identifier", "qualified_identifier"):
            result.append(lower_type(w, child))
        elif not child.is_extra:
            w.visit(child)
            result.append(0)
    return tuple(result)


def list_argument_marks(w: Walker, node: Node) -> tuple[str, ...]:
    """Return the parts of template arguments that types leave out.

    They are pointers, references and qualifiers, and numbers as `=3`.
    """
    found = node.child_by_field_name("arguments")
    result: list[str] = []
    for child in found.named_children if found is not None else ():
        if child.type == "type_descriptor":
            kept = child.child_by_field_name("type")
            result.append("".join(w.read_text(c) for c in child.children if kept is None or c.id != kept.id))
        elif child.type in ("number_literal", "true", "false"):
            result.append(f"={w.read_text(child)}")
        elif not child.is_extra:
            result.append("")
    return tuple("".join(mark.split()) for mark in result)


def build_declared_type(w: Walker, base: int, arrays: int, pointer: bool = False, *, passed: bool = False) -> int:
    """Return a type under array layers.

    A pointer to characters is text. An array of characters is a type of its own, unless it is `passed`.
    """
    if not base or not is_cpp(w):
        return base
    if (pointer or arrays) and w.exprs[base] == (ops.NAME, CHARACTER, 0):
        base = w.share(ops.NAME, TEXT if pointer or passed else CHARACTERS, 0)
        arrays = arrays - 1 if arrays and not pointer else arrays
    for _ in range(arrays):
        base = w.share(ops.GENERIC, w.share(ops.NAME, ARRAY, 0), (base,))
    return base
