"""Java definitions: classes of every form, their members, parameters and modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import Base, Expr, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.java import state, types
from codegraph_parsers.lang.java.types import METHOD, type_

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
TESTS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Theory"})
TEST_CLASSES = ("Test", "Tests", "TestCase", "IT")


class Modifiers(NamedTuple):
    words: frozenset[str]
    annotations: tuple[tuple[str, str, int, int], ...]  # last word, text, expression, line
    end: int  # byte at which the declaration goes on

    def visibility(self, default: str) -> str:
        for word in ("public", "protected", "private"):
            if word in self.words:
                return word
        return default


NO_MODIFIERS = Modifiers(frozenset(), (), 0)


def modifiers(w: Walker, node: Node) -> Modifiers:
    """Keywords and annotations before a declaration; annotation arguments are walked."""
    found = next((child for child in node.children if child.type == "modifiers"), None)
    if found is None:
        return NO_MODIFIERS
    words: set[str] = set()
    annotations: list[tuple[str, str, int, int]] = []
    end = 0
    for child in found.children:
        if child.type in ("annotation", "marker_annotation"):
            expr = w.visit(child)
            name = child.child_by_field_name("name")
            word = w.text(name).rsplit(".", 1)[-1] if name is not None else ""
            text = w.squeeze(child.start_byte, child.end_byte, 120).removeprefix("@")
            annotations.append((word, text, expr, child.start_point[0] + 1))
            end = child.end_byte
        elif not child.is_extra:
            words.add(w.text(child))
    return Modifiers(frozenset(words), tuple(annotations), end)


def annotation(w: Walker, node: Node) -> int:
    """`@Name(…)`: the annotation type is mentioned."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    expr = type_(w, name, mention=False)
    if name is not None:
        kind = "decorator" if w.exprs[expr][0] != ops.IMPORT else "type"
        w.site(kind, expr, name.start_point[0] + 1)
    for child in arguments.named_children if arguments is not None else ():
        value = child.child_by_field_name("value") if child.type == "element_value_pair" else child
        if value is not None:
            w.visit(value)
    return expr


def decorate(w: Walker, symbol: int, found: Modifiers) -> None:
    if not found.annotations:
        return
    w.facts.decorators[symbol] = tuple(each[2] for each in found.annotations)
    own = w.add(ops.SYM, symbol)
    for _, _, expr, line in found.annotations:
        w.site("decorates", w.add(ops.DECORATED, own, (expr,)), line)


def documentation(w: Walker, node: Node) -> str:
    text = roles.doc_comment(w, node)
    return text if text else ""


def signature(w: Walker, node: Node, found: Modifiers, body: Node | None) -> str:
    start = max(node.start_byte, found.end)
    end = body.start_byte if body is not None else node.end_byte
    return w.squeeze(start, end).rstrip("; ")


def type_parameters(w: Walker, node: Node, symbol: int) -> None:
    """Record the type parameters of `symbol`; bounds may name each other."""
    found = node.child_by_field_name("type_parameters")
    if found is None:
        return
    parts = [child for child in found.named_children if child.type == "type_parameter"]
    names = [
        next((w.text(c) for c in part.named_children if c.type in ("type_identifier", "identifier")), "")
        for part in parts
    ]
    kept = state.of(w)
    before, kept.header = kept.header, (symbol, frozenset(names))
    bounds: list[int] = []
    for part in parts:
        bound = next((c for c in part.named_children if c.type == "type_bound"), None)
        bounds.append(
            w.union([type_(w, c) for c in bound.named_children if not c.is_extra]) if bound is not None else 0
        )
    kept.header = before
    w.facts.type_params[symbol] = tuple(zip(names, bounds, strict=True))


# -- classes ------------------------------------------------------------------------------------------------------


def class_(w: Walker, node: Node) -> int:
    """Any named type declaration."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name, kind = w.text(name_node), KINDS[node.type]
    doc = documentation(w, node)
    nested = w.scope.kind == "class"
    inherited = "public" if nested and w.symbols[w.scope.symbol].kind == SymbolKind.INTERFACE else "package"
    symbol = w.define(kind, name, node, name_node, doc=doc)
    w.owners.append(symbol)
    found = modifiers(w, node)
    flags = Flag.ABSTRACT if "abstract" in found.words else 0
    flags |= Flag.STATIC if nested and (kind != SymbolKind.CLASS or "static" in found.words) else 0
    visibility = found.visibility(inherited)
    flags |= Flag.EXPORTED if visibility in ("public", "protected") else 0
    flags |= Flag.TEST if is_test_class(name, w.facts.path) else 0
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=signature(w, node, found, body), decorators=tuple(each[1] for each in found.annotations),
        visibility=visibility, flags=w.symbols[symbol].flags | int(flags),
    )  # fmt: skip
    decorate(w, symbol, found)
    type_parameters(w, node, symbol)
    bases = _bases(w, node, symbol)
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    w.owners.pop()
    expr = w.add(ops.SYM, symbol)
    w.declare(name, expr) if w.scope.kind == "function" else w.bind(name, expr)
    if w.scope.kind == "module" and w.facts.package:
        state.of(w).packages[w.facts.package].append(name)
    components = node.child_by_field_name("parameters") if node.type == "record_declaration" else None
    walk_class(w, symbol, body, components)
    return 0


def _bases(w: Walker, node: Node, symbol: int) -> list[Base]:
    """What a declaration extends and implements."""
    names = frozenset(name for name, _ in w.facts.type_params.get(symbol, ()))
    kept = state.of(w)
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
                    type_(w, part)
            continue
        else:
            continue
        for part in parts:
            if not part.is_extra:
                bases.append(Base(type_(w, part), kind, part.start_point[0] + 1))
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
    """The members of a class body. Overloads of one name are bound together once all are known."""
    fields = {name for name, _ in _field_names(w, body)}
    scope = w.open_scope(symbol, "class")
    kept = state.of(w)
    methods: dict[str, list[int]] = {}
    outer, kept.methods = kept.methods, methods
    kept.fields[symbol] = fields
    was_dead, w.dead = w.dead, False
    if components is not None:
        record_components(w, symbol, components)
    if body is not None:
        w.visit_children(body)
    w.dead = was_dead
    for name, found in methods.items():
        before = scope.env.get(name, 0)
        w.bind(name, w.union(found) or before)
    kept.methods = outer
    w.close_scope()


def _field_names(w: Walker, body: Node | None) -> list[tuple[str, Node]]:
    """Fields and constants that a class body declares."""
    found: list[tuple[str, Node]] = []
    for child in body.named_children if body is not None else ():
        if child.type in ("field_declaration", "constant_declaration"):
            for declarator in child.children_by_field_name("declarator"):
                name = declarator.child_by_field_name("name")
                if name is not None:
                    found.append((w.text(name), name))
        elif child.type == "enum_constant":
            name = child.child_by_field_name("name")
            if name is not None:
                found.append((w.text(name), name))
        elif child.type == "enum_body_declarations":
            found.extend(_field_names(w, child))
    return found


def record_components(w: Walker, symbol: int, node: Node) -> None:
    """Components of a record: a field each, and an accessor whose result is the component's type."""
    params: list[Param] = []
    fields = state.of(w).fields[symbol]
    for part in node.named_children:
        name_node, type_node = part.child_by_field_name("name"), part.child_by_field_name("type")
        if name_node is None or type_node is None:
            continue
        modifiers(w, part)
        name, declared = w.text(name_node), type_(w, type_node)
        field = w.variable(
            name, part, name_node, 0, declared, kind=SymbolKind.FIELD, visibility="private",
            signature=w.squeeze(part.start_byte, part.end_byte),
        )  # fmt: skip
        w.bind(name, w.share(ops.VAR, field))
        w.bind(name + METHOD, w.add(ops.FUNCTYPE, (), declared))
        fields.add(name)
        params.append(Param(name, declared, 0, ""))
    w.set_params(symbol, params)


def anonymous(w: Walker, node: Node, label: str, base: int, body: Node) -> int:
    """The class of `new T() { … }` or of an enum constant with a body."""
    symbol = w.define(SymbolKind.CLASS, label + "{}", node, flags=Flag.ANONYMOUS)
    if base:
        w.facts.bases[symbol] = (Base(base, "inherits", node.start_point[0] + 1),)
    walk_class(w, symbol, body)
    return symbol


def enum_constant(w: Walker, node: Node) -> int:
    """A constant: a field of the enumeration that its constructor makes."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    doc = documentation(w, node)
    found = modifiers(w, node)
    enum = w.classes[-1]
    own = w.add(ops.SYM, enum)
    name = w.text(name_node)
    constant = w.variable(
        name, node, name_node, 0, own, kind=SymbolKind.CONSTANT, doc=doc, flags=Flag.STATIC | Flag.EXPORTED,
        signature=w.squeeze(max(node.start_byte, found.end), body.start_byte if body is not None else node.end_byte),
    )  # fmt: skip
    w.bind(name, w.share(ops.VAR, constant))
    finish_call(w, own, node.child_by_field_name("arguments"), name_node.start_point[0] + 1, ops.NEW)
    if body is not None:
        anonymous(w, node, name, own, body)
    return 0


# -- members ------------------------------------------------------------------------------------------------------


def parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[Parameter]]:
    """Parameters of a method, constructor or typed lambda, types evaluated in the current scope."""
    params: list[Param] = []
    shown: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("formal_parameter", "spread_parameter"):
            continue
        modifiers(w, child)
        type_node, name_node = child.child_by_field_name("type"), child.child_by_field_name("name")
        variadic = ""
        if child.type == "spread_parameter":
            variadic = "*"
            type_node = next((c for c in child.named_children if c.type in types.TYPES), None)
            declarator = next((c for c in child.named_children if c.type == "variable_declarator"), None)
            name_node = declarator.child_by_field_name("name") if declarator is not None else None
        declared = types.array(w, type_(w, type_node), child.child_by_field_name("dimensions"))
        name = w.text(name_node) if name_node is not None else ""
        text = w.squeeze(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        params.append(Param(name, declared, 0, variadic))
        shown.append(Parameter(name, text, False, variadic))
    return params, shown


def method(w: Walker, node: Node) -> int:
    """A method, constructor or annotation element."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    is_constructor = node.type in ("constructor_declaration", "compact_constructor_declaration")
    name = w.text(name_node)
    owner = w.classes[-1] if w.scope.kind == "class" else -1
    kind = SymbolKind.CONSTRUCTOR if is_constructor else SymbolKind.METHOD if owner >= 0 else SymbolKind.FUNCTION
    doc = documentation(w, node)
    symbol = w.define(kind, name, node, name_node, doc=doc)
    scope = w.open_scope(symbol, "function")
    found = modifiers(w, node)
    type_parameters(w, node, symbol)
    params, shown = parameters(w, node.child_by_field_name("parameters"))
    if node.type == "compact_constructor_declaration":
        params = list(w.facts.params.get(owner, ()))
    returned = node.child_by_field_name("type")
    if returned is not None:
        declared = types.array(w, type_(w, returned), node.child_by_field_name("dimensions"))
        if declared:
            w.facts.declared[symbol] = declared
    for child in node.named_children:
        if child.type == "throws":
            for each in child.named_children:
                type_(w, each)
    in_interface = owner >= 0 and w.symbols[owner].kind == SymbolKind.INTERFACE
    flags, visibility = _flags(w, found, in_interface, body is not None, is_constructor)
    if any(each[0] in TESTS for each in found.annotations) or _is_old_test(w, name, owner):
        flags |= Flag.TEST
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=signature(w, node, found, body), parameters=tuple(shown), visibility=visibility,
        decorators=tuple(each[1] for each in found.annotations), flags=w.symbols[symbol].flags | flags,
    )  # fmt: skip
    w.set_params(symbol, params)
    for position, param in enumerate(params):
        w.bind(param.name, w.add(ops.PARAM, symbol, position))
    decorate(w, symbol, found)
    was_dead, w.dead = w.dead, False
    if body is not None:
        w.open_block()
        w.visit_children(body)
        w.close_block()
    default = node.child_by_field_name("value")
    if default is not None:
        w.visit(default)
    w.dead = was_dead
    w.close_scope()
    keep_types(w, scope.symbol)
    key = CONSTRUCTOR if is_constructor else name + METHOD
    methods = state.of(w).methods
    if owner >= 0 and methods is not None:
        methods.setdefault(key, []).append(w.add(ops.SYM, symbol))
    else:
        w.bind(key, w.union([w.scope.env.get(key, 0), w.add(ops.SYM, symbol)]))
    return 0


def _flags(w: Walker, found: Modifiers, in_interface: bool, has_body: bool, is_constructor: bool) -> tuple[int, str]:
    flags = 0
    if "static" in found.words:
        flags |= Flag.STATIC
        if w.classes and w.facts.type_params.get(w.classes[-1]):
            flags |= Flag.CLASSMETHOD  # called through its class: what the class says of its parameters carries over
    if not has_body and not found.words & {"native", "default", "static"} and not is_constructor:
        flags |= Flag.ABSTRACT
    visibility = found.visibility("public" if in_interface else "package")
    if visibility in ("public", "protected"):
        flags |= Flag.EXPORTED
    return int(flags), visibility


def _is_old_test(w: Walker, name: str, owner: int) -> bool:
    """A test by name: `testX` in a class that extends `TestCase`."""
    if not name.startswith("test") or owner < 0:
        return False
    return any(
        w.exprs[base.expr][0] == ops.NAME and str(w.exprs[base.expr][1]).endswith("TestCase")
        for base in w.facts.bases.get(owner, ())
    )


def keep_types(w: Walker, symbol: int) -> None:
    """Variables of a function are resolved while walking; only its local classes can be looked up by name."""
    names = w.facts.names.get(symbol)
    if names is None:
        return
    kept = {name: expr for name, expr in names.items() if w.exprs[expr][0] == ops.SYM}
    if kept:
        w.facts.names[symbol] = kept
    else:
        del w.facts.names[symbol]


def field(w: Walker, node: Node) -> int:
    """Fields and interface constants."""
    doc = documentation(w, node)
    found = modifiers(w, node)
    declared = type_(w, node.child_by_field_name("type"))
    type_text = node.child_by_field_name("type")
    in_interface = w.classes and w.symbols[w.classes[-1]].kind == SymbolKind.INTERFACE
    constant = node.type == "constant_declaration" or {"static", "final"} <= found.words
    visibility = found.visibility("public" if in_interface else "package")
    flags = Flag.STATIC if constant or "static" in found.words else 0
    flags |= Flag.EXPORTED if visibility in ("public", "protected") else 0
    for declarator in node.children_by_field_name("declarator"):
        name_node, value_node = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
        if name_node is None:
            continue
        own = types.array(w, declared, declarator.child_by_field_name("dimensions"))
        value = w.visit(value_node) if value_node is not None else 0
        expect(w, value, own)
        name = w.text(name_node)
        shown = f"{w.squeeze(type_text.start_byte, type_text.end_byte, 160)} {name}" if type_text is not None else name
        symbol = w.variable(
            name, node, name_node, value, own, kind=SymbolKind.CONSTANT if constant else SymbolKind.FIELD,
            signature=shown, visibility=visibility, flags=int(flags), doc=doc,
        )  # fmt: skip
        if found.annotations:
            w.symbols[symbol] = w.symbols[symbol]._replace(decorators=tuple(each[1] for each in found.annotations))
        decorate(w, symbol, found)
        w.bind(name, w.share(ops.VAR, symbol))
    return 0


def initialiser(w: Walker, node: Node) -> int:
    """An instance or static initialiser: runs as part of its class, with locals of its own."""
    body = node if node.type == "block" else next((c for c in node.named_children if c.type == "block"), None)
    if body is None:
        return 0
    symbol = w.define(SymbolKind.FUNCTION, "{}", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    w.visit_children(body)
    w.close_scope()
    keep_types(w, symbol)
    return 0


def expect(w: Walker, value: int, wanted: int) -> None:
    """A lambda takes its parameter types from the type its context wants."""
    if not value or not wanted:
        return
    found = w.exprs[value]
    if found[0] == ops.SYM:
        if w.symbols[found[1]].flags & Flag.ANONYMOUS:
            w.facts.expected.setdefault(found[1], wanted)
    elif found[0] == ops.UNION:
        for part in found[1:]:
            expect(w, part, wanted)
    elif found[0] in (ops.CALL, ops.NEW) and passes_lambda(w, found):
        for position, argument in enumerate(found[2]):
            expect_in_call(w, argument, w.add(ops.ARGTYPE, value, position, wanted))


def expect_in_call(w: Walker, argument: int, wanted: int) -> None:
    """An argument of a call whose own result is expected somewhere: that binds type parameters of the called method."""
    found = w.exprs[argument]
    if found[0] == ops.SYM:
        if w.symbols[found[1]].flags & Flag.ANONYMOUS:
            w.facts.expected[found[1]] = wanted
    elif found[0] in (ops.CALL, ops.NEW):
        expect(w, argument, wanted)


def passes_lambda(w: Walker, call: Expr, depth: int = 0) -> bool:
    """Whether a lambda stands among the arguments of a call, or of a call among them."""
    for argument in call[2]:
        found = w.exprs[argument]
        if found[0] == ops.SYM and w.symbols[found[1]].flags & Flag.ANONYMOUS:
            return True
        if found[0] in (ops.CALL, ops.NEW) and depth < 4 and passes_lambda(w, found, depth + 1):
            return True
    return False


def finish_call(w: Walker, called: int, arguments: Node | None, line: int, op: int = ops.CALL) -> int:
    """A call, with lambdas in its arguments' arguments told what the call expects there."""
    expr = roles.finish_call(w, called, arguments, line, op)
    for position, argument in enumerate(w.exprs[expr][2]):
        found = w.exprs[argument]
        if found[0] in (ops.CALL, ops.NEW) and passes_lambda(w, found):
            expect(w, argument, w.add(ops.ARGTYPE, expr, position))
    return expr
