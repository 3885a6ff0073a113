"""Java members: methods, constructors, fields, parameters, initialisers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.java import builders, generated, state, types
from codegraph_parsers.lang.java.calling import expect
from codegraph_parsers.lang.java.definitions import (
    CONSTRUCTOR,
    Modifiers,
    declare_type_parameters,
    decorate,
    read_doc,
    read_modifiers,
    read_signature,
)  # fmt: skip
from codegraph_parsers.lang.java.types import METHOD, lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TESTS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Theory"})
SOURCE = "MethodSource"
_MEMBER = re.compile(r'"(\w+)(?:\(\))?"')


def lower_parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[Parameter]]:
    """Lower the parameters of a method, constructor or typed lambda.

    Types are evaluated in the current scope.
    """
    params: list[Param] = []
    shown: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("formal_parameter", "spread_parameter"):
            continue
        read_modifiers(w, child)
        type_node, name_node = child.child_by_field_name("type"), child.child_by_field_name("name")
        variadic = ""
        if child.type == "spread_parameter":
            variadic = "*"
            type_node = next((c for c in child.named_children if c.type in types.TYPES), None)
            declarator = find_child(child, "variable_declarator")
            name_node = declarator.child_by_field_name("name") if declarator is not None else None
        declared = types.build_array(w, lower_type(w, type_node), child.child_by_field_name("dimensions"))
        name = w.read_text(name_node) if name_node is not None else ""
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        params.append(Param(name, declared, 0, variadic))
        shown.append(Parameter(name, text, False, variadic))
    return params, shown


def lower_method(w: Walker, node: Node) -> int:
    """Lower a method, constructor or annotation element."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    is_constructor = node.type in ("constructor_declaration", "compact_constructor_declaration")
    name = w.read_text(name_node)
    owner = w.classes[-1] if w.scope.kind == "class" else -1
    kind = SymbolKind.CONSTRUCTOR if is_constructor else SymbolKind.METHOD if owner >= 0 else SymbolKind.FUNCTION
    doc = read_doc(w, node)
    symbol = w.define(kind, name, node, name_node, doc=doc)
    scope = w.open_scope(symbol, "function")
    found = read_modifiers(w, node)
    declare_type_parameters(w, node, symbol)
    params, shown = lower_parameters(w, node.child_by_field_name("parameters"))
    if node.type == "compact_constructor_declaration":
        params = list(w.facts.params.get(owner, ()))
    returned = node.child_by_field_name("type")
    if returned is not None:
        declared = types.build_array(w, lower_type(w, returned), node.child_by_field_name("dimensions"))
        if declared:
            w.facts.declared[symbol] = declared
    for child in node.named_children:
        if child.type == "throws":
            for each in child.named_children:
                lower_type(w, each)
    in_interface = owner >= 0 and w.symbols[owner].kind == SymbolKind.INTERFACE
    flags, visibility = _compute_flags(w, found, in_interface, body is not None, is_constructor)
    if _is_old_test(w, name, owner) or _is_annotated_test(w, node, owner, found):
        flags |= Flag.TEST
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=read_signature(w, node, found, body), parameters=tuple(shown), visibility=visibility,
        decorators=tuple(each[1] for each in found.annotations), flags=w.symbols[symbol].flags | flags,
    )  # fmt: skip
    roles.bind_parameters(w, symbol, params)
    decorate(w, symbol, found)
    if owner >= 0:
        _request_sources(w, owner, name, found)
    if body is not None:
        w.open_block()
        w.visit_children(body)
        w.close_block()
    w.visit_field(node, "value")
    w.close_scope()
    keep_types(w, scope.symbol)
    key = CONSTRUCTOR if is_constructor else name + METHOD
    methods = state.get_state(w).methods
    if is_constructor:
        builders.note_builder_constructor(w, found, [(param.name, param.type, None) for param in params])
    if owner >= 0 and methods is not None:
        methods.setdefault(key, []).append(w.add(ops.SYM, symbol))
    else:
        w.bind(key, w.union([w.scope.env.get(key, 0), w.add(ops.SYM, symbol)]))
    return 0


def _compute_flags(
    w: Walker, found: Modifiers, in_interface: bool, has_body: bool, is_constructor: bool
) -> tuple[int, str]:
    flags = 0
    if "static" in found.words:
        flags |= Flag.STATIC
        if w.classes and w.facts.type_params.get(w.classes[-1]):
            flags |= Flag.CLASSMETHOD  # called through its class: what the class says of its parameters carries over
    if not has_body and not found.words & {"native", "default", "static"} and not is_constructor:
        flags |= Flag.ABSTRACT
    visibility = found.compute_visibility("public" if in_interface else "package")
    if visibility in ("public", "protected"):
        flags |= Flag.EXPORTED
    return int(flags), visibility


def _request_sources(w: Walker, owner: int, name: str, found: Modifiers) -> None:
    """Request the methods whose results a test runs with.

    They are methods of its class: those that its annotation names, else that of its name.
    """
    for word, text, _, line in found.annotations:
        if word != SOURCE:
            continue
        named = [name] if '"' not in text else _MEMBER.findall(text)
        own = w.share(ops.SELF, owner)
        calls = [w.add(ops.CALL, w.add(ops.ATTR, own, each + METHOD), (), ()) for each in named]
        if calls:
            w.add_site("requested", w.union(calls), line)


def _is_annotated_test(w: Walker, node: Node, owner: int, found: Modifiers) -> bool:
    """Return whether annotations make a method a test.

    It has such an annotation itself, or its class has: then all methods are tests that are public, return nothing and
    prepare none.
    """
    if any(each[0] in TESTS for each in found.annotations):
        return True
    returned = node.child_by_field_name("type")
    if owner not in state.get_state(w).tested or returned is None or returned.type != "void_type":
        return False
    return {"public", "static"} & found.words == {"public"} and not any(
        each[0].startswith(("Before", "After", "DataProvider")) for each in found.annotations
    )


def _is_old_test(w: Walker, name: str, owner: int) -> bool:
    """Return whether a method is a test by name.

    Such is `testX` in a class that extends `TestCase`.
    """
    if not name.startswith("test") or owner < 0:
        return False
    return any(
        w.exprs[base.expr][0] == ops.NAME and str(w.exprs[base.expr][1]).endswith("TestCase")
        for base in w.facts.bases.get(owner, ())
    )


def keep_types(w: Walker, symbol: int) -> None:
    """Keep only the local classes among the names of a function.

    Its variables are resolved while walking; only its classes can be looked up by name.
    """
    names = w.facts.names.get(symbol)
    if names is None:
        return
    kept = {name: expr for name, expr in names.items() if w.exprs[expr][0] == ops.SYM}
    if kept:
        w.facts.names[symbol] = kept
    else:
        del w.facts.names[symbol]


def lower_field(w: Walker, node: Node) -> int:
    """Lower fields and interface constants."""
    doc = read_doc(w, node)
    found = read_modifiers(w, node)
    declared = lower_type(w, node.child_by_field_name("type"))
    type_text = node.child_by_field_name("type")
    in_interface = w.classes and w.symbols[w.classes[-1]].kind == SymbolKind.INTERFACE
    constant = node.type == "constant_declaration" or {"static", "final"} <= found.words
    visibility = found.compute_visibility("public" if in_interface else "package")
    flags = Flag.STATIC if constant or "static" in found.words else 0
    flags |= Flag.EXPORTED if visibility in ("public", "protected") else 0
    for declarator in node.children_by_field_name("declarator"):
        name_node = declarator.child_by_field_name("name")
        if name_node is None:
            continue
        own = types.build_array(w, declared, declarator.child_by_field_name("dimensions"))
        name, kept = w.read_text(name_node), state.get_state(w)
        before, kept.field_name = kept.field_name, name
        kept_texts, kept.keeps_texts = kept.keeps_texts, constant
        value = w.visit_field(declarator, "value")
        kept.field_name, kept.keeps_texts = before, kept_texts
        expect(w, value, own)
        shown = (
            f"{w.read_one_line(type_text.start_byte, type_text.end_byte, 160)} {name}"
            if type_text is not None
            else name
        )
        symbol = w.define_variable(
            name, node, name_node, value, own, kind=SymbolKind.CONSTANT if constant else SymbolKind.FIELD,
            signature=shown, visibility=visibility, flags=int(flags), doc=doc,
        )  # fmt: skip
        if found.annotations:
            w.symbols[symbol] = w.symbols[symbol]._replace(decorators=tuple(each[1] for each in found.annotations))
        decorate(w, symbol, found)
        w.bind(name, w.share(ops.VAR, symbol))
        a_boolean = type_text is not None and type_text.type == "boolean_type"
        generated.bind_accessors(w, symbol, own, found, primitive_boolean=a_boolean)
    return 0


def lower_initialiser(w: Walker, node: Node) -> int:
    """Lower an instance or static initialiser.

    It runs as part of its class, with locals of its own.
    """
    body = node if node.type == "block" else find_child(node, "block")
    if body is None:
        return 0
    symbol = w.define(SymbolKind.FUNCTION, "{}", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    w.visit_children(body)
    w.close_scope()
    keep_types(w, symbol)
    return 0
