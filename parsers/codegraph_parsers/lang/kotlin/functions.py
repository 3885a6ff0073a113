"""Functions, constructors, properties and their parameters in Kotlin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.kotlin import accessors, calling, state, types
from codegraph_parsers.lang.kotlin.modifiers import Modifiers, decorate, read_doc, read_modifiers, read_signature
from codegraph_parsers.lang.kotlin.names import add_operator
from codegraph_parsers.lang.kotlin.types import EXTENSION, METHOD, RECEIVER
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCTOR = "<init>"
TESTS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Theory"})
REST = "Array"


def index_children(node: Node) -> dict[str, Node]:
    """Return the first child of each kind."""
    found: dict[str, Node] = {}
    for child in node.named_children:
        found.setdefault(child.type, child)
    return found


def bind_key(w: Walker, key: str, expr: int, found: Modifiers) -> None:
    """Bind the key of a declaration in the scope around it.

    Overloads of one name are bound together. What is private at the top of a file is known in the file alone.
    """
    kept = state.get_state(w)
    if found.is_hidden:
        return
    if w.scope.kind == "class" and key.endswith(METHOD) and kept.methods is not None:
        kept.methods.setdefault(key, []).append(expr)
        return
    if w.scope.kind == "function":
        w.declare(key, expr)
        return
    if "private" in found.words:
        kept.private.add(key)
    w.bind(key, w.union([w.scope.env.get(key, 0), expr]))


def declare_type_parameters(w: Walker, node: Node, symbol: int) -> None:
    """Record the type parameters of `symbol`; bounds may name each other."""
    listed = find_child(node, "type_parameters")
    if listed is None:
        return
    parts = [child for child in listed.named_children if child.type == "type_parameter"]
    names = [types.read_name(w, name) if (name := find_child(part, "identifier")) else "" for part in parts]
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, frozenset(names))
    bounds = {name: types.lower_type(w, types.find_type(part)) for name, part in zip(names, parts, strict=True)}
    constraints = find_child(node, "type_constraints")
    for each in constraints.named_children if constraints is not None else ():
        name = find_child(each, "identifier")
        if name is not None and (word := types.read_name(w, name)) in bounds:
            bounds[word] = w.union([bounds[word], types.lower_type(w, types.find_type(each))])
    kept.header = before
    w.facts.type_params[symbol] = tuple(bounds.items())


def lower_default(w: Walker, node: Node, declared: int) -> int:
    """Lower the value behind `=` in a parameter, 0 where there is none."""
    behind = False
    for child in node.children:
        if behind and child.is_named and not child.is_extra:
            value = w.visit(child)
            calling.expect(w, value, declared)
            return value or w.add(ops.UNKNOWN)
        behind = behind or child.type == "="
    return 0


def wrap_rest(w: Walker, declared: int) -> int:
    """Return the type of what a rest parameter holds."""
    return w.share(ops.GENERIC, w.share(ops.NAME, REST, 0), (declared,))


def lower_parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[Parameter]]:
    """Lower the parameters of a function; a default may name those before it."""
    params: list[Param] = []
    shown: list[Parameter] = []
    variadic = ""
    children = node.children if node is not None else []
    for position, child in enumerate(children):
        if child.type == "parameter_modifiers":
            variadic = "*" if "vararg" in w.read_text(child).split() else ""
            w.visit_children(child)
        if child.type != "parameter":
            continue
        name_node, type_node = find_child(child, "identifier"), types.find_type(child)
        declared = types.lower_type(w, type_node)
        default = 0
        if position + 2 < len(children) and children[position + 1].type == "=":
            default = w.visit(children[position + 2]) or w.add(ops.UNKNOWN)
            calling.expect(w, default, declared)
        name = types.read_name(w, name_node) if name_node is not None else ""
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        params.append(Param(name, declared, default, variadic))
        shown.append(Parameter(name, text, bool(default), variadic))
        variadic = ""
    return params, shown


def find_receiver(node: Node, name_node: Node | None) -> Node | None:
    """Return the type that a function or property extends, before its name."""
    for child in node.named_children:
        if name_node is not None and child.start_byte >= name_node.start_byte:
            return None
        if child.type in types.TYPES:
            return child
    return None


def find_result(node: Node) -> Node | None:
    """Return the declared type of a result, which stands behind the parameters."""
    behind = False
    for child in node.named_children:
        if behind and child.type in types.TYPES:
            return child
        behind = behind or child.type == "function_value_parameters"
    return None


def lower_function(w: Walker, node: Node) -> int:
    """Lower a function with a name: top-level, member, local or extension."""
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return w.visit_children(node)
    name, doc = types.read_name(w, name_node), read_doc(w, node)
    parts = index_children(node)
    body = parts.get("function_body")
    in_class = w.scope.kind == "class"
    receiver_node = find_receiver(node, name_node)
    kind = SymbolKind.METHOD if in_class or receiver_node is not None else SymbolKind.FUNCTION
    symbol = w.define(kind, name, node, name_node, doc=doc)
    outer = w.scope
    w.open_scope(symbol, "function")
    found = read_modifiers(w, node)
    declare_type_parameters(w, node, symbol)
    extended = _open_extension(w, symbol, receiver_node)
    params, shown = lower_parameters(w, parts.get("function_value_parameters"))
    _bind_parameters(w, symbol, extended, params)
    declared = types.lower_type(w, find_result(node))
    if declared:
        w.facts.declared[symbol] = declared
    flags, key = _compute_flags(w, found, outer.symbol if in_class else -1, body), name + METHOD
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=read_signature(w, node, found, body), parameters=tuple(shown), visibility=found.visibility,
        decorators=tuple(each.text for each in found.annotations), flags=w.symbols[symbol].flags | flags,
    )  # fmt: skip
    if receiver_node is not None:
        w.flag(symbol, Flag.RECEIVER)
        _name_extension(w, symbol, receiver_node)
        key = EXTENSION + key
    decorate(w, symbol, found)
    # Known in its own body, and before the names that the body binds.
    here, w.scope = w.scope, outer
    bind_key(w, key, w.add(ops.SYM, symbol), found)
    w.scope = here
    walk_body(w, symbol, body, declared)
    close_function(w, symbol)
    return 0


def _open_extension(w: Walker, symbol: int, receiver: Node | None) -> list[Param]:
    """Return the parameter that holds the receiver of an extension."""
    if receiver is None:
        return []
    declared = types.lower_type(w, receiver)
    state.get_state(w).receivers[symbol] = w.add(ops.PARAM, symbol, 0)
    return [Param(RECEIVER, declared, 0, "")]


def _name_extension(w: Walker, symbol: int, receiver: Node) -> None:
    """Put the type that an extension extends before its name."""
    found = w.symbols[symbol]
    word = w.read_text(receiver).strip("()?").split("<", 1)[0].strip()
    above = found.qualname[: len(found.qualname) - len(found.name)]
    w.symbols[symbol] = found._replace(qualname=f"{above}{word}.{found.name}")


def _bind_parameters(w: Walker, symbol: int, extended: list[Param], params: list[Param]) -> None:
    w.set_params(symbol, [*extended, *params])
    for position, param in enumerate(params, len(extended)):
        w.bind(param.name, w.add(ops.PARAM, symbol, position))


def _compute_flags(w: Walker, found: Modifiers, owner: int, body: Node | None) -> int:
    flags = Flag.EXPORTED if found.visibility != "private" else 0
    in_interface = owner >= 0 and w.symbols[owner].kind == SymbolKind.INTERFACE
    if body is None and (in_interface or "abstract" in found.words or "expect" in found.words):
        flags |= Flag.ABSTRACT
    if "suspend" in found.words:
        flags |= Flag.ASYNC
    if any(each.word in TESTS for each in found.annotations):
        flags |= Flag.TEST
    return int(flags)


def walk_body(w: Walker, symbol: int, body: Node | None, declared: int) -> None:
    """Walk a body; what is behind `=` is the result."""
    if body is None:
        return
    block = find_child(body, "block")
    if block is not None and body.children and body.children[0].type == "block":
        w.open_block()
        w.visit_children(block)
        w.close_block()
        if not declared and symbol not in w.facts.declared:
            w.facts.declared[symbol] = w.share(ops.NAME, "Unit", 0)
        return
    for child in body.named_children:
        if not child.is_extra:
            value = w.visit(child)
            calling.expect(w, value, declared)
            if not declared:
                w.add_return(value or w.add(ops.UNKNOWN))


def close_function(w: Walker, symbol: int) -> None:
    """Leave a function; of its names only the classes can be looked up from elsewhere."""
    w.close_scope()
    names = w.facts.names.get(symbol)
    if names is None:
        return
    kept = {
        name: expr for name, expr in names.items() if w.exprs[expr][0] == ops.SYM and not name.startswith(EXTENSION)
    }
    if kept:
        w.facts.names[symbol] = kept
    else:
        del w.facts.names[symbol]


def lower_constructor(w: Walker, node: Node) -> int:
    """Lower a secondary constructor with the constructor that it calls first."""
    if not w.classes:
        return w.visit_children(node)
    doc = read_doc(w, node)
    name_node = next((child for child in node.children if child.type == "constructor"), None)
    symbol = w.define(SymbolKind.CONSTRUCTOR, "constructor", node, name_node, doc=doc)
    w.open_scope(symbol, "function")
    found = read_modifiers(w, node)
    params, shown = lower_parameters(w, find_child(node, "function_value_parameters"))
    _bind_parameters(w, symbol, [], params)
    block = find_child(node, "block")
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=read_signature(w, node, found, block), parameters=tuple(shown), visibility=found.visibility,
        decorators=tuple(each.text for each in found.annotations),
        flags=w.symbols[symbol].flags | (Flag.EXPORTED if found.visibility != "private" else 0),
    )  # fmt: skip
    decorate(w, symbol, found)
    first = find_child(node, "constructor_delegation_call")
    owner = w.classes[-1]
    own = first is not None and any(child.type == "this" for child in first.children)
    if not own:
        w.add_site("initialises", w.add(ops.SYM, owner), node.start_point[0] + 1)
    if first is not None:
        base = next((b.expr for b in w.facts.bases.get(owner, ()) if b.kind in ("inherits", "implements")), 0)
        given, keywords = calling.lower_arguments(w, find_child(first, "value_arguments"))
        called = w.add(ops.SYM, owner) if own else base
        calling.add_call(w, called, given, keywords, first.start_point[0] + 1, ops.NEW)
    if block is not None:
        w.open_block()
        w.visit_children(block)
        w.close_block()
    close_function(w, symbol)
    methods = state.get_state(w).methods
    if methods is not None and not found.is_hidden:
        methods.setdefault(CONSTRUCTOR, []).append(w.add(ops.SYM, symbol))
    return 0


def lower_initializer(w: Walker, node: Node) -> int:
    """Lower `init { … }`, which runs as part of its class with locals of its own."""
    symbol = w.define(SymbolKind.FUNCTION, "{}", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    w.visit_children(node)
    close_function(w, symbol)
    return 0


# -- properties -----------------------------------------------------------------------------------------------------


def define_property(
    w: Walker, node: Node, name: str, name_node: Node, found: Modifiers, value: int = 0, declared: int = 0,
    receiver: Node | None = None,
) -> int:  # fmt: skip
    """Define a property of a class or of a file, and bind its name."""
    constant = "const" in found.words
    flags = Flag.EXPORTED if found.visibility != "private" else 0
    flags |= Flag.STATIC if constant else 0
    flags |= Flag.ABSTRACT if _is_abstract(w, node, found) else 0
    symbol = w.define(
        SymbolKind.CONSTANT if constant else SymbolKind.PROPERTY, name, node, name_node, doc=read_doc(w, node),
        signature=w.read_one_line(max(node.start_byte, found.end), node.end_byte, 160).split("=", 1)[0].rstrip(),
        visibility=found.visibility, flags=int(flags), decorators=tuple(each.text for each in found.annotations),
    )  # fmt: skip
    if declared:
        w.facts.declared[symbol] = declared
    if value:
        w.facts.values[symbol] = (value,)
    decorate(w, symbol, found)
    key = name
    if receiver is not None:
        w.flag(symbol, Flag.RECEIVER)
        _name_extension(w, symbol, receiver)
        key = EXTENSION + name
    expr = w.share(ops.VAR, symbol)
    bind_key(w, key, expr, found)
    if receiver is None and not constant and "private" not in found.words:
        accessors.bind_accessors(w, name, expr, declared, is_writable=_is_writable(node))
    return symbol


def _is_abstract(w: Walker, node: Node, found: Modifiers) -> bool:
    """Return whether a property has no value and no getter of its own."""
    if found.words & {"abstract", "expect"}:
        return True
    in_interface = w.scope.kind == "class" and w.symbols[w.scope.symbol].kind == SymbolKind.INTERFACE
    return in_interface and find_child(node, "getter", "property_delegate") is None


def _is_writable(node: Node) -> bool:
    return any(child.type == "var" for child in node.children)


def lower_property(w: Walker, node: Node) -> int:
    """Lower a property of a class or of a file, or a local variable."""
    parts = index_children(node)
    several, variable = parts.get("multi_variable_declaration"), parts.get("variable_declaration")
    name_node = find_child(variable, "identifier") if variable is not None else None
    if w.scope.kind == "function" or several is not None:
        return _lower_locals(w, node, parts, name_node)
    if variable is None or name_node is None:
        return w.visit_children(node)
    doc = w.comment
    found = read_modifiers(w, node)
    receiver = find_receiver(node, variable)
    name, kept = types.read_name(w, name_node), state.get_state(w)
    w.comment = doc
    symbol = define_property(w, node, name, name_node, found, receiver=receiver)
    declare_type_parameters(w, node, symbol)
    names = frozenset(each for each, _ in w.facts.type_params.get(symbol, ()))
    header, kept.header = kept.header, (symbol, names) if names else kept.header
    declared = types.lower_type(w, types.find_type(variable))
    if receiver is not None:
        w.set_params(symbol, [Param(RECEIVER, types.lower_type(w, receiver), 0, "")])
        kept.receivers[symbol] = w.add(ops.PARAM, symbol, 0)
    kept.header = header
    if declared:
        w.facts.declared[symbol] = declared
    before, kept.field_name = kept.field_name, name
    texts, kept.keeps_texts = kept.keeps_texts, "const" in found.words
    value = _lower_value(w, node, declared, parts.get("property_delegate"), symbol)
    kept.field_name, kept.keeps_texts = before, texts
    if value:
        w.facts.values[symbol] = (value,)
    for child in node.named_children:
        if child.type in ("getter", "setter"):
            _walk_accessor(w, symbol, child, declared, value)
    return 0


def _lower_value(w: Walker, node: Node, declared: int, delegate: Node | None, symbol: int = -1) -> int:
    """Lower the initial value of a variable, or what its delegate gives.

    Reading or writing a property runs the accessors of its delegate, and the function literals that this is given.
    """
    value = lower_default(w, node, declared)
    if delegate is None:
        return value
    kept = state.get_state(w)
    before, kept.delegating = kept.delegating, symbol
    for child in delegate.named_children:
        value = w.visit(child) if not child.is_extra else value
    kept.delegating = before
    if not value:
        return 0
    line = delegate.start_point[0] + 1
    add_operator(w, value, "provideDelegate", (), line)
    unknown = w.share(ops.UNKNOWN)
    w.owners.append(symbol if symbol >= 0 else w.owners[-1])
    given = add_operator(w, value, "getValue", (unknown, unknown), line)
    add_operator(w, value, "setValue", (unknown, unknown, unknown), line)
    w.owners.pop()
    return given


def _walk_accessor(w: Walker, symbol: int, node: Node, declared: int, value: int) -> None:
    """Walk a getter or setter; what it does is done by the property."""
    body = find_child(node, "function_body")
    if body is None:
        return
    had = symbol in w.facts.declared
    kept = dict(w.facts.names.get(symbol, {}))
    w.open_scope(symbol, "function")
    w.bind("field", w.add(ops.DECLARED, declared, value) if declared else value)
    if node.type == "setter":
        name = find_child(node, "identifier", "parameter")
        inner = find_child(name, "identifier") if name is not None and name.type == "parameter" else name
        if inner is not None:
            w.bind(types.read_name(w, inner), w.add_instance(declared))
    result = types.lower_type(w, types.find_type(node))
    walk_body(w, symbol, body, declared or result)
    close_function(w, symbol)
    if kept:
        w.facts.names[symbol] = kept
    returns = w.facts.returns.pop(symbol, ())
    if not had:
        w.facts.declared.pop(symbol, None)
        if result:
            w.facts.declared[symbol] = result
        elif node.type == "getter" and returns:
            w.facts.values[symbol] = (*w.facts.values.get(symbol, ()), *returns)


def _lower_locals(w: Walker, node: Node, parts: dict[str, Node], name_node: Node | None) -> int:
    several, variable = parts.get("multi_variable_declaration"), parts.get("variable_declaration")
    read_modifiers(w, node)
    declared = types.lower_type(w, types.find_type(variable)) if variable is not None else 0
    kept = state.get_state(w)
    before, kept.field_name = kept.field_name, ""
    value = _lower_value(w, node, declared, parts.get("property_delegate"))
    kept.field_name = before
    if several is not None:
        declare_components(w, several, value, node)
    elif name_node is not None:
        name = types.read_name(w, name_node)
        w.declare(name, w.add(ops.DECLARED, declared, value) if declared else value)
    return 0


def declare_components(w: Walker, node: Node, value: int, owner: Node | None = None) -> None:
    """Declare the names of `(a, b)`, each of which is a component of a value."""
    parts = [child for child in node.named_children if child.type == "variable_declaration"]
    for position, part in enumerate(parts, 1):
        name_node = find_child(part, "identifier")
        if name_node is None or (name := types.read_name(w, name_node)) == "_":
            continue
        declared = types.lower_type(w, types.find_type(part))
        found = add_operator(w, value, f"component{position}", (), name_node.start_point[0] + 1)
        held = w.add(ops.DECLARED, declared, found) if declared else found
        if w.scope.kind == "function":
            w.declare(name, held)
        elif owner is not None:
            define_property(w, part, name, name_node, read_modifiers(w, owner), value=held)
