"""Bindings of names.

A use of a local variable has the variable's declared type. Other names are left to the resolver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Symbol, SymbolKind
from codegraph_parsers.lang._cfamily.branches import Version
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.templates import are_alike, are_headed_alike

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TAG = "struct "
"""Prefix of names in C's tag space: `struct s`, `union u` and `enum e` do not collide with functions."""


def is_cpp(w: Walker) -> bool:
    """Return whether members are visible without a receiver, as in C++."""
    return w.spec.semantics.lookup.class_scope == "methods"


def look_up(w: Walker, name: str) -> int:
    """Return the local that a name refers to here, else a free name.

    The enclosing scope of a free name matters only where the name can be a member's. The result is 0 where the parser
    has inserted a missing name.
    """
    if not name:
        return 0
    scope = w.scope
    found = scope.env.get(name)
    if found is not None and (scope.kind == "function" or scope.symbol == 0):
        return found
    if scope.kind == "function":
        outer = scope.outer
        while outer is not None:
            if outer.kind == "function":
                found = outer.env.get(name)
                if found is not None:
                    return found
            outer = outer.outer
    return w.share(ops.NAME, name, scope.symbol if w.spec.semantics.lookup.class_scope == "methods" else 0)


def look_up_scope(w: Walker, name: str) -> int:
    """Return what `name::` refers to; variables are ignored."""
    expr = look_up(w, name)
    found = w.exprs[expr]
    if not name or found[0] in (ops.NAME, ops.SYM, ops.ATTR, ops.GENERIC):
        return expr
    position: int = found[1] if found[0] == ops.VAR else -1
    if position >= 0 and w.symbols[position].kind == SymbolKind.TYPE:  # an alias in the function itself
        return expr
    return w.share(ops.NAME, name, w.scope.symbol)


def declare(w: Walker, name: str, expr: int) -> None:
    """Declare a local variable.

    It hides outer names until the innermost block ends.
    """
    scope = w.scope
    blocks = scope.blocks
    if blocks and name not in blocks[-1]:
        blocks[-1][name] = scope.env.get(name)
    scope.env[name] = expr


def mention(w: Walker, expr: int, line: int, kind: str = "reference") -> None:
    """Mention a name outside the owner's locals, once per line."""
    op = w.exprs[expr][0]
    if op == ops.NAME or op == ops.ATTR or op == ops.SYM or op == ops.VAR:
        owner = w.owners[-1]
        key = (owner, expr, kind)
        if w.seen.get(key) != line:
            w.seen[key] = line
            w.sites.append((kind, owner, expr, line))


def bind_function(w: Walker, name: str, symbol: int) -> None:
    """Bind a function in its scope, next to earlier ones of that name.

    A definition replaces its own prototype. A second definition of the same function is in the other branch of a
    conditional. The one for the usual platform stays. Of branches that any platform may take, both stay.
    """
    scope = w.scope
    expr = w.share(ops.SYM, symbol)
    have = scope.env.get(name)
    known, place = get_context(w), w.scope.symbol
    branches, noted = known.branches, scope.kind not in ("class", "function")
    other = noted and not known.foreign_depth and branches.is_excluded(name, place)
    if noted and not w.symbols[symbol].flags & Flag.DECLARATION:
        partial = known.foreign_depth > 0 or (name, False) in branches.holds  # else a macro of that name is meant
        branches.note(name, Version(place, expr, branches.holds, w.symbols[symbol].line, partial=partial))
    elif noted:
        branches.declared.setdefault((name, place), []).append(branches.holds)
    if have is None:
        w.bind(name, expr)
        return
    if other and w.exprs[have][0] == ops.NAME:  # in the other branch a macro says what else it is called
        w.bind(name, w.union([have, expr]))
        branches.either.add((name, place))
        return
    new = w.symbols[symbol]
    kept: list[int] = []
    parts = w.exprs[have][1:] if w.exprs[have][0] == ops.UNION else (have,)
    declaration = bool(new.flags & Flag.DECLARATION)
    for part in parts:
        found = w.exprs[part]
        if found[0] != ops.SYM:
            kept.append(part)
            continue
        position: int = found[1]
        old: Symbol = w.symbols[position]
        if other and position not in known.foreign and not old.flags & Flag.DECLARATION:
            w.flag(position, Flag.CONDITIONAL)
            w.flag(symbol, Flag.CONDITIONAL)
            kept.append(part)
            continue
        different = [p.type for p in old.parameters] != [p.type for p in new.parameters]
        different = different or old.signature.endswith("&&") != new.signature.endswith("&&")
        different = different or bool((old.flags | new.flags) & Flag.CONSTRAINED and not are_alike(w, position, symbol))
        different = different or not are_headed_alike(old.signature, new.signature)
        if is_cpp(w) and (different or (old.flags ^ new.flags) & Flag.CONST):
            kept.append(part)
        elif declaration:
            return  # known already
        elif old.flags & Flag.DECLARATION or (position in get_context(w).foreign and not get_context(w).foreign_depth):
            continue
        elif old.name == new.name and old.kind == new.kind:
            return
    w.bind(name, w.union([*kept, expr]) if is_cpp(w) or other else expr)


def bind_value(w: Walker, name: str, expr: int) -> None:
    """Bind a variable, type or constant of a module, namespace or class."""
    if name not in w.scope.env:
        w.bind(name, expr)


def find_symbol(w: Walker, expr: int) -> int:
    """Return the symbol that an expression refers to, or -1."""
    found = w.exprs[expr]
    position: int = found[1] if found[0] == ops.SYM else -1
    return position


def bind_type(w: Walker, name: str, expr: int, declaration: bool) -> None:
    """Bind a class, enumeration or alias.

    A definition replaces a forward declaration.
    """
    have = w.scope.env.get(name)
    if have is not None:
        position = find_symbol(w, have)
        known = position >= 0 and not w.symbols[position].flags & Flag.DECLARATION
        if declaration or known:
            return
    w.bind(name, expr)


def get_line(node: Node) -> int:
    return node.start_point[0] + 1
