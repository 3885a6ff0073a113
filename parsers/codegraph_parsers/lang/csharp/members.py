"""Members of C#: methods, constructors, properties, events, operators, fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.csharp import calling, modifiers, state, types
from codegraph_parsers.lang.csharp.definitions import CONSTRUCTOR, declare_type_parameters
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.lang.java.members import keep_types
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang.csharp.modifiers import Modifiers
    from codegraph_parsers.walker import Walker

TESTS = frozenset(
    {"Fact", "Theory", "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod", "DataRow", "Property"}
    | {"SkippableFact", "SkippableTheory", "ConditionalFact", "ConditionalTheory"}
)
INDEXER = "this"
CONVERSIONS = ("implicit", "explicit")


def lower_parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[Parameter]]:
    """Lower the parameters of a method, constructor, delegate or lambda.

    A rest parameter is no node of its own: its type and name stand in the list.
    """
    params: list[Param] = []
    shown: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type != "parameter":
            continue
        modifiers.read_modifiers(w, child)
        type_node, name_node = child.child_by_field_name("type"), child.child_by_field_name("name")
        declared = lower_type(w, type_node)
        default = _find_default(child, type_node, name_node)
        value = w.visit(default) if default is not None else 0
        name = w.read_text(name_node) if name_node is not None else ""
        given = (value or w.add(ops.UNKNOWN)) if default is not None else 0
        params.append(Param(name, declared, given, ""))
        shown.append(Parameter(name, _read_type(w, type_node), default is not None, ""))
    rest = node.child_by_field_name("name") if node is not None else None
    rest_type = node.child_by_field_name("type") if node is not None else None
    if rest is not None and rest_type is not None:
        name = w.read_text(rest)
        if rest_type.type == "array_type":
            declared = lower_type(w, rest_type.child_by_field_name("type"))
        else:
            arguments, _ = types.list_type_arguments(w, rest_type)
            declared = arguments[0] if arguments else lower_type(w, rest_type)
        params.append(Param(name, declared, 0, "*"))
        shown.append(Parameter(name, _read_type(w, rest_type), False, "*"))
    return params, shown


def _find_default(node: Node, *others: Node | None) -> Node | None:
    """Return the default value of a parameter."""
    known = {each.id for each in others if each is not None}
    last = node.named_children[-1] if node.named_children else None
    if last is None or last.id in known or last.type in ("modifier", "attribute_list") or last.is_extra:
        return None
    return last if any(child.type == "=" for child in node.children) else None


def _read_type(w: Walker, node: Node | None) -> str:
    return w.read_one_line(node.start_byte, node.end_byte, 120) if node is not None else ""


def get_owner(w: Walker) -> int:
    """Return the type whose member is being walked, -1 for a function."""
    return w.classes[-1] if w.scope.kind == "class" else -1


def find_explicit_interface(node: Node) -> Node | None:
    """Return the interface that an explicit implementation names."""
    return find_child(node, "explicit_interface_specifier")


def compute_flags(w: Walker, node: Node, found: Modifiers, body: Node | None, owner: int) -> tuple[int, str]:
    """Return the flags and the visibility of a member.

    An explicit implementation is seen by whoever sees the interface.
    """
    in_interface = owner >= 0 and w.symbols[owner].kind == SymbolKind.INTERFACE
    flags = Flag.STATIC if "static" in found.words or "const" in found.words else 0
    flags |= (Flag.ASYNC if "async" in found.words else 0) | (Flag.HIDING if "new" in found.words else 0)
    if body is None and ("abstract" in found.words or (in_interface and "static" not in found.words)):
        flags |= Flag.ABSTRACT
    shown = in_interface or find_explicit_interface(node) is not None
    visibility = found.compute_visibility("public" if shown else "private" if owner >= 0 else "package")
    if visibility in ("public", "protected"):
        flags |= Flag.EXPORTED
    return int(flags), visibility


def find_body(node: Node) -> Node | None:
    return node.child_by_field_name("body") or find_child(node, "block", "arrow_expression_clause")


def bind_member(w: Walker, owner: int, key: str, symbol: int) -> None:
    """Bind a method: overloads of one name are bound together."""
    methods = state.get_state(w).members
    if owner >= 0 and methods is not None:
        methods.setdefault(key, []).append(w.add(ops.SYM, symbol))
    else:
        w.declare(key, w.add(ops.SYM, symbol))


def lower_method(w: Walker, node: Node) -> int:
    """Lower a method, a local function, or a finaliser, which only the runtime runs."""
    name_node, body = node.child_by_field_name("name"), find_body(node)
    if name_node is None:
        return w.visit_children(node)
    name, owner = w.read_text(name_node), get_owner(w)
    name = f"~{name}" if node.type == "destructor_declaration" else name
    kind = SymbolKind.METHOD if owner >= 0 else SymbolKind.FUNCTION
    symbol = w.define(kind, name, node, name_node, doc=modifiers.read_doc(w, node))
    if owner < 0:
        bind_member(w, owner, name, symbol)
    explicit = find_explicit_interface(node)
    found = _lower_function(
        w, node, symbol, body, node.child_by_field_name("returns") or node.child_by_field_name("type")
    )
    if explicit is not None:
        for child in explicit.named_children:
            lower_type(w, child)
    flags = Flag.TEST if any(each.name in TESTS for each in found.attributes) else 0
    if owner >= 0 and _has_this_parameter(w, node):
        flags |= Flag.RECEIVER
        bind_member(w, owner, types.EXTENSION + name, symbol)
        kept = state.get_state(w)
        kept.namespaces.setdefault(kept.namespace, []).append(types.EXTENSION + name)
        roles.bind_in_file(w, types.EXTENSION + name, w.add(ops.SYM, symbol))
    w.flag(symbol, int(flags))
    methods = state.get_state(w).members
    if owner >= 0 and (explicit is None or (methods is not None and name not in methods)):
        bind_member(w, owner, name, symbol)
    return 0


def _has_this_parameter(w: Walker, node: Node) -> bool:
    """Return whether the first parameter of a method is a receiver."""
    listed = node.child_by_field_name("parameters")
    first = listed.named_children[0] if listed is not None and listed.named_children else None
    return first is not None and any(c.type == "modifier" and w.read_text(c) == "this" for c in first.children)


def _lower_function(w: Walker, node: Node, symbol: int, body: Node | None, returned: Node | None) -> Modifiers:
    """Lower the header and the body of what has parameters; return its modifiers."""
    owner = get_owner(w)
    w.open_scope(symbol, "function")
    found = modifiers.read_modifiers(w, node)
    declare_type_parameters(w, node, symbol)
    params, shown = lower_parameters(w, node.child_by_field_name("parameters"))
    declared = lower_type(w, returned)
    if declared:
        w.facts.declared[symbol] = declared
    flags, visibility = compute_flags(w, node, found, body, owner)
    modifiers.describe(w, symbol, node, found, body, visibility, flags, shown)
    roles.bind_parameters(w, symbol, params)
    for child in node.named_children:
        if child.type == "constructor_initializer":
            lower_initializer_call(w, child)
    walk_body(w, body, declared)
    w.close_scope()
    keep_types(w, symbol)
    return found


def walk_body(w: Walker, body: Node | None, declared: int = 0) -> None:
    """Walk a block, or the value of `=> value`."""
    if body is not None and body.type == "arrow_expression_clause":
        given = calling.find_value(body)
        calling.expect(w, lower_as(w, given, unwrap_result(w, declared)) if given is not None else 0, declared)
    elif body is not None:
        w.open_block()
        w.visit_children(body)
        w.close_block()


def lower_initializer_call(w: Walker, node: Node) -> int:
    """Lower `: this(…)` and `: base(…)`: they construct the type itself or its base."""
    if not w.classes:
        return w.visit_children(node)
    owner = w.classes[-1]
    which = next((child for child in node.children if child.type in ("this", "base")), None)
    arguments = find_child(node, "argument_list")
    line = (which or node).start_point[0] + 1
    if which is not None and which.type == "this":
        return calling.finish_call(w, w.add(ops.SYM, owner), arguments, line, ops.NEW)
    bases = w.facts.bases.get(owner, ())
    base = next((each.expr for each in bases if each.kind == "inherits"), 0)
    return calling.finish_call(w, base, arguments, line, ops.NEW)


def lower_constructor(w: Walker, node: Node) -> int:
    """Lower a constructor; a static one is run by nobody who names it."""
    name_node, body = node.child_by_field_name("name"), find_body(node)
    owner = get_owner(w)
    if name_node is None or owner < 0:
        return w.visit_children(node)
    if w.read_text(name_node) == "extension" and w.symbols[owner].name != "extension":
        return lower_extension_block(w, node, body)
    symbol = w.define(SymbolKind.CONSTRUCTOR, w.read_text(name_node), node, name_node, doc=modifiers.read_doc(w, node))
    found = _lower_function(w, node, symbol, body, None)
    if "static" not in found.words:
        bind_member(w, owner, CONSTRUCTOR, symbol)
    return 0


def lower_extension_block(w: Walker, node: Node, body: Node | None) -> int:
    """Walk `extension(T receiver) { … }`, which the grammar takes for a constructor.

    Its members are methods of the type around it; what they extend stays unknown.
    """
    symbol = w.define(SymbolKind.FUNCTION, "extension", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    params, _ = lower_parameters(w, node.child_by_field_name("parameters"))
    roles.bind_parameters(w, symbol, params)
    walk_body(w, body)
    w.close_scope()
    keep_types(w, symbol)
    return 0


def lower_operator(w: Walker, node: Node) -> int:
    """Lower an operator or a conversion: its first operand is its receiver."""
    owner = get_owner(w)
    if owner < 0:
        return w.visit_children(node)
    conversion = node.type == "conversion_operator_declaration"
    words = [child for child in node.children if child.type in CONVERSIONS] if conversion else []
    sign = words[0] if words else node.child_by_field_name("operator")
    if sign is None:
        return w.visit_children(node)
    name = sign.type
    symbol = w.define(SymbolKind.METHOD, name, node, sign, doc=modifiers.read_doc(w, node))
    _lower_function(w, node, symbol, find_body(node), node.child_by_field_name("type"))
    w.symbols[symbol] = w.symbols[symbol]._replace(
        flags=(w.symbols[symbol].flags & ~Flag.STATIC) | (0 if conversion else Flag.RECEIVER)
    )
    if not conversion:
        count = len(w.facts.params.get(symbol, ()))
        bind_member(w, owner, name if count > 1 else f"{name}x", symbol)
    return 0


# -- values -------------------------------------------------------------------------------------------------------


def lower_property(w: Walker, node: Node) -> int:
    """Lower a property, an event with accessors, or an indexer."""
    name_node, owner = node.child_by_field_name("name"), get_owner(w)
    indexer = node.type == "indexer_declaration"
    if indexer:
        name_node = next((child for child in node.children if child.type == "this"), None)
    if name_node is None or owner < 0:
        return w.visit_children(node)
    name, doc = w.read_text(name_node), modifiers.read_doc(w, node)
    kind = (
        SymbolKind.METHOD if indexer else SymbolKind.FIELD if node.type == "event_declaration" else SymbolKind.PROPERTY
    )
    symbol = w.define(kind, name, node, name_node, doc=doc)
    accessors, value = node.child_by_field_name("accessors"), node.child_by_field_name("value")
    body = accessors or value
    w.open_scope(symbol, "function")
    found = modifiers.read_modifiers(w, node)
    declared = lower_type(w, node.child_by_field_name("type"))
    if declared:
        w.facts.declared[symbol] = declared
    shown: list[Parameter] = []
    if indexer:
        params, shown = lower_parameters(w, node.child_by_field_name("parameters"))
        roles.bind_parameters(w, symbol, params)
    given = _walk_accessors(w, accessors, declared)
    if value is not None:
        arrow = value.type == "arrow_expression_clause"
        inner = calling.find_value(value) if arrow else value
        result = lower_as(w, inner, declared) if inner is not None else 0
        calling.expect(w, result, declared)
        given = given or (0 if arrow else result)
    w.close_scope()
    keep_types(w, symbol)
    flags, visibility = compute_flags(w, node, found, body if _has_code(body) else None, owner)
    modifiers.describe(w, symbol, node, found, body, visibility, flags, shown)
    if given and not indexer:
        w.facts.values[symbol] = (given,)
    explicit = find_explicit_interface(node) is not None
    if indexer:
        if not explicit:
            bind_member(w, owner, INDEXER, symbol)
    elif not explicit or name not in w.scope.env:
        w.bind(name, w.share(ops.VAR, symbol))
    return 0


def _has_code(body: Node | None) -> bool:
    """Return whether accessors are written out, rather than asked for."""
    if body is None or body.type != "accessor_list":
        return body is not None
    return any(find_body(child) is not None for child in body.named_children)


def _walk_accessors(w: Walker, accessors: Node | None, declared: int) -> int:
    for child in accessors.named_children if accessors is not None else ():
        if child.type != "accessor_declaration":
            continue
        modifiers.read_modifiers(w, child)
        body = find_body(child)
        w.open_block()
        if not any(each.type == "get" for each in child.children):
            w.declare("value", w.add_instance(declared))
        walk_body(w, body, declared)
        w.close_block()
    return 0


def lower_field(w: Walker, node: Node) -> int:
    """Lower fields, constants and events without accessors."""
    owner = get_owner(w)
    declaration = find_child(node, "variable_declaration")
    if declaration is None or owner < 0:
        return w.visit_children(node)
    doc = modifiers.read_doc(w, node)
    found = modifiers.read_modifiers(w, node)
    type_node = declaration.child_by_field_name("type")
    declared = lower_type(w, type_node)
    constant = "const" in found.words or {"static", "readonly"} <= found.words
    flags, visibility = compute_flags(w, node, found, node, owner)
    kind = SymbolKind.CONSTANT if "const" in found.words else SymbolKind.FIELD
    for declarator in declaration.named_children:
        name_node = declarator.child_by_field_name("name")
        if declarator.type != "variable_declarator" or name_node is None:
            continue
        name, kept = w.read_text(name_node), state.get_state(w)
        before, kept.keeps_texts = kept.keeps_texts, constant
        value = lower_initial(w, declarator, name_node, declared)
        kept.keeps_texts = before
        calling.expect(w, value, declared)
        symbol = w.define_variable(
            name, node, name_node, value, declared, kind=kind, visibility=visibility, flags=flags, doc=doc,
            signature=f"{_read_type(w, type_node)} {name}",
        )  # fmt: skip
        modifiers.decorate(w, symbol, found)
        w.bind(name, w.share(ops.VAR, symbol))
    return 0


def unwrap_result(w: Walker, declared: int) -> int:
    """Return the type of what a function returns itself, without its task."""
    expr = w.exprs[declared]
    if w.functions and w.symbols[w.functions[-1]].flags & Flag.ASYNC and expr[0] == ops.GENERIC and len(expr[2]) == 1:
        return int(expr[2][0])
    return declared


def lower_initial(w: Walker, declarator: Node, name_node: Node, declared: int) -> int:
    """Return the value that a declarator gives its variable, 0 without one.

    `new()` and `[…]` are of the declared type.
    """
    given = calling.find_value(declarator, name_node)
    if given is None or given.type in ("bracketed_argument_list", "tuple_pattern"):
        return 0
    return lower_as(w, given, declared)


def lower_as(w: Walker, node: Node, declared: int) -> int:
    """Lower a value where a type is expected, which `new()` is of."""
    if node.type == "implicit_object_creation_expression":
        from codegraph_parsers.lang.csharp import expressions

        return expressions.lower_construction_of(w, node, declared, node.start_point[0] + 1)
    return w.share(ops.SELF, w.classes[-1]) if node.type == "this" and w.classes else w.visit(node)
