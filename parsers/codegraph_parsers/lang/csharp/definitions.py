"""Definitions of C#: namespaces, and types of every form with their headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Extension, Flag, SymbolKind
from codegraph_parsers.lang.csharp import modifiers, state, types
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCTOR = "<init>"
KINDS = {
    "class_declaration": SymbolKind.CLASS,
    "record_declaration": SymbolKind.CLASS,
    "struct_declaration": SymbolKind.STRUCT,
    "interface_declaration": SymbolKind.INTERFACE,
    "enum_declaration": SymbolKind.ENUM,
}
IMPLICIT_BASES = {SymbolKind.ENUM: "$enum", SymbolKind.STRUCT: "$struct"}
STATEMENTS = frozenset({"global_statement"})
NAMED_MEMBERS = frozenset(
    {"property_declaration", "event_declaration", "enum_member_declaration", "method_declaration"}
)
SPACE = "space "
GLOBALS = ("global", *(f"global {number}" for number in range(6)))
"""Beginnings of imports that nobody writes: of namespaces around a file, and of what all files of a project use.

The latter are all namespaces, and the first types.
"""
PRELUDE = "<prelude>/"
TEST_CLASSES = frozenset({"TestFixture", "TestClass"})


# -- namespaces ---------------------------------------------------------------------------------------------------


def lower_file(w: Walker, node: Node) -> int:
    """Lower a file.

    Names of its namespaces, and of those around them, need no `using`.
    """
    spaces: set[str] = set()
    _collect_spaces(w, node, "", spaces)
    for space in sorted(spaces, key=lambda each: (-each.count("."), each)):
        w.add_star_import(f"{SPACE}{space}", 1, "bind")
    w.add_star_import(SPACE, 1, "bind")
    parts = node.named_children
    w.visit_all([child for child in parts if child.type not in STATEMENTS])
    run = [child for child in parts if child.type in STATEMENTS]
    if run:
        scope = w.open_scope(0, "function")
        w.visit_all(run)
        scope.bound = {name: bound for name, bound in scope.bound.items() if w.exprs[bound[0]][0] == ops.SYM}
        w.close_scope()
    for each in GLOBALS:
        w.add_star_import(each, 1, "bind")
    return 0


def _collect_spaces(w: Walker, node: Node, outer: str, found: set[str]) -> None:
    for child in node.named_children:
        if child.type not in ("namespace_declaration", "file_scoped_namespace_declaration"):
            continue
        name = child.child_by_field_name("name")
        body = child.child_by_field_name("body")
        space = join_names(outer, read_dotted(w, name)) if name is not None else outer
        parts = space.split(".")
        found.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
        if body is not None:
            _collect_spaces(w, body, space, found)


def read_dotted(w: Walker, node: Node) -> str:
    """Return a dotted name without the layout and comments in it."""
    return "".join(w.read_text(node).split())


def join_names(outer: str, inner: str) -> str:
    return f"{outer}.{inner}" if outer and inner else outer or inner


def lower_namespace(w: Walker, node: Node) -> int:
    """Lower a namespace, with a block or for the rest of the file."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    kept = state.get_state(w)
    outer = kept.namespace
    kept.namespace = join_names(outer, read_dotted(w, name)) if name is not None else outer
    kept.namespaces.setdefault(kept.namespace, [])
    if not w.facts.package:
        w.facts.package = kept.namespace
        w.facts.symbols[0] = w.facts.symbols[0]._replace(signature=f"namespace {kept.namespace}")
    if node.type == "namespace_declaration":
        if body is not None:
            w.visit_children(body)
        kept.namespace = outer
    return 0


def lower_using(w: Walker, node: Node) -> int:
    """Lower `using A.B;`, `using static A.B.C;` and `using X = A.B.C;`."""
    line = node.start_point[0] + 1
    named = [child for child in node.named_children if not child.is_extra]
    words = {child.type for child in node.children}
    alias = node.child_by_field_name("name")
    target = named[-1] if named else None
    if target is None:
        return 0
    path = read_dotted(w, target).removeprefix("global::").replace("::", ".")
    if "<" in path or (alias is not None and target.type not in types.NAMED):
        expr = lower_type(w, target)
        if alias is not None:
            w.bind(w.read_text(alias), expr)
    elif alias is not None:
        name = w.read_text(alias)
        w.bind(name, w.add_import(path, "", name, line))
        if w.facts.path.startswith(PRELUDE):  # another library's name
            state.get_state(w).namespaces[state.get_state(w).namespace].append(name)
    else:
        kind = "global using" if "global" in words else "static" if "static" in words else "import"
        w.add_star_import(path, line, kind)
    return 0


# -- types --------------------------------------------------------------------------------------------------------


def declare_type_parameters(w: Walker, node: Node, symbol: int) -> int:
    """Record the type parameters of `symbol`; return how many there are."""
    found = find_child(node, "type_parameter_list")
    if found is None:
        return 0
    parts = [child for child in found.named_children if child.type == "type_parameter"]
    named = [part.child_by_field_name("name") for part in parts]
    names = [w.read_text(each) if each is not None else "" for each in named]
    kept = state.get_state(w)
    before, kept.header = kept.header, (symbol, frozenset(names))
    bounds: dict[str, int] = {}
    for clause in node.named_children:
        if clause.type != "type_parameter_constraints_clause":
            continue
        target = next((w.read_text(child) for child in clause.named_children if child.type == "identifier"), "")
        wanted = [child.child_by_field_name("type") for child in clause.named_children]
        bounds[target] = w.union([lower_type(w, each) for each in wanted if each is not None])
    kept.header = before
    w.facts.type_params[symbol] = tuple((name, bounds.get(name, 0)) for name in names)
    return len(names)


def lower_class(w: Walker, node: Node) -> int:
    """Lower any named type declaration."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name, kind = w.read_text(name_node), KINDS[node.type]
    if node.type == "record_declaration" and any(child.type == "struct" for child in node.children):
        kind = SymbolKind.STRUCT
    nested = w.scope.kind == "class"
    in_interface = nested and w.symbols[w.scope.symbol].kind == SymbolKind.INTERFACE
    symbol = w.define(kind, name, node, name_node, doc=modifiers.read_doc(w, node))
    w.owners.append(symbol)
    found = modifiers.read_modifiers(w, node)
    flags = Flag.ABSTRACT if "abstract" in found.words else 0
    flags |= Flag.STATIC if nested or "static" in found.words else 0
    visibility = found.compute_visibility("public" if in_interface else "private" if nested else "package")
    flags |= Flag.EXPORTED if visibility in ("public", "protected") else 0
    tested = any(each.name in TEST_CLASSES for each in found.attributes)
    flags |= Flag.TEST if tested else 0
    flags |= Flag.PART if "partial" in found.words else 0
    modifiers.describe(w, symbol, node, found, body, visibility, int(flags))
    count = declare_type_parameters(w, node, symbol)
    key = f"{name}`{count}" if count else name
    header = find_child(node, "base_list")
    bases = _lower_bases(w, header, symbol)
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    w.owners.pop()
    bind_type(w, key, w.add(ops.SYM, symbol))
    target = _name_whole(w, symbol, key, node.start_point[0] + 1) if "partial" in found.words else 0
    walk_class(w, symbol, node, body, header)
    if target:
        extend_parts(w, symbol, target, node.start_point[0] + 1)
    return 0


def bind_type(w: Walker, key: str, expr: int) -> None:
    """Bind the name of a type; parts of one type in a file are bound together."""
    before = w.scope.env.get(key, 0)
    if w.scope.kind == "module":
        kept = state.get_state(w)
        names = kept.namespaces.setdefault(kept.namespace, [])
        names.append(key)
    w.bind(key, w.union([before, expr]) if before and w.exprs[before][0] in (ops.SYM, ops.UNION) else expr)


def _name_whole(w: Walker, symbol: int, key: str, line: int) -> int:
    """Return what names all parts of a type, wherever they stand."""
    kept = state.get_state(w)
    if w.scope.kind == "module":
        target = w.add_import(kept.namespace, key, "", line, "bind")
    else:
        outer = kept.wholes.get(w.symbols[symbol].parent, 0)
        target = w.add(ops.ATTR, outer, key) if outer else 0
    kept.wholes[symbol] = target
    own = tuple(w.share(ops.NAME, name, symbol) for name, _ in w.facts.type_params.get(symbol, ()))
    return w.add(ops.GENERIC, target, own) if own and target else target


def extend_parts(w: Walker, symbol: int, target: int, line: int) -> None:
    """Give what a part of a type declares and derives from to its other parts."""
    members = tuple(
        at for at in range(symbol + 1, len(w.symbols))
        if w.symbols[at].parent == symbol and not w.symbols[at].flags & Flag.ANONYMOUS
    )  # fmt: skip
    w.facts.extensions.append(Extension(target, members, 0, symbol, line))
    for base in w.facts.bases.get(symbol, ()):
        w.facts.extensions.append(Extension(target, (), base.expr, symbol, line))


def _lower_bases(w: Walker, header: Node | None, symbol: int) -> list[Base]:
    """Return what a declaration derives from and implements.

    The syntax does not tell the two apart: what has the name of an interface is taken for one.
    """
    kept = state.get_state(w)
    own = w.symbols[symbol]
    bases: list[Base] = []
    before = kept.header
    kept.header = (symbol, frozenset(name for name, _ in w.facts.type_params.get(symbol, ())))
    for part in header.named_children if header is not None and own.kind != SymbolKind.ENUM else ():
        if part.is_extra or part.type == "argument_list":
            continue
        named = part.child_by_field_name("type") if part.type == "primary_constructor_base_type" else part
        if named is None:
            continue
        name = w.read_text(types.get_name_node(named))
        is_interface = len(name) > 1 and name[0] == "I" and name[1].isupper()
        kind = "implements" if is_interface and own.kind != SymbolKind.INTERFACE else "inherits"
        bases.append(Base(lower_type(w, named), kind, named.start_point[0] + 1))
    kept.header = before
    implicit = IMPLICIT_BASES.get(own.kind)
    if implicit:
        bases.append(Base(w.share(ops.NAME, implicit, 0), "inherits", own.line))
    return bases


def walk_class(w: Walker, symbol: int, node: Node, body: Node | None, header: Node | None) -> None:
    """Walk the members of a type body.

    Overloads of one name are bound together once all are known.
    """
    scope = w.open_scope(symbol, "class")
    kept = state.get_state(w)
    methods: dict[str, list[int]] = {}
    outer, kept.members = kept.members, methods
    kept.values[symbol] = _list_value_names(w, body)
    components = find_child(node, "parameter_list")
    if components is not None:
        _define_components(w, symbol, components, is_record=node.type == "record_declaration")
        methods[CONSTRUCTOR] = [w.add(ops.SYM, symbol)]  # the type stands for its primary constructor
    _lower_base_call(w, symbol, header)
    if body is not None:
        w.visit_children(body)
    for name, found in methods.items():
        w.bind(name, w.union(found) or scope.env.get(name, 0))
    kept.members = outer
    w.close_scope()


def _lower_base_call(w: Walker, symbol: int, header: Node | None) -> None:
    """Lower the call of the base in a header: `class A(int x) : B(x)`."""
    from codegraph_parsers.lang.csharp import calling

    for part in header.named_children if header is not None and w.facts.bases.get(symbol) else ():
        for child in part.named_children if part.type == "primary_constructor_base_type" else [part]:
            if child.type == "argument_list":
                calling.finish_call(w, w.facts.bases[symbol][0].expr, child, part.start_point[0] + 1, ops.NEW)


def _list_value_names(w: Walker, body: Node | None) -> set[str]:
    """Return the names of fields, properties and constants that a type body declares."""
    found: set[str] = set()
    for child in body.named_children if body is not None else ():
        parts = [child] if child.type in NAMED_MEMBERS else []
        if child.type in ("field_declaration", "event_field_declaration"):
            parts = [part for inner in child.named_children for part in inner.named_children]
        names = [part.child_by_field_name("name") for part in parts]
        found.update(w.read_text(name) for name in names if name is not None)
    return found


def _define_components(w: Walker, symbol: int, node: Node, *, is_record: bool) -> None:
    """Define the parameters of a primary constructor.

    Those of a record are properties; those of a class are variables that its members see.
    """
    from codegraph_parsers.lang.csharp import members

    params, shown = members.lower_parameters(w, node)
    w.set_params(symbol, params)
    w.symbols[symbol] = w.symbols[symbol]._replace(parameters=tuple(shown))
    parts = [child for child in node.named_children if child.type == "parameter"]
    for part, param in zip(parts, params, strict=False):
        name_node = part.child_by_field_name("name")
        if name_node is None:
            continue
        if not is_record:
            w.bind(param.name, w.add(ops.PARAM, symbol, params.index(param)))
            continue
        field = w.define_variable(
            param.name, part, name_node, 0, param.type, kind=SymbolKind.PROPERTY, visibility="public",
            flags=Flag.EXPORTED, signature=w.read_one_line(part.start_byte, part.end_byte),
        )  # fmt: skip
        w.bind(param.name, w.share(ops.VAR, field))
        state.get_state(w).values[symbol].add(param.name)


def lower_enum_member(w: Walker, node: Node) -> int:
    """Lower a member of an enumeration: a constant of its type."""
    name_node = node.child_by_field_name("name")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    doc = modifiers.read_doc(w, node)
    found = modifiers.read_modifiers(w, node)
    name = w.read_text(name_node)
    own = w.add(ops.SYM, w.classes[-1])
    constant = w.define_variable(
        name, node, name_node, 0, own, kind=SymbolKind.CONSTANT, doc=doc, flags=Flag.STATIC | Flag.EXPORTED,
        signature=w.read_one_line(max(node.start_byte, found.end), node.end_byte),
    )  # fmt: skip
    modifiers.decorate(w, constant, found)
    w.bind(name, w.share(ops.VAR, constant))
    w.visit_field(node, "value")
    return 0


def lower_delegate(w: Walker, node: Node) -> int:
    """Lower a delegate: a type with the shape of a function."""
    from codegraph_parsers.lang.csharp import members

    name_node = node.child_by_field_name("name")
    if name_node is None:
        return w.visit_children(node)
    name, doc = w.read_text(name_node), modifiers.read_doc(w, node)
    symbol = w.define(SymbolKind.TYPE, name, node, name_node, doc=doc, flags=Flag.NOMINAL)
    w.open_scope(symbol, "class")
    found = modifiers.read_modifiers(w, node)
    count = declare_type_parameters(w, node, symbol)
    params, shown = members.lower_parameters(w, node.child_by_field_name("parameters"))
    result = lower_type(w, node.child_by_field_name("type"))
    shape = w.add(ops.FUNCTYPE, tuple(param.type for param in params), result)
    w.facts.bases[symbol] = (Base(shape, "underlying", node.start_point[0] + 1),)
    visibility = found.compute_visibility("private" if len(w.classes) > 1 else "package")
    flags = Flag.EXPORTED if visibility == "public" else Flag.NONE
    modifiers.describe(w, symbol, node, found, None, visibility, int(flags), shown)
    w.close_scope()
    bind_type(w, f"{name}`{count}" if count else name, w.add(ops.SYM, symbol))
    return 0
