"""Types with members: interfaces, object types, enums; aliases and namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import EVERYWHERE, Base, Extension, Flag, SymbolKind
from codegraph_parsers.lang._ecmascript.functions import define_function, key_text, statements, walk_function
from codegraph_parsers.lang._ecmascript.scopes import bind_type, doc, merge, state, symbol_of
from codegraph_parsers.lang._ecmascript.types import TRANSPARENT, annotation, hide_names, type_parameters, typed

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CALL_MEMBER = "()"
NEW_MEMBER = "new()"
ITEM_MEMBER = "[]"
PROPERTY_MEMBER = "[.]"


def add_member(w: Walker, owner: int, name: str, expr: int) -> None:
    """A member of a class-like symbol; parts of one name (overloads, instance and static) stand together."""
    names = w.facts.names.setdefault(owner, {})
    before = names.get(name)
    names[name] = expr if before is None else w.union([before, expr])


def interface(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return 0
    name = w.text(name_node)
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.INTERFACE,
        name,
        node,
        name_node,
        signature=w.squeeze(node.start_byte, end),
        doc=doc(w, node),
        flags=Flag.ABSTRACT,
    )
    own = w.add(ops.SYM, symbol)
    complete(w, name, own, node)
    bind_type(w, name, own)
    w.open_scope(symbol, "class")
    type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    bases: list[Base] = []
    for clause in node.named_children:
        if clause.type == "extends_type_clause":
            bases += [base(w, child, "inherits") for child in clause.named_children if not child.is_extra]
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    if body is not None:
        signatures(w, symbol, body)
    w.close_scope()
    return 0


def complete(w: Walker, name: str, own: int, node: Node) -> None:
    """A class and an interface of one name and scope are one type: the class has the members of the interface."""
    before = w.scope.env.get(name, 0)
    if w.exprs[before][0] != ops.SYM or w.scope.kind != "module" or w.scope.blocks:
        return
    kinds = {w.symbols[symbol_of(w, expr)].kind: expr for expr in (before, own)}
    if kinds.keys() == {SymbolKind.CLASS, SymbolKind.INTERFACE}:
        holder = symbol_of(w, kinds[SymbolKind.CLASS])
        merged = Base(kinds[SymbolKind.INTERFACE], "underlying", node.start_point[0] + 1)
        w.facts.bases[holder] = (*w.facts.bases.get(holder, ()), merged)


def intersection(w: Walker, parts: list[int], node: Node) -> int:
    """Many types at once, as the one type that has the members of all."""
    symbol = w.define(SymbolKind.INTERFACE, "<object>", node, flags=Flag.ANONYMOUS | Flag.ABSTRACT)
    above = w.symbols[w.symbols[symbol].parent].qualname
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=above)
    line = node.start_point[0] + 1
    w.facts.bases[symbol] = tuple(Base(part, "underlying", line) for part in parts)
    return w.add(ops.SYM, symbol)


def base(w: Walker, node: Node, kind: str) -> Base:
    """A base. Behind a utility type (`Partial<T>`) stand the members of T, but not T itself."""
    name = node.child_by_field_name("name") if node.type == "generic_type" else None
    derived = name is not None and w.text(name) in TRANSPARENT
    expr = annotation(w, node, "type" if derived else "base")
    return Base(expr, "underlying" if derived else kind, node.start_point[0] + 1)


def object_type(w: Walker, node: Node) -> int:
    """`{ a: T; m(): U }` as a type: an interface without a name."""
    if not any(child.type in MEMBERS for child in node.named_children):
        for child in node.named_children:
            annotation(w, child)
        return 0
    symbol = w.define(SymbolKind.INTERFACE, "<object>", node, flags=Flag.ANONYMOUS | Flag.ABSTRACT)
    st, parent = state(w), w.symbols[w.symbols[symbol].parent]
    scope, name = st.typed_as
    name = name if scope == w.scope.symbol else parent.qualname if parent.kind == SymbolKind.TYPE else ""
    if name:
        st.placed.add(symbol)
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=name or parent.qualname)
    owner = w.owners[-1]
    w.open_scope(symbol, "class")
    w.owners[-1] = owner
    signatures(w, symbol, node)
    w.close_scope()
    return w.add(ops.SYM, symbol)


def signatures(w: Walker, owner: int, body: Node) -> None:
    for child in body.named_children:
        handler = MEMBERS.get(child.type)
        if handler is not None:
            handler(w, owner, child)
        else:
            w.visit(child)


def _method(w: Walker, owner: int, node: Node) -> None:
    name_node = node.child_by_field_name("name")
    name = key_text(w, name_node) if name_node is not None else ""
    if not name:
        w.visit_children(node)
        return
    getter = any(child.type in ("get", "set") for child in node.children)
    kind = SymbolKind.PROPERTY if getter else SymbolKind.METHOD
    symbol = define_function(w, node, name, name_node, kind, flags=int(Flag.ABSTRACT | optional(node)))
    walk_function(w, symbol, node, w.share(ops.SELF, owner))
    add_member(w, owner, name, w.add(ops.SYM, symbol))


def optional(node: Node) -> int:
    return Flag.OPTIONAL if any(child.type == "?" for child in node.children) else 0


def _property(w: Walker, owner: int, node: Node) -> None:
    name_node = node.child_by_field_name("name")
    name = key_text(w, name_node) if name_node is not None else ""
    kind = node.child_by_field_name("type")
    unnamed = w.symbols[owner].flags & Flag.ANONYMOUS and owner not in state(w).placed
    declared = annotation(w, kind) if unnamed else typed(w, kind, name)
    if not name or name_node is None:
        return
    flags = optional(node) | (Flag.ANONYMOUS if unnamed else 0)
    symbol = w.variable(
        name, node, name_node, 0, declared, kind=SymbolKind.FIELD, doc=doc(w, node), flags=int(flags),
        signature=w.squeeze(node.start_byte, node.end_byte, 160),
    )  # fmt: skip
    w.facts.names.setdefault(owner, {}).setdefault(name, w.share(ops.VAR, symbol))


def _unnamed(member: str):
    def handle(w: Walker, owner: int, node: Node) -> None:
        symbol = define_function(w, node, member, None, SymbolKind.METHOD, flags=Flag.ABSTRACT | Flag.ANONYMOUS)
        walk_function(w, symbol, node, w.share(ops.SELF, owner))
        returned = node.child_by_field_name("return_type") or node.child_by_field_name("type")
        if symbol not in w.facts.declared and returned is not None:
            w.facts.declared[symbol] = annotation(w, returned)
        add_member(w, owner, member, w.add(ops.SYM, symbol))

    return handle


def _index(w: Walker, owner: int, node: Node) -> None:
    mapped = next((child for child in node.named_children if child.type == "mapped_type_clause"), None)
    if mapped is not None:
        hide_names(w, [w.text(name) for child in [mapped] if (name := child.child_by_field_name("name")) is not None])
        annotation(w, mapped.child_by_field_name("type"))
    unnamed = w.symbols[owner].flags & Flag.ANONYMOUS and owner not in state(w).placed
    declared = (annotation if unnamed else typed)(w, node.child_by_field_name("type"))
    if mapped is not None:
        hide_names(w, None)
    symbol = w.define(SymbolKind.METHOD, ITEM_MEMBER, node, flags=Flag.ABSTRACT | Flag.ANONYMOUS)
    if declared:
        w.facts.declared[symbol] = declared
    add_item(w, owner, symbol, node)


def add_item(w: Walker, owner: int, symbol: int, node: Node) -> None:
    """What an index signature says of items; where keys are texts, of any property that is not declared as well."""
    expr = w.add(ops.SYM, symbol)
    add_member(w, owner, ITEM_MEMBER, expr)
    key = node.child_by_field_name("index_type")
    if key is None or w.text(key) != "number":
        add_member(w, owner, PROPERTY_MEMBER, expr)


MEMBERS = {
    "method_signature": _method,
    "property_signature": _property,
    "call_signature": _unnamed(CALL_MEMBER),
    "construct_signature": _unnamed(NEW_MEMBER),
    "index_signature": _index,
}


def alias(w: Walker, node: Node) -> int:
    """`type Name<T> = …`."""
    name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None:
        return 0
    name = w.text(name_node)
    symbol = w.define(
        SymbolKind.TYPE,
        name,
        node,
        name_node,
        signature=w.squeeze(node.start_byte, node.end_byte, 200),
        doc=doc(w, node),
    )
    bind_type(w, name, w.share(ops.VAR, symbol))
    w.open_scope(symbol, "type")
    type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    if value is not None:
        w.facts.values[symbol] = (annotation(w, value),)
    w.close_scope()
    return 0


def enum(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return 0
    name = w.text(name_node)
    symbol = w.define(
        SymbolKind.ENUM,
        name,
        node,
        name_node,
        signature=w.squeeze(node.start_byte, name_node.end_byte),
        doc=doc(w, node),
    )
    own = w.add(ops.SYM, symbol)
    merge(w, name, own)
    w.open_scope(symbol, "class")
    for child in body.named_children if body is not None else ():
        inner = child.child_by_field_name("name") if child.type == "enum_assignment" else child
        value = child.child_by_field_name("value") if child.type == "enum_assignment" else None
        if inner is None or child.is_extra:
            continue
        if value is not None:
            w.visit(value)
        member = key_text(w, inner)
        if member:
            constant = w.variable(member, child, inner, 0, own, kind=SymbolKind.CONSTANT)
            w.facts.names.setdefault(symbol, {})[member] = w.share(ops.VAR, constant)
    w.close_scope()
    return 0


def namespace(w: Walker, node: Node) -> int:
    """`namespace A.B { … }`; a quoted name augments a module and adds nothing that can be named here. In the prelude it
    declares a library."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or body is None:
        return 0
    if name_node.type == "string" and not is_prelude(w):
        return ambient(w, w.text(name_node)[1:-1], body)
    if name_node.type == "string":
        library = w.define(SymbolKind.MODULE, w.text(name_node)[1:-1], node, name_node)
        w.open_scope(library, "module")
        statements(w, body)
        w.close_scope()
        return 0
    opened = 0
    for name in w.text(name_node).split("."):
        symbol = w.define(
            SymbolKind.MODULE,
            name.strip(),
            node,
            name_node,
            flags=Flag.OPEN,
            signature=w.squeeze(node.start_byte, body.start_byte),
        )
        merge(w, name.strip(), w.add(ops.SYM, symbol))
        w.open_scope(symbol, "module")
        opened += 1
    statements(w, body)
    for _ in range(opened):
        w.close_scope()
    return 0


def is_prelude(w: Walker) -> bool:
    return w.facts.path.startswith("<prelude>/")


def ambient(w: Walker, name: str, body: Node) -> int:
    """Declarations inside `declare module "…"`: symbols, but neither names nor exports of this module. They are those
    of the module that is declared, which scripts do for all files."""
    scope = nameless(w, name, body)
    exports = state(w).declared[scope] = {}
    w.open_scope(scope, "module")
    statements(w, body)
    w.close_scope()
    for inner in range(scope + 1, len(w.symbols)):  # members, too: objects that come from there have them
        w.flag(inner, Flag.EXPORTED | Flag.HANDED)
    if exports:
        names = w.facts.names.setdefault(scope, {})
        names.update((shown, expr) for shown, expr in exports.items() if shown not in names)
    return 0


def nameless(w: Walker, name: str, node: Node) -> int:
    """A scope that adds nothing to the qualified names of what is in it."""
    parent = w.scope.symbol
    symbol = w.define(SymbolKind.MODULE, name, node, flags=Flag.ANONYMOUS)
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[parent].qualname)
    return symbol


def augment(w: Walker, scope: int) -> None:
    """Interfaces declared globally add their members to others of their names, the standard ones among them."""
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


def seen_by_all(w: Walker, scope: int) -> None:
    """What stands in a scope is seen by every file, and by what others declare under those names."""
    for position, symbol in enumerate(w.symbols):
        if symbol.parent == scope and position:
            w.flag(position, Flag.EXPORTED | Flag.HANDED)


def declare(w: Walker, node: Node) -> int:
    """`declare …`: what follows is a declaration like any other; `declare global { … }` is for every file."""
    for child in node.named_children:
        if child.type == "statement_block":
            scope = nameless(w, EVERYWHERE, child)
            w.open_scope(scope, "module")
            statements(w, child)
            w.close_scope()
            seen_by_all(w, scope)
            augment(w, scope)
        else:
            w.visit(child)
    return 0
