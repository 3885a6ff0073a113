"""Types with members: interfaces, object types, enums; aliases and namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import EVERYWHERE, Base, Extension, Flag, SymbolKind
from codegraph_parsers.lang._ecmascript.functions import define_function, lower_statements, read_key, walk_function
from codegraph_parsers.lang._ecmascript.scopes import bind_type, get_state, get_symbol, merge, read_doc
from codegraph_parsers.lang._ecmascript.types import (
    TRANSPARENT,
    declare_type_parameters,
    hide_names,
    lower_annotation,
    lower_declared_type,
)
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CALL_MEMBER = "()"
NEW_MEMBER = "new()"
ITEM_MEMBER = "[]"
PROPERTY_MEMBER = "[.]"


def add_member(w: Walker, owner: int, name: str, expr: int) -> None:
    """Add a member to a class-like symbol.

    Parts of one name (overloads, instance and static) are kept together.
    """
    names = w.facts.names.setdefault(owner, {})
    before = names.get(name)
    names[name] = expr if before is None else w.union([before, expr])


def lower_interface(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return 0
    name = w.read_text(name_node)
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.INTERFACE,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, end),
        doc=read_doc(w, node),
        flags=Flag.ABSTRACT,
    )
    own = w.add(ops.SYM, symbol)
    merge_interface(w, name, own, node)
    bind_type(w, name, own)
    w.open_scope(symbol, "class")
    declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    bases: list[Base] = []
    for clause in node.named_children:
        if clause.type == "extends_type_clause":
            bases += [lower_base(w, child, "inherits") for child in clause.named_children if not child.is_extra]
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    if body is not None:
        lower_signatures(w, symbol, body)
    w.close_scope()
    return 0


def merge_interface(w: Walker, name: str, own: int, node: Node) -> None:
    """Link a class and an interface of one name and scope.

    They are one type: the class has the members of the interface.
    """
    before = w.scope.env.get(name, 0)
    if w.exprs[before][0] != ops.SYM or w.scope.kind != "module" or w.scope.blocks:
        return
    kinds = {w.symbols[get_symbol(w, expr)].kind: expr for expr in (before, own)}
    if kinds.keys() == {SymbolKind.CLASS, SymbolKind.INTERFACE}:
        holder = get_symbol(w, kinds[SymbolKind.CLASS])
        merged = Base(kinds[SymbolKind.INTERFACE], "underlying", node.start_point[0] + 1)
        w.facts.bases[holder] = (*w.facts.bases.get(holder, ()), merged)


def define_intersection(w: Walker, parts: list[int], node: Node) -> int:
    """Define the one type that has the members of all given types."""
    symbol = w.define(SymbolKind.INTERFACE, "<object>", node, flags=Flag.ANONYMOUS | Flag.ABSTRACT)
    above = w.symbols[w.symbols[symbol].parent].qualname
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=above)
    line = node.start_point[0] + 1
    w.facts.bases[symbol] = tuple(Base(part, "underlying", line) for part in parts)
    return w.add(ops.SYM, symbol)


def lower_base(w: Walker, node: Node, kind: str) -> Base:
    """Lower a base of a class or interface.

    A utility type (`Partial<T>`) gives the members of T, but is not T itself.
    """
    name = node.child_by_field_name("name") if node.type == "generic_type" else None
    derived = name is not None and w.read_text(name) in TRANSPARENT
    expr = lower_annotation(w, node, "type" if derived else "base")
    return Base(expr, "underlying" if derived else kind, node.start_point[0] + 1)


def lower_object_type(w: Walker, node: Node) -> int:
    """Lower `{ a: T; m(): U }` as a type: an interface without a name."""
    if not any(child.type in MEMBERS for child in node.named_children):
        for child in node.named_children:
            lower_annotation(w, child)
        return 0
    symbol = w.define(SymbolKind.INTERFACE, "<object>", node, flags=Flag.ANONYMOUS | Flag.ABSTRACT)
    st, parent = get_state(w), w.symbols[w.symbols[symbol].parent]
    scope, name = st.typed_as
    name = name if scope == w.scope.symbol else parent.qualname if parent.kind == SymbolKind.TYPE else ""
    if name:
        st.placed.add(symbol)
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=name or parent.qualname)
    owner = w.owners[-1]
    w.open_scope(symbol, "class")
    w.owners[-1] = owner
    lower_signatures(w, symbol, node)
    w.close_scope()
    return w.add(ops.SYM, symbol)


def lower_signatures(w: Walker, owner: int, body: Node) -> None:
    for child in body.named_children:
        handler = MEMBERS.get(child.type)
        if handler is not None:
            handler(w, owner, child)
        else:
            w.visit(child)


def _lower_method(w: Walker, owner: int, node: Node) -> None:
    name_node = node.child_by_field_name("name")
    name = read_key(w, name_node) if name_node is not None else ""
    if not name:
        w.visit_children(node)
        return
    getter = any(child.type in ("get", "set") for child in node.children)
    kind = SymbolKind.PROPERTY if getter else SymbolKind.METHOD
    symbol = define_function(w, node, name, name_node, kind, flags=int(Flag.ABSTRACT | compute_optional_flag(node)))
    walk_function(w, symbol, node, w.share(ops.SELF, owner))
    add_member(w, owner, name, w.add(ops.SYM, symbol))


def compute_optional_flag(node: Node) -> int:
    return Flag.OPTIONAL if any(child.type == "?" for child in node.children) else 0


def _lower_property(w: Walker, owner: int, node: Node) -> None:
    name_node = node.child_by_field_name("name")
    name = read_key(w, name_node) if name_node is not None else ""
    kind = node.child_by_field_name("type")
    unnamed = w.symbols[owner].flags & Flag.ANONYMOUS and owner not in get_state(w).placed
    declared = lower_annotation(w, kind) if unnamed else lower_declared_type(w, kind, name)
    if not name or name_node is None:
        return
    flags = compute_optional_flag(node) | (Flag.ANONYMOUS if unnamed else 0)
    symbol = w.define_variable(
        name, node, name_node, 0, declared, kind=SymbolKind.FIELD, doc=read_doc(w, node), flags=int(flags),
        signature=w.read_one_line(node.start_byte, node.end_byte, 160),
    )  # fmt: skip
    w.facts.names.setdefault(owner, {}).setdefault(name, w.share(ops.VAR, symbol))


def _build_unnamed_handler(member: str):
    def handle(w: Walker, owner: int, node: Node) -> None:
        symbol = define_function(w, node, member, None, SymbolKind.METHOD, flags=Flag.ABSTRACT | Flag.ANONYMOUS)
        walk_function(w, symbol, node, w.share(ops.SELF, owner))
        returned = node.child_by_field_name("return_type") or node.child_by_field_name("type")
        if symbol not in w.facts.declared and returned is not None:
            w.facts.declared[symbol] = lower_annotation(w, returned)
        add_member(w, owner, member, w.add(ops.SYM, symbol))

    return handle


def _lower_index(w: Walker, owner: int, node: Node) -> None:
    mapped = find_child(node, "mapped_type_clause")
    if mapped is not None:
        hide_names(
            w, [w.read_text(name) for child in [mapped] if (name := child.child_by_field_name("name")) is not None]
        )
        lower_annotation(w, mapped.child_by_field_name("type"))
    unnamed = w.symbols[owner].flags & Flag.ANONYMOUS and owner not in get_state(w).placed
    declared = (lower_annotation if unnamed else lower_declared_type)(w, node.child_by_field_name("type"))
    if mapped is not None:
        hide_names(w, None)
    symbol = w.define(SymbolKind.METHOD, ITEM_MEMBER, node, flags=Flag.ABSTRACT | Flag.ANONYMOUS)
    if declared:
        w.facts.declared[symbol] = declared
    add_item(w, owner, symbol, node)


def add_item(w: Walker, owner: int, symbol: int, node: Node) -> None:
    """Add the type of items that an index signature declares.

    Where keys are texts, it is the type of any property that is not declared as well.
    """
    expr = w.add(ops.SYM, symbol)
    add_member(w, owner, ITEM_MEMBER, expr)
    key = node.child_by_field_name("index_type")
    if key is None or w.read_text(key) != "number":
        add_member(w, owner, PROPERTY_MEMBER, expr)


MEMBERS = {
    "method_signature": _lower_method,
    "property_signature": _lower_property,
    "call_signature": _build_unnamed_handler(CALL_MEMBER),
    "construct_signature": _build_unnamed_handler(NEW_MEMBER),
    "index_signature": _lower_index,
}


def lower_alias(w: Walker, node: Node) -> int:
    """Lower `type Name<T> = …`."""
    name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None:
        return 0
    name = w.read_text(name_node)
    symbol = w.define(
        SymbolKind.TYPE,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, node.end_byte, 200),
        doc=read_doc(w, node),
    )
    bind_type(w, name, w.share(ops.VAR, symbol))
    w.open_scope(symbol, "type")
    declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    if value is not None:
        w.facts.values[symbol] = (lower_annotation(w, value),)
    w.close_scope()
    return 0


def lower_enum(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return 0
    name = w.read_text(name_node)
    symbol = w.define(
        SymbolKind.ENUM,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, name_node.end_byte),
        doc=read_doc(w, node),
    )
    own = w.add(ops.SYM, symbol)
    merge(w, name, own)
    w.open_scope(symbol, "class")
    for child in body.named_children if body is not None else ():
        inner = child.child_by_field_name("name") if child.type == "enum_assignment" else child
        value = child.child_by_field_name("value") if child.type == "enum_assignment" else None
        if inner is None or child.is_extra:
            continue
        given = w.visit(value) if value is not None else 0
        member = read_key(w, inner)
        if member:
            constant = w.define_variable(member, child, inner, given, own, kind=SymbolKind.CONSTANT)
            w.facts.names.setdefault(symbol, {})[member] = w.share(ops.VAR, constant)
    w.close_scope()
    return 0


def lower_namespace(w: Walker, node: Node) -> int:
    """Lower `namespace A.B { … }`.

    A quoted name augments a module and adds nothing that can be named here. In the prelude it declares a library.
    """
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or body is None:
        return 0
    if name_node.type == "string" and not is_prelude(w):
        return lower_ambient_module(w, w.read_text(name_node)[1:-1], body)
    if name_node.type == "string":
        library = w.define(SymbolKind.MODULE, w.read_text(name_node)[1:-1], node, name_node)
        w.open_scope(library, "module")
        lower_statements(w, body)
        w.close_scope()
        return 0
    opened = 0
    for name in w.read_text(name_node).split("."):
        symbol = w.define(
            SymbolKind.MODULE,
            name.strip(),
            node,
            name_node,
            flags=Flag.OPEN,
            signature=w.read_one_line(node.start_byte, body.start_byte),
        )
        merge(w, name.strip(), w.add(ops.SYM, symbol))
        w.open_scope(symbol, "module")
        opened += 1
    lower_statements(w, body)
    for _ in range(opened):
        w.close_scope()
    return 0


def is_prelude(w: Walker) -> bool:
    return w.facts.path.startswith("<prelude>/")


def lower_ambient_module(w: Walker, name: str, body: Node) -> int:
    """Lower the declarations inside `declare module "…"`.

    They are symbols, but neither names nor exports of this module. They belong to the declared module; a script
    declares it for all files.
    """
    scope = define_unnamed_scope(w, name, body)
    exports = get_state(w).declared[scope] = {}
    w.open_scope(scope, "module")
    lower_statements(w, body)
    w.close_scope()
    for inner in range(scope + 1, len(w.symbols)):  # members, too: objects that come from there have them
        w.flag(inner, Flag.EXPORTED | Flag.HANDED)
    if exports:
        names = w.facts.names.setdefault(scope, {})
        names.update((shown, expr) for shown, expr in exports.items() if shown not in names)
    return 0


def define_unnamed_scope(w: Walker, name: str, node: Node) -> int:
    """Define a scope that adds nothing to the qualified names inside it."""
    parent = w.scope.symbol
    symbol = w.define(SymbolKind.MODULE, name, node, flags=Flag.ANONYMOUS)
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[parent].qualname)
    return symbol


def extend_interfaces(w: Walker, scope: int) -> None:
    """Add the members of global interfaces to others of their names.

    The standard ones are among those.
    """
    members: dict[int, list[int]] = {}
    for position, symbol in enumerate(w.symbols):
        if symbol.parent in members:
            members[symbol.parent].append(position)
        elif symbol.kind == SymbolKind.INTERFACE and symbol.parent == scope:
            members[position] = []
    for symbol, added in members.items():
        if added:
            target = w.share(ops.NAME, w.symbols[symbol].name, 0)
            w.facts.extensions.append(Extension(target, tuple(added), 0, symbol, w.symbols[symbol].line))


def export_to_all(w: Walker, scope: int) -> None:
    """Mark the symbols of a scope as visible to every file.

    Other declarations under those names see them, too.
    """
    for position, symbol in enumerate(w.symbols):
        if symbol.parent == scope and position:
            w.flag(position, Flag.EXPORTED | Flag.HANDED)


def lower_ambient(w: Walker, node: Node) -> int:
    """Lower `declare …`.

    What follows is a declaration like any other; `declare global { … }` is for every file.
    """
    for child in node.named_children:
        if child.type == "statement_block":
            scope = define_unnamed_scope(w, EVERYWHERE, child)
            w.open_scope(scope, "module")
            lower_statements(w, child)
            w.close_scope()
            export_to_all(w, scope)
            extend_interfaces(w, scope)
        else:
            w.visit(child)
    return 0
