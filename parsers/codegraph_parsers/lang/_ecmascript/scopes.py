"""Names and scopes: hoisting, closures, assignment to outer names, receivers.

The walker's flow state is per function. Closures see a variable, not the value it holds where they are written, so a
name of an outer function that is assigned anywhere in the file is left to the resolver, which sees every binding of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.lang._ecmascript import handing

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Walker

ASSIGNED = re.compile(rb"=(?<![=!<>]=)(?![=>])|\+\+|--")  # literals first: the scan then skips to their bytes
DIGITS = b"0123456789"
WORD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$" + DIGITS
FIRST_WORD = re.compile(rb"[A-Za-z_$][\w$]*+")
NO_ASSIGNMENT = (b".", b"const", b"let", b"var")  # before a name: the assignment is to a member, or declares it
LOOK_BACK = 80  # bytes before `=` in which the assigned name is looked for
TYPE_OF = "type "  # before a name: what it means in types, where a function has a value of that name as well
TRANSPARENT = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"})


@dataclass(slots=True)
class State:
    """State of the hooks for one file, besides the walker's own."""

    reassigned: frozenset[str]  # names that some assignment other than their declaration changes
    receivers: list[int] = field(default_factory=lambda: [0])  # what `this` is, innermost function last
    hidden: list[frozenset[str]] = field(default_factory=list[frozenset[str]])  # type parameters without a symbol
    hoisted: dict[int, int] = field(default_factory=dict[int, int])  # declaration node id → symbol
    exported: dict[str, str] = field(default_factory=dict[str, str])  # exported name → local name
    exports: dict[str, int] = field(default_factory=dict[str, int])  # exported name → expression
    namespaces: set[str] = field(default_factory=set[str])  # names that stand for a whole module
    common: bool = False  # the file assigns exports
    self_read: bool = False  # a function of the module reads what the module exports
    renamed: set[str] = field(default_factory=set[str])  # other names of what the module exports
    module: bool = False  # the file has import or export syntax, or assigns exports
    typedefs: dict[str, str] | None = None  # name → type, of comments; None till one is asked for
    templates: frozenset[str] = frozenset()  # type parameters that comments introduce
    borrowed: dict[str, tuple[str, str, int]] = field(
        default_factory=dict[str, tuple[str, str, int]]
    )  # comments import
    typed: dict[str, int] = field(default_factory=dict[str, int])  # name → expression, of those that types have named
    prefix: str = ""  # qualified name under which the next object literal's members are known
    typed_as: tuple[int, str] = (-1, "")  # scope and qualified name of what is given a type in place
    declared: dict[int, dict[str, int]] = field(
        default_factory=dict[int, dict[str, int]]
    )  # scope of a module that is declared here → what it exports beside its names
    makers: dict[int, int] = field(default_factory=dict[int, int])  # method of a prototype → what constructs
    registered: dict[str, int] = field(default_factory=dict[str, int])  # name → component, for the whole application
    whole: dict[str, int] = field(default_factory=dict[str, int])  # name → uses of it, less those of its members
    placed: set[int] = field(default_factory=set[int])  # types that are given in place to something with a name


def get_state(w: Walker) -> State:
    found = w.state.get("ecmascript")
    if not isinstance(found, State):
        found = w.state["ecmascript"] = State(find_reassigned(w.source))
    return found


def find_reassigned(source: bytes) -> frozenset[str]:
    """Return the names that something other than a declaration assigns.

    They are read from the text: at worst there are too many. The scan is anchored at the operators, because trying
    every name took a third of the time of lowering a file.
    """
    names: set[str] = set()
    for found in ASSIGNED.finditer(source):
        at = found.start()
        before = source[max(0, at - LOOK_BACK) : at]
        if found.group() != b"=":
            after = FIRST_WORD.match(source, found.end())
            if after is not None:
                names.add(after.group().decode())
        text = before.rstrip(b"+-*/%&|^?").rstrip()
        word = text[len(text.rstrip(WORD)) :].lstrip(DIGITS)
        if word and not text[: -len(word)].rstrip().endswith(NO_ASSIGNMENT):
            names.add(word.decode())
    return frozenset(names)


def get_symbol(w: Walker, expr: int) -> int:
    """Return the symbol of an expression made of one (SYM, OBJECT, SELF, VAR)."""
    return int(w.exprs[expr][1])


def unwrap(node: Node) -> Node:
    """Return the expression inside parentheses, assertions and casts."""
    while node.type in TRANSPARENT and node.named_children:
        inner = next((child for child in node.named_children if not child.is_extra), None)
        if inner is None:
            break
        node = inner
    return node


def look_up(w: Walker, name: str) -> int:
    """Return what an identifier means here."""
    scope = w.scope
    if name in scope.env:
        return w.look_up(name)
    if scope.kind == "function" and name not in scope.globals:
        outer = scope.outer
        while outer is not None:
            if outer.kind == "function":
                found = outer.env.get(name)
                if found is not None:
                    if found and name not in get_state(w).reassigned:
                        return found
                    break
                if name in outer.bound:
                    break
            outer = outer.outer
    if name in scope.bound and scope.kind == "function" and scope.outer is not None and name not in scope.globals:
        scope = scope.outer  # declared in a block that has ended
    return w.share(ops.NAME, name, scope.symbol)


def discount_member_use(w: Walker, node: Node) -> None:
    """Discount a use of an identifier that only takes a member of its value."""
    whole = get_state(w).whole
    name = w.read_text(node)
    whole[name] = whole.get(name, 0) - 1


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower an identifier in an expression.

    It is mentioned when it can name a definition.
    """
    name = w.read_text(node)
    found = expr = look_up(w, name)
    while w.exprs[expr][0] == ops.DISCRIMINATED:
        expr = w.exprs[expr][1]
    op = w.exprs[expr][0]
    line = node.start_point[0] + 1
    whole = get_state(w).whole
    whole[name] = whole.get(name, 0) + 1
    if op in (ops.OBJECT, ops.LIST, ops.FLOW):
        handing.mark_used_literal(w, node, expr)
    if op in (ops.NAME, ops.SYM):
        if name != "exports":
            w.mention(expr, line)
    elif op in (ops.IMPORT, ops.FLOW, ops.VAR) and w.scope.kind != "function":
        w.mention(w.share(ops.NAME, name, w.scope.symbol), line)
    elif op == ops.ATTR and is_required(w, expr):
        w.mention(expr, line)
    return found


def is_required(w: Walker, expr: int) -> bool:
    """Return whether an expression is `require("x").name`.

    It names what an import of that name would.
    """
    if w.exprs[expr][0] != ops.ATTR:
        return False
    base = get_symbol(w, expr)
    if w.exprs[base][0] != ops.IMPORT:
        return False
    entry = w.facts.imports[get_symbol(w, base)]
    return entry.kind == "require" and not entry.name


def find_owner(w: Walker, name: str) -> Scope | None:
    """Return the scope that declares a name, None when nothing has declared it yet."""
    scope: Scope | None = w.scope
    while scope is not None:
        if scope.kind in ("function", "module") and (name in scope.bound or name in scope.env):
            return scope
        scope = scope.outer
    return None


def assign_name(w: Walker, node: Node, value: int) -> None:
    """Assign `name = value`, wherever the name was declared."""
    name = w.read_text(node)
    scope = w.scope
    owner = find_owner(w, name)
    if owner is None:  # declared further down, or a global made by assignment
        owner = scope
        while owner.outer is not None and owner.kind != "module":
            owner = owner.outer
    held = value
    known: dict[tuple[object, ...], int] = w.shared  # type: ignore[assignment]
    symbol = known.get(("var", owner.symbol, name)) if owner.kind == "module" else None
    if symbol is not None:
        declared = w.facts.declared.get(symbol, 0)
        held = w.add(ops.DECLARED, declared, value) if declared else value
        w.define_variable(name, node, node, value, parent=owner.symbol)
    if owner is scope:
        w.bind(name, w.share(ops.VAR, symbol) if symbol is not None else held)
    else:
        scope.globals[name] = owner
        w.bind(name, w.share(ops.VAR, symbol) if symbol is not None else held)
    if symbol is not None and held:
        scope.env[name] = w.add(ops.FLOW, w.share(ops.VAR, symbol), held)


def bind_local(w: Walker, name: str, expr: int, function_scoped: bool = False) -> None:
    """Introduce a name: `var` belongs to the function, everything else to the block."""
    if function_scoped:
        w.bind(name, expr)
    else:
        w.declare(name, expr)


def bind_variable(w: Walker, name_node: Node, value: int, declared: int, statement: Node, word: str) -> None:
    """Bind one declared variable.

    It is a symbol at module level and in namespaces, and a binding everywhere.
    """
    name = w.read_text(name_node)
    held = w.add(ops.DECLARED, declared, value) if declared else value
    scope = w.scope
    if scope.kind != "module" or (scope.blocks and word != "var"):
        bind_local(w, name, held, word == "var")
        return
    found = w.exprs[value][0] if value else ops.UNKNOWN
    if not declared and (found == ops.IMPORT or (is_required(w, value) and name not in get_state(w).reassigned)):
        w.bind(name, value)
        return
    kind = SymbolKind.CONSTANT if word == "const" else SymbolKind.VARIABLE
    symbol = w.define_variable(
        name, statement, name_node, value, declared, kind=kind,
        signature=w.read_one_line(statement.start_byte, statement.end_byte, 160), doc=read_doc(w, statement),
    )  # fmt: skip
    var = w.share(ops.VAR, symbol)
    merge(w, name, var)
    if held and w.exprs[scope.env[name]][0] == ops.VAR:
        scope.env[name] = w.add(ops.FLOW, var, held)


def merge(w: Walker, name: str, expr: int) -> None:
    """Bind a name that may be declared in several parts.

    It may stand for a type and a value at once.
    """
    before = w.scope.env.get(name)
    mergeable = before is not None and w.exprs[before][0] in (ops.SYM, ops.VAR, ops.FLOW, ops.UNION, ops.IMPORT)
    if before is not None and mergeable and w.scope.kind == "module" and not w.scope.blocks and before != expr:
        w.bind(name, w.union([w.strip_flow(before), expr]))
    else:
        w.declare(name, expr)


def bind_type(w: Walker, name: str, expr: int) -> None:
    """Bind a name that is a type alone.

    In a function there may be a value of that name, which it does not hide.
    """
    scope = w.scope
    if scope.kind != "function":
        merge(w, name, expr)
        return
    key = TYPE_OF + name
    if scope.blocks and key not in scope.blocks[-1]:
        scope.blocks[-1][key] = scope.env.get(key)
    scope.env[key] = expr
    if name in scope.env:
        scope.bound.setdefault(name, []).append(expr)
    else:
        w.declare(name, expr)


def look_up_type(w: Walker, name: str) -> int:
    """Return what a name in a type means here."""
    scope: Scope | None = w.scope
    key = TYPE_OF + name
    while scope is not None and scope.kind != "module":
        if key in scope.env:
            return scope.env[key]
        if name in scope.bound or any(name == each for each, _ in w.facts.type_params.get(scope.symbol, ())):
            break
        scope = scope.outer
    return look_up(w, name)


def read_doc(w: Walker, node: Node) -> str:
    """Return the comment right above a definition or above its export."""
    run = w.comment
    if run is None:
        return ""
    row = node.start_point[0]
    parent = node.parent
    while parent is not None and parent.type in (
        "export_statement",
        "lexical_declaration",
        "ambient_declaration",
        "variable_declaration",
    ):
        row = parent.start_point[0]
        parent = parent.parent
    if run[3] + 1 < row or run[2] > row:
        return ""
    lines = w.source[run[0] : run[1]][:4000].decode("utf-8", "replace").splitlines()
    cleaned = [line.strip().removesuffix("*/").lstrip("/*!").strip() for line in lines]
    return "\n".join(cleaned).strip()[:2000]
