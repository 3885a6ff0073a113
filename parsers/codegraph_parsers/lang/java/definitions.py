"""Definitions of Java: classes of every form, their headers and modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Base, Flag, Param, SymbolKind
from codegraph_parsers.lang.java import builders, calling, generated, records, state
from codegraph_parsers.lang.java.types import METHOD, lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCTOR = "<init>"
KINDS = {
    "class_declaration": SymbolKind.CLASS,
    "record_declaration": SymbolKind.CLASS,
    "interface_declaration": SymbolKind.INTERFACE,
    "annotation_type_declaration": SymbolKind.INTERFACE,
    "enum_declaration": SymbolKind.ENUM,
}
IMPLICIT_BASES = {"enum_declaration": "Enum", "record_declaration": "Record"}
TEST_CLASSES = ("Test", "Tests", "TestCase", "IT")


class Modifiers(NamedTuple):
    words: frozenset[str]
    annotations: tuple[tuple[str, str, int, int], ...]  # last word, text, expression, line
    end: int  # byte at which the declaration goes on

    def compute_visibility(self, default: str) -> str:
        for word in ("public", "protected", "private"):
            if word in self.words:
                return word
        return default


NO_MODIFIERS = Modifiers(frozenset(), (), 0)


def read_modifiers(w: Walker, node: Node) -> Modifiers:
    """Read the keywords and annotations before a declaration.

    Annotation arguments are walked.
    """
    found = node.child(0) if node.child_count else None
    if found is None or found.type != "modifiers":
        return NO_MODIFIERS
    words: set[str] = set()
    annotations: list[tuple[str, str, int, int]] = []
    end = 0
    for child in found.children:
        if child.type in ("annotation", "marker_annotation"):
            expr = w.visit(child)
            name = child.child_by_field_name("name")
            word = w.read_text(name).rsplit(".", 1)[-1] if name is not None else ""
            text = w.read_one_line(child.start_byte, child.end_byte, 120).removeprefix("@")
            annotations.append((word, text, expr, child.start_point[0] + 1))
            end = child.end_byte
        elif not child.is_extra:
            words.add(w.read_text(child))
    return Modifiers(frozenset(words), tuple(annotations), end)


def lower_annotation(w: Walker, node: Node) -> int:
    """Lower `@Name(…)`; the annotation type is mentioned.

    With arguments it is the construction of its type, else the type itself.
    """
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    expr = lower_type(w, name, mention=False)
    if name is not None:
        kind = "decorator" if w.exprs[expr][0] != ops.IMPORT else "type"
        w.add_site(kind, expr, name.start_point[0] + 1)
    given: list[int] = []
    named_values: list[tuple[str, int]] = []
    kept = state.get_state(w)
    before, kept.keeps_texts = kept.keeps_texts, True
    for child in arguments.named_children if arguments is not None else ():
        if child.is_extra:
            continue
        key, value = child.child_by_field_name("key"), child
        if child.type == "element_value_pair":
            value = child.child_by_field_name("value")
        named = w.read_text(key) if key is not None and value is not child else ""
        element = w.add(ops.ATTR, expr, (named or "value") + METHOD)
        w.add_site("element" if named else "unnamed-element", element, child.start_point[0] + 1)
        if value is not None:
            found = w.visit(value)
            named_values.append((named, found)) if named else given.append(found)
    kept.keeps_texts = before
    return w.add(ops.NEW, expr, tuple(given), tuple(named_values)) if given or named_values else expr


def decorate(w: Walker, symbol: int, found: Modifiers) -> None:
    if not found.annotations:
        return
    w.facts.decorators[symbol] = tuple(each[2] for each in found.annotations)
    own = w.add(ops.SYM, symbol)
    for _, _, expr, line in found.annotations:
        made = w.exprs[expr]
        named = made[1] if made[0] == ops.NEW else expr  # to write an annotation runs no constructor
        w.add_site("decorates", w.add(ops.DECORATED, own, (named,)), line)


def read_doc(w: Walker, node: Node) -> str:
    text = roles.read_doc_comment(w, node)
    return text if text else ""


def read_signature(w: Walker, node: Node, found: Modifiers, body: Node | None) -> str:
    start = max(node.start_byte, found.end)
    end = body.start_byte if body is not None else node.end_byte
    return w.read_one_line(start, end).rstrip("; ")


def declare_type_parameters(w: Walker, node: Node, symbol: int) -> None:
    """Record the type parameters of `symbol`; bounds may name each other."""
    found = node.child_by_field_name("type_parameters")
    if found is None:
        return
    parts = [child for child in found.named_children if child.type == "type_parameter"]
    names = [
        next((w.read_text(c) for c in part.named_children if c.type in ("type_identifier", "identifier")), "")
        for part in parts
    ]
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, frozenset(names))
    bounds: list[int] = []
    for part in parts:
        bound = find_child(part, "type_bound")
        bounds.append(
            w.union([lower_type(w, c) for c in bound.named_children if not c.is_extra]) if bound is not None else 0
        )
    kept.header = before
    w.facts.type_params[symbol] = tuple(zip(names, bounds, strict=True))


# -- classes ------------------------------------------------------------------------------------------------------


def lower_class(w: Walker, node: Node) -> int:
    """Lower any named type declaration."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name, kind = w.read_text(name_node), KINDS[node.type]
    doc = read_doc(w, node)
    nested = w.scope.kind == "class"
    inherited = "public" if nested and w.symbols[w.scope.symbol].kind == SymbolKind.INTERFACE else "package"
    symbol = w.define(kind, name, node, name_node, doc=doc)
    w.owners.append(symbol)
    found = read_modifiers(w, node)
    flags = Flag.ABSTRACT if "abstract" in found.words else 0
    flags |= Flag.STATIC if nested and (kind != SymbolKind.CLASS or "static" in found.words) else 0
    visibility = found.compute_visibility(inherited)
    flags |= Flag.EXPORTED if visibility in ("public", "protected") else 0
    flags |= Flag.TEST if is_test_class(name, w.facts.path) else 0
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=read_signature(w, node, found, body), decorators=tuple(each[1] for each in found.annotations),
        visibility=visibility, flags=w.symbols[symbol].flags | int(flags),
    )  # fmt: skip
    decorate(w, symbol, found)
    asked = generated.read_plugin_annotations(w, found)
    if asked:
        state.get_state(w).generated[symbol] = asked
    if any(each[0] == "Test" for each in found.annotations):
        state.get_state(w).tested.add(symbol)
    declare_type_parameters(w, node, symbol)
    bases = _lower_bases(w, node, symbol)
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    w.owners.pop()
    expr = w.add(ops.SYM, symbol)
    w.declare(name, expr) if w.scope.kind == "function" else w.bind(name, expr)
    if w.scope.kind == "module" and w.facts.package:
        state.get_state(w).packages[w.facts.package].append(name)
    components = node.child_by_field_name("parameters") if node.type == "record_declaration" else None
    walk_class(w, symbol, body, components)
    return 0


def _lower_bases(w: Walker, node: Node, symbol: int) -> list[Base]:
    """Return what a declaration extends and implements."""
    names = frozenset(name for name, _ in w.facts.type_params.get(symbol, ()))
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, names)
    bases: list[Base] = []
    for child in node.named_children:
        if child.type == "superclass":
            parts, kind = child.named_children, "inherits"
        elif child.type in ("super_interfaces", "extends_interfaces"):
            parts = [each for inner in child.named_children for each in inner.named_children]
            kind = "implements" if child.type == "super_interfaces" else "inherits"
        elif child.type == "permits":
            for each in child.named_children:
                for part in each.named_children:
                    lower_type(w, part)
            continue
        else:
            continue
        for part in parts:
            if not part.is_extra:
                bases.append(Base(lower_type(w, part), kind, part.start_point[0] + 1))
    kept.header = before
    implicit = IMPLICIT_BASES.get(node.type)
    if implicit:
        own = w.add(ops.SYM, symbol)
        bases.append(
            Base(w.add(ops.GENERIC, w.share(ops.NAME, implicit, 0), (own,)), "inherits", node.start_point[0] + 1)
        )
    return bases


def is_test_class(name: str, path: str) -> bool:
    return (name.endswith(TEST_CLASSES) or name.startswith("Test")) and "test" in path.lower()


def walk_class(w: Walker, symbol: int, body: Node | None, components: Node | None = None) -> None:
    """Walk the members of a class body.

    Overloads of one name are bound together once all are known.
    """
    fields = {name for name, _ in _list_field_names(w, body)}
    scope = w.open_scope(symbol, "class")
    kept = state.get_state(w)
    methods: dict[str, list[int]] = {}
    outer, kept.methods = kept.methods, methods
    kept.fields[symbol] = fields
    generated.bind_logger(w, symbol, w.symbols[symbol].line)
    if components is not None:
        define_components(w, symbol, components)
        if body is not None and not records.has_canonical(w, components, body):
            methods[CONSTRUCTOR] = [w.add(ops.SYM, symbol)]  # nobody wrote it: the record stands for it
    if body is not None:
        w.visit_children(body)
    for name, found in methods.items():
        before = scope.env.get(name, 0)
        if records.is_overload(w, before, found):
            found.append(before)  # an accessor that nobody wrote, beside methods of its name
        w.bind(name, w.union(found) or before)
    kept.methods = outer
    if body is not None:
        builders.bind_builder(w, symbol, body)
    w.close_scope()


def _list_field_names(w: Walker, body: Node | None) -> list[tuple[str, Node]]:
    """Return the fields and constants that a class body declares."""
    found: list[tuple[str, Node]] = []
    for child in body.named_children if body is not None else ():
        if child.type in ("field_declaration", "constant_declaration"):
            for declarator in child.children_by_field_name("declarator"):
                name = declarator.child_by_field_name("name")
                if name is not None:
                    found.append((w.read_text(name), name))
        elif child.type == "enum_constant":
            name = child.child_by_field_name("name")
            if name is not None:
                found.append((w.read_text(name), name))
        elif child.type == "enum_body_declarations":
            found.extend(_list_field_names(w, child))
    return found


def define_components(w: Walker, symbol: int, node: Node) -> None:
    """Define the components of a record.

    Each is a field, and an accessor whose result is the component's type.
    """
    params: list[Param] = []
    fields = state.get_state(w).fields[symbol]
    for part in node.named_children:
        name_node, type_node = part.child_by_field_name("name"), part.child_by_field_name("type")
        if name_node is None or type_node is None:
            continue
        read_modifiers(w, part)
        name, declared = w.read_text(name_node), lower_type(w, type_node)
        field = w.define_variable(
            name, part, name_node, 0, declared, kind=SymbolKind.FIELD, visibility="private",
            signature=w.read_one_line(part.start_byte, part.end_byte),
        )  # fmt: skip
        w.bind(name, w.share(ops.VAR, field))
        w.bind(name + METHOD, w.add(ops.FUNCTYPE, (), declared))
        fields.add(name)
        state.get_state(w).parts.setdefault(symbol, []).append((name, declared, None))
        params.append(Param(name, declared, 0, ""))
    w.set_params(symbol, params)


def define_anonymous_class(w: Walker, node: Node, label: str, base: int, body: Node) -> int:
    """Define the class of `new T() { … }` or of an enum constant with a body."""
    symbol = w.define(SymbolKind.CLASS, label + "{}", node, flags=Flag.ANONYMOUS)
    if base:
        w.facts.bases[symbol] = (Base(base, "inherits", node.start_point[0] + 1),)
    walk_class(w, symbol, body)
    return symbol


def lower_enum_constant(w: Walker, node: Node) -> int:
    """Lower a constant: a field of the enumeration that its constructor makes."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    doc = read_doc(w, node)
    found = read_modifiers(w, node)
    enum = w.classes[-1]
    own = w.add(ops.SYM, enum)
    name = w.read_text(name_node)
    constant = w.define_variable(
        name,
        node,
        name_node,
        0,
        own,
        kind=SymbolKind.CONSTANT,
        doc=doc,
        flags=Flag.STATIC | Flag.EXPORTED,
        signature=w.read_one_line(
            max(node.start_byte, found.end), body.start_byte if body is not None else node.end_byte
        ),
    )
    w.bind(name, w.share(ops.VAR, constant))
    calling.finish_call(w, own, node.child_by_field_name("arguments"), name_node.start_point[0] + 1, ops.NEW)
    if body is not None:
        define_anonymous_class(w, node, name, own, body)
    return 0
