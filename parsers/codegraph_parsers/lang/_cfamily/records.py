"""Structs, unions, classes and enumerations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Base, Extension, Flag, SymbolKind
from codegraph_parsers.lang._cfamily import functions, names
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.declarators import strip_template_arguments
from codegraph_parsers.lang._cfamily.types import build_heading_scope, lower_path_part, lower_type, resolve_heading_path
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

_KINDS = {
    "struct_specifier": SymbolKind.STRUCT,
    "union_specifier": SymbolKind.STRUCT,
    "class_specifier": SymbolKind.CLASS,
}


def lower_record(w: Walker, node: Node) -> int:
    """Lower `struct s { … }` and return the expression of the type.

    Without a body it is a forward declaration.
    """
    body = node.child_by_field_name("body")
    name_node = node.child_by_field_name("name")
    inline = get_context(w).take_inline()
    if body is not None and inline and name_node is None and w.scope.kind == "class":
        walk_members(w, body)  # an anonymous struct or union: its members are the outer one's
        return 0
    given = get_context(w).take_typedef()
    type_params, start = get_context(w).take_template()
    if body is None and name_node is not None and name_node.type != "type_identifier":
        lower_type(w, name_node)
        return 0
    if name_node is None and given is not None:
        name_node, start = given
    path: list[Node] = []
    if name_node is not None and name_node.type == "qualified_identifier":
        from codegraph_parsers.lang._cfamily.declarators import split_path

        path = split_path(name_node)
        name_node = path[-1]
    last = strip_template_arguments(name_node) if name_node is not None else None
    name = w.read_text(last) if last is not None else ""
    flags = int(Flag.ANONYMOUS if not name else Flag.EXPORTED)
    if body is None:
        flags |= Flag.DECLARATION
    if get_context(w).private_depth:
        flags = flags & ~Flag.EXPORTED | Flag.FILE_PRIVATE
    end = body.start_byte if body is not None else node.end_byte
    shown = name or f"<{node.type.split('_')[0]}>"
    signature = w.read_one_line((start or node).start_byte, end).rstrip("{ ")
    visibility = functions.compute_visibility(w, w.scope.kind == "class", flags)
    symbol = w.define(
        _KINDS[node.type], shown, node, last, signature=signature, doc=roles.read_doc_comment(w, start or node),
        visibility=visibility, flags=flags, start=start,
    )  # fmt: skip
    expr = w.share(ops.SYM, symbol)
    if path:
        above = w.symbols[w.scope.symbol].qualname
        qualname = ".".join(x for x in (above, *(w.read_text(strip_template_arguments(p)) for p in path)) if x)
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
        link_specialization(w, [*path[:-1], name_node], symbol, node)
    read_bases(w, symbol, node)
    w.open_scope(symbol, "class")
    shared = get_context(w)
    access, shared.access = shared.access, "private" if node.type == "class_specifier" else "public"
    walk_members(w, body)
    shared.access = access
    w.close_scope()
    return expr


def link_specialization(w: Walker, path: list[Node], symbol: int, node: Node) -> None:
    """Link a specialisation to its template.

    `template <class T> struct Name<T*> { … }` is the class that stands for `Name` with such arguments.
    """
    target = resolve_heading_path(w, symbol, path)
    if target > 0 and w.exprs[target][0] == ops.GENERIC:
        w.facts.extensions.append(Extension(target, (), 0, symbol, names.get_line(node)))


def note_typedef_tag(w: Walker, node: Node, expr: int) -> None:
    """Note the tag of a typedef's `struct s` that nothing in the file defines yet.

    The body may be in another file, so that the typedef declares the tag.
    """
    name = node.child_by_field_name("name")
    if node.type in _KINDS and name is not None and name.type == "type_identifier" and w.exprs[expr][0] == ops.NAME:
        get_context(w).declared.setdefault(w.read_text(name), node)


def declare_tags(w: Walker) -> None:
    """Declare the tags that typedefs named and nothing defined."""
    own = w.facts.names.setdefault(0, {})
    for name, node in get_context(w).declared.items():
        key = name if names.is_cpp(w) else names.TAG + name
        bound = own.get(key)
        if bound is not None and not (names.is_cpp(w) and w.exprs[bound] == (ops.NAME, name, 0)):
            continue
        flags = Flag.EXPORTED | Flag.DECLARATION
        symbol = w.define(
            _KINDS[node.type], name, node, node.child_by_field_name("name"),
            signature=w.read_one_line(node.start_byte, node.end_byte), flags=int(flags),
        )  # fmt: skip
        own[key] = w.share(ops.SYM, symbol)


def bind_tag(w: Walker, name: str, expr: int, declaration: bool) -> None:
    if w.scope.kind == "function":
        names.declare(w, name if names.is_cpp(w) else names.TAG + name, expr)
    elif names.is_cpp(w):
        names.bind_type(w, name, expr, declaration)
    else:
        # A tag of a nested C struct is visible in the whole file.
        home = w.scope
        while home.outer is not None:
            home = home.outer
        have = home.env.get(names.TAG + name)
        if have is not None:
            known = names.find_symbol(w, have)
            if declaration or known < 0 or not w.symbols[known].flags & Flag.DECLARATION:
                return
        home.env[names.TAG + name] = expr
        home.bound.setdefault(names.TAG + name, []).append(expr)


def walk_members(w: Walker, body: Node) -> None:
    for child in body.named_children:
        if child.type == "access_specifier":
            get_context(w).access = w.read_text(child)
        else:
            w.visit(child)


def read_bases(w: Walker, symbol: int, node: Node) -> None:
    """Read the base classes of a class: `: public A, virtual B<T>`."""
    clause = find_child(node, "base_class_clause")
    if clause is None:
        return
    found: list[Base] = []
    outside = w.scope
    w.scope = build_heading_scope(w, symbol)
    w.owners.append(symbol)
    for child in clause.named_children:
        if child.type in ("access_specifier", "virtual", "comment") or child.is_extra:
            continue
        seen = len(w.sites)
        expr = lower_type(w, child)
        if not expr:
            continue
        for position in range(seen, len(w.sites)):
            _kind, owner, at, line = w.sites[position]
            target = w.exprs[expr]
            if at == expr or (target[0] == ops.GENERIC and at == target[1]):
                w.sites[position] = ("base", owner, at, line)
        found.append(Base(expr, "inherits", names.get_line(child)))
    w.scope = outside
    w.owners.pop()
    if found:
        w.facts.bases[symbol] = tuple(found)


def lower_enumeration(w: Walker, node: Node) -> int:
    """Lower `enum e { A, B }`.

    The cases belong to the enclosing scope unless the enumeration is a class.
    """
    body = node.child_by_field_name("body")
    name_node = node.child_by_field_name("name")
    given = get_context(w).take_typedef()
    get_context(w).take_inline()
    start = None
    if body is None:
        return lower_type(w, name_node) if name_node is not None and name_node.type != "type_identifier" else 0
    if name_node is None and given is not None:
        name_node, start = given
    name = w.read_text(strip_template_arguments(name_node)) if name_node is not None else ""
    flags = int(Flag.EXPORTED if name else Flag.ANONYMOUS)
    signature = w.read_one_line(node.start_byte, body.start_byte).rstrip("{ ")
    visibility = functions.compute_visibility(w, w.scope.kind == "class", 0)
    symbol = w.define(
        SymbolKind.ENUM, name or "<enum>", node, name_node, signature=signature,
        doc=roles.read_doc_comment(w, start or node), visibility=visibility, flags=flags, start=start,
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
        case = w.read_text(case_node)
        constant = w.define(
            SymbolKind.CONSTANT,
            case,
            child,
            case_node,
            doc=roles.read_doc_comment(w, child),
            flags=Flag.EXPORTED | Flag.STATIC,
        )
        if names.is_cpp(w):
            w.facts.declared[constant] = expr
        w.visit_field(child, "value")
        names.bind_value(w, case, w.share(ops.VAR, constant))
        cases.append((case, constant))
    w.close_scope()
    if not scoped:
        bind_cases(w, cases)
    return expr


def bind_cases(w: Walker, cases: list[tuple[str, int]]) -> None:
    """Bind the cases of a plain enumeration in the enclosing scope."""
    scope = w.scope
    if not names.is_cpp(w):
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
    """Attach a nested class to the class that declares it.

    The nested class is defined outside of that class.
    """
    target = -1
    for part in path[:-1]:
        target = lower_path_part(w, target, strip_template_arguments(part), "")
    w.facts.extensions.append(Extension(target, (symbol,), 0, symbol, names.get_line(node)))
