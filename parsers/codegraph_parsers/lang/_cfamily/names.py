"""Names: what is bound where. A local's declared type is what its uses mean; the rest is left to the resolver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, Symbol, SymbolKind
from codegraph_parsers.lang._cfamily.branches import Version
from codegraph_parsers.lang._cfamily.context import context
from codegraph_parsers.lang._cfamily.templates import are_alike, are_headed_alike

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TAG = "struct "
"""Prefix of names in C's tag space: `struct s`, `union u` and `enum e` do not collide with functions."""


def is_plus(w: Walker) -> bool:
    """Whether members are visible without a receiver: the object-oriented half of the family."""
    return w.spec.semantics.lookup.class_scope == "methods"


def lookup(w: Walker, name: str) -> int:
    """The local a name means here, else a free name. A function's own scope matters only where it can be a member's.

    Nothing where the parser put in a name that has to stand there and does not."""
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


def lookup_scope(w: Walker, name: str) -> int:
    """What `name::` means: variables do not count."""
    expr = lookup(w, name)
    found = w.exprs[expr]
    if not name or found[0] in (ops.NAME, ops.SYM, ops.ATTR, ops.GENERIC):
        return expr
    position: int = found[1] if found[0] == ops.VAR else -1
    if position >= 0 and w.symbols[position].kind == SymbolKind.TYPE:  # an alias in the function itself
        return expr
    return w.share(ops.NAME, name, w.scope.symbol)


def declare(w: Walker, name: str, expr: int) -> None:
    """A local variable: hides outer names until the innermost block ends."""
    scope = w.scope
    blocks = scope.blocks
    if blocks and name not in blocks[-1]:
        blocks[-1][name] = scope.env.get(name)
    scope.env[name] = expr


def mention(w: Walker, expr: int, line: int, kind: str = "reference") -> None:
    """Record, once a line, that the owner names something outside its own locals."""
    op = w.exprs[expr][0]
    if op == ops.NAME or op == ops.ATTR or op == ops.SYM or op == ops.VAR:
        owner = w.owners[-1]
        key = (owner, expr, kind)
        if w.seen.get(key) != line:
            w.seen[key] = line
            w.sites.append((kind, owner, expr, line))


def bind_function(w: Walker, name: str, symbol: int) -> None:
    """Bind a function in its scope beside earlier ones of that name.

    A definition replaces its own prototype. A second definition of the same is the other branch of a conditional: the
    one for the usual platform stays, and of branches that any platform may take both.
    """
    scope = w.scope
    expr = w.share(ops.SYM, symbol)
    have = scope.env.get(name)
    known, place = context(w), w.scope.symbol
    branches, noted = known.branches, scope.kind not in ("class", "function")
    other = noted and not known.foreign_depth and branches.is_other(name, place)
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
        if is_plus(w) and (different or (old.flags ^ new.flags) & Flag.CONST):
            kept.append(part)
        elif declaration:
            return  # known already
        elif old.flags & Flag.DECLARATION or (position in context(w).foreign and not context(w).foreign_depth):
            continue
        elif old.name == new.name and old.kind == new.kind:
            return
    w.bind(name, w.union([*kept, expr]) if is_plus(w) or other else expr)


def bind_value(w: Walker, name: str, expr: int) -> None:
    """Bind a variable, type or constant of a module, namespace or class."""
    if name not in w.scope.env:
        w.bind(name, expr)


def defined(w: Walker, expr: int) -> int:
    """Symbol that an expression is, -1 when it is none."""
    found = w.exprs[expr]
    position: int = found[1] if found[0] == ops.SYM else -1
    return position


def bind_type(w: Walker, name: str, expr: int, declaration: bool) -> None:
    """Bind a class, enumeration or alias; a forward declaration gives way to the definition."""
    have = w.scope.env.get(name)
    if have is not None:
        position = defined(w, have)
        known = position >= 0 and not w.symbols[position].flags & Flag.DECLARATION
        if declaration or known:
            return
    w.bind(name, expr)


def line_of(node: Node) -> int:
    return node.start_point[0] + 1
