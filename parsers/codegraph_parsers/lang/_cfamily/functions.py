"""Functions: definitions, prototypes, parameters, and definitions that a macro makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import Base, Extension, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang._cfamily import names
from codegraph_parsers.lang._cfamily.context import context
from codegraph_parsers.lang._cfamily.declarators import Declarator, is_pointer, parts, plain, unwrap
from codegraph_parsers.lang._cfamily.templates import is_constrained
from codegraph_parsers.lang._cfamily.types import declared_type, function_type, seen_by, type_of

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
    """What stands before a declarator: storage, qualifiers, virtual and the like."""

    __slots__ = ("abstract", "extern", "inline", "static", "typedef", "virtual")

    def __init__(self, w: Walker, node: Node) -> None:
        self.static = self.inline = self.extern = self.virtual = self.abstract = self.typedef = False
        for child in node.children:
            kind = child.type
            if kind == "storage_class_specifier":
                word = w.text(child)
                self.static = self.static or word == "static"
                self.extern = self.extern or word == "extern"
                self.inline = self.inline or "inline" in word
            elif kind in ("virtual", "virtual_function_specifier"):
                self.virtual = True
            elif kind == "pure_virtual_clause":
                self.abstract = True


def flags_of(w: Walker, heading: Heading, in_class: bool) -> int:
    flags = 0
    if heading.static:
        flags |= Flag.STATIC if in_class else Flag.FILE_PRIVATE
    if context(w).private_depth:
        flags |= Flag.FILE_PRIVATE
    if heading.abstract:
        flags |= Flag.ABSTRACT
    return flags if flags & Flag.FILE_PRIVATE else flags | Flag.EXPORTED


def definition(w: Walker, node: Node) -> int:
    """A function with a body; what else the grammar takes for one is walked as it is."""
    shape = unwrap(node.child_by_field_name("declarator"))
    body = node.child_by_field_name("body")
    type_node = node.child_by_field_name("type")
    if shape is None or shape.function is None:
        return macro_definition(w, node, shape, body)
    name = plain(parts(shape.name)[-1])
    plain_name = type_node is None and shape.name.type == "identifier" and w.scope.kind != "class"
    if plain_name and w.text(name).isupper():
        return macro_definition(w, node, shape, body)
    function(w, node, shape, body)
    return 0


def function(w: Walker, node: Node, shape: Declarator, body: Node | None) -> int:
    """Define a function or method and walk it; its symbol."""
    heading = Heading(w, node)
    type_params, start = context(w).take_template()
    path = parts(shape.name)
    last = plain(path[-1])
    name = (
        "operator " + w.squeeze(*operator_span(last)) if last.type == "operator_cast" else w.text(last).replace(" ", "")
    )
    in_class = w.scope.kind == "class"
    outside = len(path) > 1
    owner = w.text(plain(path[-2])) if outside else w.symbols[w.scope.symbol].name if in_class else ""
    kind = SymbolKind.METHOD if in_class or outside else SymbolKind.FUNCTION
    if owner and owner == name:
        kind = SymbolKind.CONSTRUCTOR
    flags = flags_of(w, heading, in_class)
    deleted = any(child.type in ("default_method_clause", "delete_method_clause") for child in node.children)
    if any(child.type == "pure_virtual_clause" for child in node.children) or is_zero(w, node):
        flags |= Flag.ABSTRACT
    elif body is None and not deleted and not any(child.type == "try_statement" for child in node.children):
        flags |= Flag.DECLARATION
    if w.scope.kind == "function":
        flags |= Flag.LOCAL
    if kind == SymbolKind.METHOD and any(
        c.type == "type_qualifier" and w.text(c) == "const" for c in qualifiers(shape.function)
    ):
        flags |= Flag.CONST
    if gives_address(node, shape):
        flags |= Flag.POINTER
    end = body.start_byte if body is not None else node.end_byte
    if start is not None and is_constrained(w.squeeze(start.start_byte, end, 2000)):
        flags |= Flag.CONSTRAINED
    symbol = w.define(
        kind, name, node, last, signature=w.squeeze((start or node).start_byte, end).rstrip("{; "),
        doc=roles.doc_comment(w, start or node), visibility=visibility(w, in_class, flags), flags=flags, start=start,
    )  # fmt: skip
    if outside:
        prefix = ".".join(w.text(plain(part)) for part in path[:-1])
        above = w.symbols[w.scope.symbol].qualname
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=".".join(x for x in (above, prefix, name) if x))
    if context(w).foreign_depth:
        context(w).foreign.add(symbol)
        w.flag(symbol, Flag.CONDITIONAL)
    if type_params:
        w.facts.type_params[symbol] = type_params
    walk(w, symbol, node, shape, body, signature_only=body is None)
    if outside:
        target = seen_by(w, symbol, path[:-1])
        w.facts.extensions.append(Extension(target, (symbol,), 0, symbol, names.line_of(last)))
    elif deleted and body is None and "delete" in w.text(node)[-12:]:
        return symbol
    elif w.scope.kind != "function":
        names.bind_function(w, CONSTRUCT if kind == SymbolKind.CONSTRUCTOR else name, symbol)
    return symbol


def gives_address(node: Node, shape: Declarator) -> bool:
    """Whether the declared result is a pointer, before the name or behind an arrow."""
    trailing = next((c for c in qualifiers(shape.function) if c.type == "trailing_return_type"), None)
    if trailing is None or not trailing.named_children:
        return is_pointer(node, shape, "pointer_declarator")
    found = trailing.named_children[0].child_by_field_name("declarator")
    return found is not None and found.type == "abstract_pointer_declarator"


def qualifiers(holder: Node | None) -> list[Node]:
    """What follows a parameter list: `const`, `noexcept`, `override`."""
    if holder is not None and holder.type == "operator_cast":
        holder = holder.child_by_field_name("declarator")
    return holder.named_children if holder is not None else []


def operator_span(node: Node) -> tuple[int, int]:
    """Bytes of the target type of `operator T()`."""
    target = node.child_by_field_name("type")
    return (target.start_byte, target.end_byte) if target is not None else (node.start_byte, node.end_byte)


def is_zero(w: Walker, node: Node) -> bool:
    """`= 0` after a method declarator."""
    value = node.child_by_field_name("default_value")
    return value is not None and value.type == "number_literal"


def visibility(w: Walker, in_class: bool, flags: int) -> str:
    if in_class:
        return context(w).access
    return "private" if flags & Flag.FILE_PRIVATE else "public"


def walk(w: Walker, symbol: int, node: Node, shape: Declarator, body: Node | None, *, signature_only: bool) -> None:
    """Parameters, result type, initialisers and body, all in the function's own scope."""
    holder = shape.function
    w.open_scope(symbol, "function")
    w.open_block()
    result = type_of(w, node.child_by_field_name("type"))
    result = declared_type(w, result, 0, names.is_plus(w) and is_pointer(node, shape, "pointer_declarator"))
    trailing = (
        next((c for c in holder.named_children if c.type == "trailing_return_type"), None)
        if holder is not None
        else None
    )
    if trailing is not None:
        result = type_of(w, trailing.named_children[0] if trailing.named_children else None)
    if holder is not None and holder.type == "operator_cast":
        result = type_of(w, holder.child_by_field_name("type"))
    if result:
        w.facts.declared[symbol] = result
    parameters(w, symbol, holder, keep=not signature_only)
    for child in node.named_children:
        if child.type == "field_initializer_list" or child.type == "declaration" or child.type == "try_statement":
            w.visit(child)
    if body is not None:
        w.visit(body)
    w.close_block()
    w.close_scope()


def parameters(w: Walker, symbol: int, holder: Node | None, *, keep: bool) -> None:
    """Declare parameters and record their types; `(void)` is none."""
    listed = holder.child_by_field_name("parameters") if holder is not None else None
    if listed is None and holder is not None:
        inner = holder.child_by_field_name("declarator")  # operator T()
        listed = inner.child_by_field_name("parameters") if inner is not None else None
    params: list[Param] = []
    shown: list[Parameter] = []
    for child in listed.named_children if listed is not None else ():
        kind = child.type
        if kind == "identifier":  # K&R
            word = w.text(child)
            params.append(Param(word, 0, 0, ""))
            shown.append(Parameter(word, "", False, ""))
        elif kind in ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"):
            parameter(w, child, params, shown, pack=kind == "variadic_parameter_declaration")
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


def parameter(w: Walker, node: Node, params: list[Param], shown: list[Parameter], *, pack: bool) -> None:
    type_node = node.child_by_field_name("type")
    shape_node = node.child_by_field_name("declarator")
    if (
        type_node is not None
        and shape_node is None
        and type_node.type == "primitive_type"
        and w.text(type_node) == "void"
    ):
        return
    shape = unwrap(shape_node)
    base = type_of(w, type_node)
    if shape is not None and (shape.pointer or shape.function is not None):
        base = function_type(w, base, shape.holder)
    elif shape is not None:
        pointer = names.is_plus(w) and is_pointer(node, shape, "pointer_declarator")
        base = declared_type(w, base, shape.arrays, pointer, passed=True)
    default_node = node.child_by_field_name("default_value")
    default = w.visit(default_node) if default_node is not None else 0
    name = w.text(plain(shape.name)) if shape is not None else ""
    end = default_node.start_byte if default_node is not None else node.end_byte
    if shape is not None and shape.name.end_byte <= end:
        before = w.squeeze(node.start_byte, shape.name.start_byte, 120)
        text = before + w.squeeze(shape.name.end_byte, end, 120).rstrip("= ")
    else:
        text = w.squeeze(node.start_byte, end, 120).rstrip("= ")
    params.append(Param(name, base, default, "*" if pack else ""))
    shown.append(Parameter(name, text, default_node is not None, "*" if pack else ""))


def macro_definition(w: Walker, node: Node, shape: Declarator | None, body: Node | None) -> int:
    """`TEST(Suite, Name) { … }`: a macro makes a function, or a class with one, around the body."""
    holder = shape.function if shape is not None else None
    type_node = node.child_by_field_name("type")
    if holder is not None:
        head = shape.name if shape is not None else node
        listed = holder.child_by_field_name("parameters")
        arguments = [
            w.squeeze(c.start_byte, c.end_byte, 80) for c in (listed.named_children if listed is not None else ())
        ]
    elif type_node is not None and shape is not None and type_node.type == "type_identifier":
        head, arguments = type_node, [w.text(shape.name)]
    else:
        return w.visit_children(node)
    return made(w, node, head, arguments, body)


def made(w: Walker, node: Node, head: Node, arguments: list[str], body: Node | None) -> int:
    """Symbols of a definition that macro `head` makes from its arguments."""
    macro = w.text(head)
    words = [a for a in arguments if a.isidentifier()]
    expr = names.lookup(w, macro)
    names.mention(w, expr, names.line_of(head))
    fixed = macro in FIXTURES or macro.endswith("_TEST_F") or "FIXTURE" in macro.split("_")
    test = macro in TESTS or fixed or (macro.startswith(("TEST", "BOOST_")) and "TEST" in macro)
    flags = int(Flag.TEST if test else 0) | int(Flag.FILE_PRIVATE)
    title = "_".join(words[:2]) if words else next((a.strip('"') for a in arguments), macro)
    signature = w.squeeze(node.start_byte, body.start_byte if body is not None else node.end_byte)
    doc = roles.doc_comment(w, node)
    fixture = fixed and len(words) > 1
    if not fixture and not (macro == "TEST" and len(words) > 1):
        symbol = w.define(SymbolKind.FUNCTION, title, node, head, signature=signature, doc=doc, flags=flags)
        inside(w, symbol, body)
        if not test and [title] == words and not names.is_plus(w) and title not in w.scope.env:
            w.bind(title, w.share(ops.SYM, symbol))  # what else the file calls by that name is nowhere written
        return 0
    if macro.startswith("BOOST"):
        words = [words[1], words[0]]
    holder = w.define(SymbolKind.CLASS, f"{title}_Test", node, head, signature=signature, doc=doc, flags=flags)
    base = names.lookup(w, words[0]) if fixture else 0
    w.open_scope(holder, "class")
    if fixture:
        w.facts.bases[holder] = (Base(base, "inherits", names.line_of(head)),)
        names.mention(w, base, names.line_of(head), "base")
    symbol = w.define(SymbolKind.METHOD, "TestBody", node, head, signature=signature, flags=flags)
    inside(w, symbol, body)
    names.bind_function(w, "TestBody", symbol)
    w.close_scope()
    return 0


def inside(w: Walker, symbol: int, body: Node | None) -> None:
    w.open_scope(symbol, "function")
    w.open_block()
    if body is not None:
        w.visit(body)
    w.close_block()
    w.close_scope()
