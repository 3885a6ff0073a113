"""Functions: definitions, prototypes, parameters, and definitions by macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Base, Extension, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang._cfamily import names
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.declarators import (
    Declarator,
    is_pointer,
    split_path,
    strip_template_arguments,
    unwrap,
)
from codegraph_parsers.lang._cfamily.templates import is_constrained
from codegraph_parsers.lang._cfamily.types import (
    build_declared_type,
    build_function_type,
    lower_type,
    resolve_heading_path,
)
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCT = "<construct>"
"""Name under which a class keeps its constructors: their own name means the class."""

FIXTURES = frozenset(
    {"TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BOOST_FIXTURE_TEST_CASE", "TEST_CASE_METHOD", "IUTEST_F"}
)
TESTS = frozenset(
    {
        "TEST",
        "TEST_CASE",
        "SCENARIO",
        "BOOST_AUTO_TEST_CASE",
        "BOOST_DATA_TEST_CASE",
        "TEST_METHOD",
        "TEST_CASE_TEMPLATE",
    }
    | {
        "DOCTEST_TEST_CASE",
        "CATCH_TEST_CASE",
        "IUTEST",
        "START_TEST",
        "UNIT_TEST",
        "TEMPLATE_TEST_CASE",
        "CTEST",
        "Test",
    }
)


class Heading:
    """Specifiers before a declarator: storage class, qualifiers, `virtual` and others."""

    __slots__ = ("abstract", "extern", "inline", "static", "typedef", "virtual")

    def __init__(self, w: Walker, node: Node) -> None:
        self.static = self.inline = self.extern = self.virtual = self.abstract = self.typedef = False
        for child in node.children:
            kind = child.type
            if kind == "storage_class_specifier":
                word = w.read_text(child)
                self.static = self.static or word == "static"
                self.extern = self.extern or word == "extern"
                self.inline = self.inline or "inline" in word
            elif kind in ("virtual", "virtual_function_specifier"):
                self.virtual = True
            elif kind == "pure_virtual_clause":
                self.abstract = True


def compute_flags(w: Walker, heading: Heading, in_class: bool) -> int:
    flags = 0
    if heading.static:
        flags |= Flag.STATIC if in_class else Flag.FILE_PRIVATE
    if get_context(w).private_depth:
        flags |= Flag.FILE_PRIVATE
    if heading.abstract:
        flags |= Flag.ABSTRACT
    return flags if flags & Flag.FILE_PRIVATE else flags | Flag.EXPORTED


def lower_function_definition(w: Walker, node: Node) -> int:
    """Lower a function with a body.

    Other constructs that the grammar takes for a function definition are lowered as what they are.
    """
    shape = unwrap(node.child_by_field_name("declarator"))
    body = node.child_by_field_name("body")
    type_node = node.child_by_field_name("type")
    if shape is None or shape.function is None:
        return lower_macro_definition(w, node, shape, body)
    name = strip_template_arguments(split_path(shape.name)[-1])
    plain_name = type_node is None and shape.name.type == "identifier" and w.scope.kind != "class"
    if plain_name and w.read_text(name).isupper():
        return lower_macro_definition(w, node, shape, body)
    define_function(w, node, shape, body)
    return 0


def define_function(w: Walker, node: Node, shape: Declarator, body: Node | None) -> int:
    """Define a function or method, walk it and return its symbol."""
    heading = Heading(w, node)
    type_params, start = get_context(w).take_template()
    path = split_path(shape.name)
    last = strip_template_arguments(path[-1])
    name = (
        "operator " + w.read_one_line(*find_conversion_span(last))
        if last.type == "operator_cast"
        else w.read_text(last).replace(" ", "")
    )
    in_class = w.scope.kind == "class"
    outside = len(path) > 1
    owner = (
        w.read_text(strip_template_arguments(path[-2]))
        if outside
        else w.symbols[w.scope.symbol].name
        if in_class
        else ""
    )
    kind = SymbolKind.METHOD if in_class or outside else SymbolKind.FUNCTION
    if owner and owner == name:
        kind = SymbolKind.CONSTRUCTOR
    flags = compute_flags(w, heading, in_class)
    deleted = any(child.type in ("default_method_clause", "delete_method_clause") for child in node.children)
    if any(child.type == "pure_virtual_clause" for child in node.children) or is_pure_virtual(w, node):
        flags |= Flag.ABSTRACT
    elif body is None and not deleted and not any(child.type == "try_statement" for child in node.children):
        flags |= Flag.DECLARATION
    if w.scope.kind == "function":
        flags |= Flag.LOCAL
    if kind == SymbolKind.METHOD and any(
        c.type == "type_qualifier" and w.read_text(c) == "const" for c in list_qualifiers(shape.function)
    ):
        flags |= Flag.CONST
    if has_pointer_result(node, shape):
        flags |= Flag.POINTER
    end = body.start_byte if body is not None else node.end_byte
    if start is not None and is_constrained(w.read_one_line(start.start_byte, end, 2000)):
        flags |= Flag.CONSTRAINED
    symbol = w.define(
        kind,
        name,
        node,
        last,
        signature=w.read_one_line((start or node).start_byte, end).rstrip("{; "),
        doc=roles.read_doc_comment(w, start or node),
        visibility=compute_visibility(w, in_class, flags),
        flags=flags,
        start=start,
    )
    if outside:
        prefix = ".".join(w.read_text(strip_template_arguments(part)) for part in path[:-1])
        above = w.symbols[w.scope.symbol].qualname
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=".".join(x for x in (above, prefix, name) if x))
    if get_context(w).foreign_depth:
        get_context(w).foreign.add(symbol)
        w.flag(symbol, Flag.CONDITIONAL)
    if type_params:
        w.facts.type_params[symbol] = type_params
    walk_function(w, symbol, node, shape, body, signature_only=body is None)
    if outside:
        target = resolve_heading_path(w, symbol, path[:-1])
        w.facts.extensions.append(Extension(target, (symbol,), 0, symbol, names.get_line(last)))
    elif deleted and body is None and "delete" in w.read_text(node)[-12:]:
        return symbol
    elif w.scope.kind != "function":
        names.bind_function(w, CONSTRUCT if kind == SymbolKind.CONSTRUCTOR else name, symbol)
    return symbol


def has_pointer_result(node: Node, shape: Declarator) -> bool:
    """Return whether the declared result is a pointer.

    The result type is before the name or behind an arrow.
    """
    trailing = next((c for c in list_qualifiers(shape.function) if c.type == "trailing_return_type"), None)
    if trailing is None or not trailing.named_children:
        return is_pointer(node, shape, "pointer_declarator")
    found = trailing.named_children[0].child_by_field_name("declarator")
    return found is not None and found.type == "abstract_pointer_declarator"


def list_qualifiers(holder: Node | None) -> list[Node]:
    """Return the nodes after a parameter list: `const`, `noexcept`, `override`."""
    if holder is not None and holder.type == "operator_cast":
        holder = holder.child_by_field_name("declarator")
    return holder.named_children if holder is not None else []


def find_conversion_span(node: Node) -> tuple[int, int]:
    """Return the byte range of the target type of `operator T()`."""
    target = node.child_by_field_name("type")
    return (target.start_byte, target.end_byte) if target is not None else (node.start_byte, node.end_byte)


def is_pure_virtual(w: Walker, node: Node) -> bool:
    """Return whether `= 0` follows a method declarator."""
    value = node.child_by_field_name("default_value")
    return value is not None and value.type == "number_literal"


def compute_visibility(w: Walker, in_class: bool, flags: int) -> str:
    if in_class:
        return get_context(w).access
    return "private" if flags & Flag.FILE_PRIVATE else "public"


def walk_function(
    w: Walker, symbol: int, node: Node, shape: Declarator, body: Node | None, *, signature_only: bool
) -> None:
    """Walk parameters, result type, initialisers and body in the function's own scope."""
    holder = shape.function
    w.open_scope(symbol, "function")
    w.open_block()
    result = lower_type(w, node.child_by_field_name("type"))
    result = build_declared_type(w, result, 0, names.is_cpp(w) and is_pointer(node, shape, "pointer_declarator"))
    trailing = find_child(holder, "trailing_return_type") if holder is not None else None
    if trailing is not None:
        result = lower_type(w, trailing.named_children[0] if trailing.named_children else None)
    if holder is not None and holder.type == "operator_cast":
        result = lower_type(w, holder.child_by_field_name("type"))
    if result:
        w.facts.declared[symbol] = result
    declare_parameters(w, symbol, holder, keep=not signature_only)
    for child in node.named_children:
        if child.type == "field_initializer_list" or child.type == "declaration" or child.type == "try_statement":
            w.visit(child)
    if body is not None:
        w.visit(body)
    w.close_block()
    w.close_scope()


def declare_parameters(w: Walker, symbol: int, holder: Node | None, *, keep: bool) -> None:
    """Declare parameters and record their types.

    `(void)` means no parameters.
    """
    listed = holder.child_by_field_name("parameters") if holder is not None else None
    if listed is None and holder is not None:
        inner = holder.child_by_field_name("declarator")  # operator T()
        listed = inner.child_by_field_name("parameters") if inner is not None else None
    params: list[Param] = []
    shown: list[Parameter] = []
    for child in listed.named_children if listed is not None else ():
        kind = child.type
        if kind == "identifier":  # K&R
            word = w.read_text(child)
            params.append(Param(word, 0, 0, ""))
            shown.append(Parameter(word, "", False, ""))
        elif kind in ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"):
            add_parameter(w, child, params, shown, pack=kind == "variadic_parameter_declaration")
        elif kind == "variadic_parameter":
            w.flag(symbol, Flag.VARIADIC)
    if listed is not None and b"..." in w.source[max(listed.start_byte, listed.end_byte - 6) : listed.end_byte]:
        w.flag(symbol, Flag.VARIADIC)
    w.set_params(symbol, params)
    if shown:
        w.symbols[symbol] = w.symbols[symbol]._replace(parameters=tuple(shown))
    if keep:
        for position, param in enumerate(params):
            if param.name:
                names.declare(w, param.name, w.add(ops.PARAM, symbol, position) if param.type else 0)


def add_parameter(w: Walker, node: Node, params: list[Param], shown: list[Parameter], *, pack: bool) -> None:
    type_node = node.child_by_field_name("type")
    shape_node = node.child_by_field_name("declarator")
    if (
        type_node is not None
        and shape_node is None
        and type_node.type == "primitive_type"
        and w.read_text(type_node) == "void"
    ):
        return
    shape = unwrap(shape_node)
    base = lower_type(w, type_node)
    if shape is not None and (shape.pointer or shape.function is not None):
        base = build_function_type(w, base, shape.holder)
    elif shape is not None:
        pointer = names.is_cpp(w) and is_pointer(node, shape, "pointer_declarator")
        base = build_declared_type(w, base, shape.arrays, pointer, passed=True)
    default_node = node.child_by_field_name("default_value")
    default = w.visit(default_node) if default_node is not None else 0
    name = w.read_text(strip_template_arguments(shape.name)) if shape is not None else ""
    end = default_node.start_byte if default_node is not None else node.end_byte
    if shape is not None and shape.name.end_byte <= end:
        before = w.read_one_line(node.start_byte, shape.name.start_byte, 120)
        text = before + w.read_one_line(shape.name.end_byte, end, 120).rstrip("= ")
    else:
        text = w.read_one_line(node.start_byte, end, 120).rstrip("= ")
    params.append(Param(name, base, default, "*" if pack else ""))
    shown.append(Parameter(name, text, default_node is not None, "*" if pack else ""))


def lower_macro_definition(w: Walker, node: Node, shape: Declarator | None, body: Node | None) -> int:
    """Lower a definition by a macro, such as `TEST(Suite, Name) { … }`.

    The macro makes a function around the body, or a class with such a function.
    """
    holder = shape.function if shape is not None else None
    type_node = node.child_by_field_name("type")
    if holder is not None:
        head = shape.name if shape is not None else node
        listed = holder.child_by_field_name("parameters")
        arguments = [
            w.read_one_line(c.start_byte, c.end_byte, 80) for c in (listed.named_children if listed is not None else ())
        ]
    elif type_node is not None and shape is not None and type_node.type == "type_identifier":
        head, arguments = type_node, [w.read_text(shape.name)]
    else:
        return w.visit_children(node)
    return define_from_macro(w, node, head, arguments, body)


def define_from_macro(w: Walker, node: Node, head: Node, arguments: list[str], body: Node | None) -> int:
    """Define the symbols that macro `head` makes from its arguments."""
    macro = w.read_text(head)
    words = [a for a in arguments if a.isidentifier()]
    expr = names.look_up(w, macro)
    names.mention(w, expr, names.get_line(head))
    fixed = macro in FIXTURES or macro.endswith("_TEST_F") or "FIXTURE" in macro.split("_")
    test = macro in TESTS or fixed or (macro.startswith(("TEST", "BOOST_")) and "TEST" in macro)
    flags = int(Flag.TEST if test else 0) | int(Flag.FILE_PRIVATE)
    title = "_".join(words[:2]) if words else next((a.strip('"') for a in arguments), macro)
    signature = w.read_one_line(node.start_byte, body.start_byte if body is not None else node.end_byte)
    doc = roles.read_doc_comment(w, node)
    fixture = fixed and len(words) > 1
    if not fixture and not (macro == "TEST" and len(words) > 1):
        symbol = w.define(SymbolKind.FUNCTION, title, node, head, signature=signature, doc=doc, flags=flags)
        walk_body(w, symbol, body)
        if not test and [title] == words and not names.is_cpp(w) and title not in w.scope.env:
            w.bind(title, w.share(ops.SYM, symbol))  # what else the file calls by that name is nowhere written
        return 0
    if macro.startswith("BOOST"):
        words = [words[1], words[0]]
    holder = w.define(SymbolKind.CLASS, f"{title}_Test", node, head, signature=signature, doc=doc, flags=flags)
    base = names.look_up(w, words[0]) if fixture else 0
    w.open_scope(holder, "class")
    if fixture:
        w.facts.bases[holder] = (Base(base, "inherits", names.get_line(head)),)
        names.mention(w, base, names.get_line(head), "base")
    symbol = w.define(SymbolKind.METHOD, "TestBody", node, head, signature=signature, flags=flags)
    walk_body(w, symbol, body)
    names.bind_function(w, "TestBody", symbol)
    w.close_scope()
    return 0


def walk_body(w: Walker, symbol: int, body: Node | None) -> None:
    w.open_scope(symbol, "function")
    w.open_block()
    if body is not None:
        w.visit(body)
    w.close_block()
    w.close_scope()
