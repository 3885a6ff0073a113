"""Definitions of Kotlin: classes and objects of every form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.kotlin import calling, functions, state, types
from codegraph_parsers.lang.kotlin.modifiers import (
    NO_MODIFIERS,
    Modifiers,
    decorate,
    read_doc,
    read_modifiers,
    read_signature,
)
from codegraph_parsers.lang.kotlin.types import METHOD
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCTOR = "<init>"
COMPANION = "Companion"
BODIES = ("class_body", "enum_class_body")
TEST_CLASSES = ("Test", "Tests", "TestCase", "IT", "Spec")


def lower_class(w: Walker, node: Node) -> int:
    """Lower a class, interface, enumeration, object or companion."""
    if _is_continued(w, node):
        return 0
    first = _find_beginning(w, node)
    name_node = first.child_by_field_name("name") or find_child(first, "identifier")
    if name_node is None and node.type != "companion_object":
        return w.visit_children(node)
    name = types.read_name(w, name_node) if name_node is not None else COMPANION
    doc, nested = read_doc(w, first), w.scope.kind == "class"
    body = find_child(node, *BODIES)
    symbol = w.define(SymbolKind.CLASS, name, node, name_node, doc=doc, start=first)
    w.owners.append(symbol)
    found = read_modifiers(w, first)
    kind = _find_kind(node, found)
    flags = Flag.ABSTRACT if found.words & {"abstract", "sealed"} or kind == SymbolKind.INTERFACE else 0
    flags |= Flag.STATIC if nested and "inner" not in found.words else 0
    flags |= Flag.EXPORTED if found.visibility != "private" else 0
    flags |= Flag.TEST if name.endswith(TEST_CLASSES) and "test" in w.facts.path.lower() else 0
    flags |= Flag.SINGLETON if node.type in ("object_declaration", "companion_object") else 0
    w.symbols[symbol] = w.symbols[symbol]._replace(
        kind=kind, signature=read_signature(w, node, found, body), visibility=found.visibility,
        decorators=tuple(each.text for each in found.annotations), flags=w.symbols[symbol].flags | int(flags),
    )  # fmt: skip
    decorate(w, symbol, found)
    functions.declare_type_parameters(w, first, symbol)
    specifiers = find_child(node, "delegation_specifiers")
    _lower_bases(w, node, symbol, specifiers, kind)
    w.owners.pop()
    _bind_class(w, node, name, symbol, found)
    walk_class(w, symbol, node, body, specifiers, found)
    _replace_constructor(w, node, name, symbol)
    return 0


def _replace_constructor(w: Walker, node: Node, name: str, symbol: int) -> None:
    """Bind what is called by the name of a class with a private constructor.

    That is `invoke` of its companion, where it has one.
    """
    primary = find_child(node, "primary_constructor")
    companion = state.get_state(w).companions.get(symbol, -1)
    invoke = w.facts.names.get(companion, {}).get("invoke" + METHOD)
    if primary is not None and invoke and "private" in w.read_text(primary).split("(", 1)[0]:
        w.scope.env[name + METHOD] = invoke
        w.scope.bound[name + METHOD] = [invoke]


def _is_rest(w: Walker, node: Node | None) -> bool:
    """Return whether a class is only the rest of one, from its constructor on."""
    if node is None or node.type != "class_declaration":
        return False
    word = next((child for child in node.children if child.type == "class"), None)
    return word is not None and w.source[word.start_byte : word.end_byte] != b"class"


def _find_neighbour(node: Node | None, *, ahead: bool) -> Node | None:
    """Return the nearest node that is no comment, from one on."""
    while node is not None and node.is_extra:
        node = node.next_named_sibling if ahead else node.prev_named_sibling
    return node


def _is_continued(w: Walker, node: Node) -> bool:
    """Return whether the constructor of a class stands in a line of its own."""
    return node.type == "class_declaration" and _is_rest(w, _find_neighbour(node.next_named_sibling, ahead=True))


def _find_beginning(w: Walker, node: Node) -> Node:
    """Return the node that has the name and the modifiers of a class."""
    before = _find_neighbour(node.prev_named_sibling, ahead=False)
    return before if before is not None and _is_rest(w, node) and before.type == "class_declaration" else node


def _find_kind(node: Node, found: Modifiers) -> SymbolKind:
    if node.type == "class_declaration" and any(child.type == "interface" for child in node.children):
        return SymbolKind.INTERFACE
    return SymbolKind.ENUM if "enum" in found.words else SymbolKind.CLASS


def _bind_class(w: Walker, node: Node, name: str, symbol: int, found: Modifiers) -> None:
    """Bind the name of a class, as a type and as what is called to make one."""
    expr = w.add(ops.SYM, symbol)
    made = node.type == "class_declaration" and w.symbols[symbol].kind != SymbolKind.INTERFACE
    for key in (name, name + METHOD) if made or "fun" in found.words else (name,):
        functions.bind_key(w, key, expr, found)
        if w.scope.kind == "module" and w.facts.path.startswith("<prelude>") and key == name:
            state.get_state(w)
    if node.type == "companion_object" and w.classes:
        w.bind(COMPANION, expr)
        state.get_state(w).companions[w.classes[-1]] = symbol


def _lower_bases(w: Walker, node: Node, symbol: int, specifiers: Node | None, kind: SymbolKind) -> None:
    """Record what a declaration extends and implements."""
    names = frozenset(name for name, _ in w.facts.type_params.get(symbol, ()))
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, names)
    bases: list[Base] = []
    for specifier in specifiers.named_children if specifiers is not None else ():
        for child in specifier.named_children:
            made = child.type == "constructor_invocation"
            named = types.find_type(child) if made or child.type == "explicit_delegation" else child
            if named is None or named.type not in types.TYPES:
                continue
            base = types.lower_type(w, named)
            relation = "inherits" if made or kind == SymbolKind.INTERFACE else "implements"
            bases.append(Base(base, relation, named.start_point[0] + 1))
    kept.header = before
    if kind == SymbolKind.ENUM:
        own = w.add(ops.SYM, symbol)
        enum = w.add(ops.GENERIC, w.share(ops.NAME, "Enum", 0), (own,))
        bases.append(Base(enum, "inherits", node.start_point[0] + 1))
    if bases:
        w.facts.bases[symbol] = tuple(bases)


def walk_class(
    w: Walker, symbol: int, node: Node, body: Node | None, specifiers: Node | None, found: Modifiers = NO_MODIFIERS
) -> None:
    """Walk the header and the members of a class.

    Overloads of one name are bound together once all are known.
    """
    w.open_scope(symbol, "class")
    kept = state.get_state(w)
    methods: dict[str, list[int]] = {}
    outer, kept.methods = kept.methods, methods
    primary = find_child(node, "primary_constructor")
    if primary is not None:
        _define_primary(w, symbol, primary, found)
    own = [child.type for child in body.named_children] if body is not None else []
    is_made = node.type == "class_declaration" and w.symbols[symbol].kind != SymbolKind.INTERFACE
    if is_made and (primary is not None or "secondary_constructor" not in own):
        methods[CONSTRUCTOR] = [w.add(ops.SYM, symbol)]  # the class stands for its primary constructor
    _call_bases(w, symbol, specifiers)
    if w.symbols[symbol].flags & Flag.SINGLETON:
        w.bind("INSTANCE", w.add_instance(w.add(ops.SYM, symbol)))
    if body is not None:
        w.visit_children(body)
    for name, members in methods.items():
        w.bind(name, w.union([w.scope.env.get(name, 0), *members]))
    kept.methods = outer
    _lend_companion(w, symbol)
    w.close_scope()


def _define_primary(w: Walker, symbol: int, primary: Node, found: Modifiers) -> None:
    """Define the parameters of a primary constructor, some of which are properties."""
    params: list[Param] = []
    shown: list[Parameter] = []
    names: dict[str, int] = {}
    kept = state.get_state(w)
    kept.primary[symbol] = names
    listed = find_child(primary, "class_parameters")
    parts = [child for child in listed.named_children if child.type == "class_parameter"] if listed else []
    for position, part in enumerate(parts):
        name_node = find_child(part, "identifier")
        if name_node is None:
            continue
        written = read_modifiers(w, part)
        name, type_node = types.read_name(w, name_node), types.find_type(part)
        declared = types.lower_type(w, type_node)
        variadic = "*" if "vararg" in written.words else ""
        default = functions.lower_default(w, part, declared)
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        params.append(Param(name, declared, default, variadic))
        shown.append(Parameter(name, text, bool(default), variadic))
        names[name] = w.add(ops.PARAM, symbol, position)
        w.facts.params[symbol] = tuple(params)  # what follows may name it
        if any(child.type in ("val", "var") for child in part.children):
            held = functions.wrap_rest(w, declared) if variadic else declared
            functions.define_property(w, part, name, name_node, written, declared=held)
            if "data" in found.words:
                w.bind(f"component{position + 1}{METHOD}", w.add(ops.FUNCTYPE, (), declared))
    w.set_params(symbol, params)
    w.symbols[symbol] = w.symbols[symbol]._replace(parameters=tuple(shown))
    if "data" in found.words:
        w.bind("copy" + METHOD, w.add(ops.FUNCTYPE, tuple(p.type for p in params), w.share(ops.SELF, symbol)))


def _call_bases(w: Walker, symbol: int, specifiers: Node | None) -> None:
    """Add the calls of constructors of bases, and what others are delegated to."""
    bases = iter(w.facts.bases.get(symbol, ()))
    for specifier in specifiers.named_children if specifiers is not None else ():
        for child in specifier.named_children:
            if child.type == "constructor_invocation":
                base = next(bases, None)
                named = types.find_type(child)
                if base is None or named is None:
                    continue
                given, keywords = calling.lower_arguments(w, find_child(child, "value_arguments"))
                calling.add_call(w, base.expr, given, keywords, named.start_point[0] + 1, ops.NEW)
            elif child.type == "explicit_delegation":
                next(bases, None)
                for part in child.named_children:
                    if part.type not in types.TYPES:
                        w.visit(part)
            elif child.type in types.TYPES:
                next(bases, None)


def _lend_companion(w: Walker, symbol: int) -> None:
    """Bind what the companion of a class has as members of the class itself, too."""
    companion = state.get_state(w).companions.get(symbol)
    names = w.facts.names.get(companion, {}) if companion is not None else {}
    own = w.scope.env
    for name, expr in names.items():
        if name not in own:
            w.bind(name, expr)
        elif name.endswith(METHOD):
            w.bind(name, w.union([own[name], expr]))


def define_object(w: Walker, node: Node) -> int:
    """Define the class of `object : T() { … }`; the value is its instance."""
    specifiers = find_child(node, "delegation_specifiers")
    label = state.get_state(w).field_name
    named = specifiers.named_children[0] if specifiers is not None and specifiers.named_children else None
    if not label and named is not None:
        label = w.read_text(named).split("(", 1)[0].split("<", 1)[0].rsplit(".", 1)[-1].strip()
    symbol = w.define(SymbolKind.CLASS, (label or "object") + "{}", node, flags=Flag.ANONYMOUS)
    _lower_bases(w, node, symbol, specifiers, SymbolKind.CLASS)
    walk_class(w, symbol, node, find_child(node, *BODIES), specifiers)
    return w.add_instance(w.add(ops.SYM, symbol))


def lower_enum_entry(w: Walker, node: Node) -> int:
    """Lower a constant: a field of the enumeration that its constructor makes."""
    name_node, body = find_child(node, "identifier"), find_child(node, "class_body")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    doc = read_doc(w, node)
    found = read_modifiers(w, node)
    enum = w.classes[-1]
    own = w.add(ops.SYM, enum)
    name = types.read_name(w, name_node)
    constant = w.define_variable(
        name, node, name_node, 0, own, kind=SymbolKind.CONSTANT, doc=doc, flags=Flag.STATIC | Flag.EXPORTED,
        signature=read_signature(w, node, found, body),
    )  # fmt: skip
    w.bind(name, w.share(ops.VAR, constant))
    given, keywords = calling.lower_arguments(w, find_child(node, "value_arguments"))
    calling.add_call(w, own, given, keywords, name_node.start_point[0] + 1, ops.NEW)
    if body is not None:
        symbol = w.define(SymbolKind.CLASS, name + "{}", node, flags=Flag.ANONYMOUS)
        w.facts.bases[symbol] = (Base(own, "inherits", node.start_point[0] + 1),)
        walk_class(w, symbol, node, body, None)
    return 0


def lower_alias(w: Walker, node: Node) -> int:
    """Lower `typealias Name = Type`."""
    name_node = node.child_by_field_name("type") or find_child(node, "identifier")
    if name_node is None:
        return 0
    doc = read_doc(w, node)
    found = read_modifiers(w, node)
    name = types.read_name(w, name_node)
    symbol = w.define(
        SymbolKind.TYPE, name, node, name_node, doc=doc, visibility=found.visibility,
        signature=read_signature(w, node, found, None), flags=Flag.EXPORTED,
    )  # fmt: skip
    functions.declare_type_parameters(w, node, symbol)
    names = frozenset(each for each, _ in w.facts.type_params.get(symbol, ()))
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, names)
    target = types.lower_type(w, next((c for c in node.named_children if c.type in types.TYPES), None))
    kept.header = before
    w.facts.values[symbol] = (target,)
    for key in (name, name + METHOD):
        functions.bind_key(w, key, w.add(ops.SYM, symbol), found)
    return 0
