"""Structs, unions, classes and enumerations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import Base, Extension, Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names
from codegraph_parsers.lang._cfamily.context import context
from codegraph_parsers.lang._cfamily.declarators import plain
from codegraph_parsers.lang._cfamily.types import seen_by, step, type_of, within

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

_KINDS = {
    "struct_specifier": SymbolKind.STRUCT,
    "union_specifier": SymbolKind.STRUCT,
    "class_specifier": SymbolKind.CLASS,
}


def record(w: Walker, node: Node) -> int:
    """`struct s { … }`: the expression of the type. Without a body it is a forward declaration."""
    body = node.child_by_field_name("body")
    name_node = node.child_by_field_name("name")
    inline = context(w).take_inline()
    if body is not None and inline and name_node is None and w.scope.kind == "class":
        members(w, body)  # an anonymous struct or union: its members are the outer one's
        return 0
    given = context(w).take_typedef()
    type_params, start = context(w).take_template()
    if body is None and name_node is not None and name_node.type != "type_identifier":
        type_of(w, name_node)
        return 0
    if name_node is None and given is not None:
        name_node, start = given
    path: list[Node] = []
    if name_node is not None and name_node.type == "qualified_identifier":
        from codegraph_parsers.lang._cfamily.declarators import parts

        path = parts(name_node)
        name_node = path[-1]
    last = plain(name_node) if name_node is not None else None
    name = w.text(last) if last is not None else ""
    flags = int(Flag.ANONYMOUS if not name else Flag.EXPORTED)
    if body is None:
        flags |= Flag.DECLARATION
    if context(w).private_depth:
        flags = flags & ~Flag.EXPORTED | Flag.FILE_PRIVATE
    end = body.start_byte if body is not None else node.end_byte
    shown = name or f"<{node.type.split('_')[0]}>"
    signature = w.squeeze((start or node).start_byte, end).rstrip("{ ")
    visibility = functions.visibility(w, w.scope.kind == "class", flags)
    symbol = w.define(
        _KINDS[node.type], shown, node, last, signature=signature, doc=roles.doc_comment(w, start or node),
        visibility=visibility, flags=flags, start=start,
    )  # fmt: skip
    expr = w.share(ops.SYM, symbol)
    if path:
        above = w.symbols[w.scope.symbol].qualname
        qualname = ".".join(x for x in (above, *(w.text(plain(p)) for p in path)) if x)
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=qualname)
    elif (
        name and name_node is not None and name_node.type == "type_identifier"
    ):  # a specialisation has no name of its own
        bind_tag(w, name, expr, body is None)
    if type_params:
        w.facts.type_params[symbol] = type_params
    if body is None:
        return expr
    if path:
        attach(w, path, symbol, node)
    if name_node is not None and name_node.type == "template_type":
        specialise(w, [*path[:-1], name_node], symbol, node)
    bases(w, symbol, node)
    w.open_scope(symbol, "class")
    shared = context(w)
    access, shared.access = shared.access, "private" if node.type == "class_specifier" else "public"
    members(w, body)
    shared.access = access
    w.close_scope()
    return expr


def specialise(w: Walker, path: list[Node], symbol: int, node: Node) -> None:
    """`template <class T> struct Name<T*> { … }`: the class that stands for `Name` with such arguments."""
    target = seen_by(w, symbol, path)
    if target > 0 and w.exprs[target][0] == ops.GENERIC:
        w.facts.extensions.append(Extension(target, (), 0, symbol, names.line_of(node)))


def foretell(w: Walker, node: Node, expr: int) -> None:
    """A typedef's `struct s` declares it where nothing in the file defines it: the body stands in another file."""
    name = node.child_by_field_name("name")
    if node.type in _KINDS and name is not None and name.type == "type_identifier" and w.exprs[expr][0] == ops.NAME:
        context(w).declared.setdefault(w.text(name), node)


def declare_tags(w: Walker) -> None:
    """Declarations of the tags that typedefs named and nothing defined."""
    own = w.facts.names.setdefault(0, {})
    for name, node in context(w).declared.items():
        key = name if names.is_plus(w) else names.TAG + name
        bound = own.get(key)
        if bound is not None and not (names.is_plus(w) and w.exprs[bound] == (ops.NAME, name, 0)):
            continue
        flags = Flag.EXPORTED | Flag.DECLARATION
        symbol = w.define(
            _KINDS[node.type], name, node, node.child_by_field_name("name"),
            signature=w.squeeze(node.start_byte, node.end_byte), flags=int(flags),
        )  # fmt: skip
        own[key] = w.share(ops.SYM, symbol)


def bind_tag(w: Walker, name: str, expr: int, declaration: bool) -> None:
    if w.scope.kind == "function":
        names.declare(w, name if names.is_plus(w) else names.TAG + name, expr)
    elif names.is_plus(w):
        names.bind_type(w, name, expr, declaration)
    else:
        # A tag of a nested C struct is visible in the whole file.
        home = w.scope
        while home.outer is not None:
            home = home.outer
        have = home.env.get(names.TAG + name)
        if have is not None:
            known = names.defined(w, have)
            if declaration or known < 0 or not w.symbols[known].flags & Flag.DECLARATION:
                return
        home.env[names.TAG + name] = expr
        home.bound.setdefault(names.TAG + name, []).append(expr)


def members(w: Walker, body: Node) -> None:
    for child in body.named_children:
        if child.type == "access_specifier":
            context(w).access = w.text(child)
        else:
            w.visit(child)


def bases(w: Walker, symbol: int, node: Node) -> None:
    """`: public A, virtual B<T>`."""
    clause = next((child for child in node.named_children if child.type == "base_class_clause"), None)
    if clause is None:
        return
    found: list[Base] = []
    outside = w.scope
    w.scope = within(w, symbol)
    w.owners.append(symbol)
    for child in clause.named_children:
        if child.type in ("access_specifier", "virtual", "comment") or child.is_extra:
            continue
        seen = len(w.sites)
        expr = type_of(w, child)
        if not expr:
            continue
        for position in range(seen, len(w.sites)):
            _kind, owner, at, line = w.sites[position]
            target = w.exprs[expr]
            if at == expr or (target[0] == ops.GENERIC and at == target[1]):
                w.sites[position] = ("base", owner, at, line)
        found.append(Base(expr, "inherits", names.line_of(child)))
    w.scope = outside
    w.owners.pop()
    if found:
        w.facts.bases[symbol] = tuple(found)


def enumeration(w: Walker, node: Node) -> int:
    """`enum e { A, B }`: the cases belong to the enclosing scope unless the enumeration is a class."""
    body = node.child_by_field_name("body")
    name_node = node.child_by_field_name("name")
    given = context(w).take_typedef()
    context(w).take_inline()
    start = None
    if body is None:
        return type_of(w, name_node) if name_node is not None and name_node.type != "type_identifier" else 0
    if name_node is None and given is not None:
        name_node, start = given
    name = w.text(plain(name_node)) if name_node is not None else ""
    flags = int(Flag.EXPORTED if name else Flag.ANONYMOUS)
    signature = w.squeeze(node.start_byte, body.start_byte).rstrip("{ ")
    visibility = functions.visibility(w, w.scope.kind == "class", 0)
    symbol = w.define(
        SymbolKind.ENUM, name or "<enum>", node, name_node, signature=signature,
        doc=roles.doc_comment(w, start or node), visibility=visibility, flags=flags, start=start,
    )  # fmt: skip
    expr = w.share(ops.SYM, symbol)
    if name:
        bind_tag(w, name, expr, False)
    scoped = any(child.type in ("class", "struct") for child in node.children)
    cases: list[tuple[str, int]] = []
    w.open_scope(symbol, "class")
    for child in body.named_children:
        if child.type != "enumerator":
            w.visit(child)
            continue
        case_node = child.child_by_field_name("name")
        if case_node is None:
            continue
        case = w.text(case_node)
        constant = w.define(
            SymbolKind.CONSTANT,
            case,
            child,
            case_node,
            doc=roles.doc_comment(w, child),
            flags=Flag.EXPORTED | Flag.STATIC,
        )
        if names.is_plus(w):
            w.facts.declared[constant] = expr
        value = child.child_by_field_name("value")
        if value is not None:
            w.visit(value)
        names.bind_value(w, case, w.share(ops.VAR, constant))
        cases.append((case, constant))
    w.close_scope()
    if not scoped:
        spill(w, cases)
    return expr


def spill(w: Walker, cases: list[tuple[str, int]]) -> None:
    """Cases of a plain enumeration are names of the scope around it."""
    scope = w.scope
    if not names.is_plus(w):
        while scope.kind == "class" and scope.outer is not None:
            scope = scope.outer
    for case, constant in cases:
        value = w.share(ops.VAR, constant)
        if scope.kind == "function":
            names.declare(w, case, value)
        elif case not in scope.env:
            scope.env[case] = value
            scope.bound.setdefault(case, []).append(value)


def attach(w: Walker, path: list[Node], symbol: int, node: Node) -> None:
    """A nested class defined outside the class that declares it is a member of that class."""
    target = -1
    for part in path[:-1]:
        target = step(w, target, plain(part), "")
    w.facts.extensions.append(Extension(target, (symbol,), 0, symbol, names.line_of(node)))
