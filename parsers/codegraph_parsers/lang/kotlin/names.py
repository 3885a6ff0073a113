"""Lookup of the names of Kotlin code: locals, and members of receivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang.kotlin import state
from codegraph_parsers.lang.kotlin.types import METHOD, RECEIVER

if TYPE_CHECKING:
    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Walker


def look_up_local(w: Walker, name: str) -> int:
    """Return the local variable or function that a name means, -1 for none.

    Parameters of a primary constructor are known where their class is initialised, and in function literals there.
    """
    scope: Scope | None = w.scope
    kept = state.get_state(w)
    initialising = True
    while scope is not None:
        if scope.kind == "function":
            found = scope.env.get(name)
            if found is not None:
                return found
            initialising = initialising and bool(w.symbols[scope.symbol].flags & Flag.ANONYMOUS)
        elif scope.kind == "class":
            found = kept.primary.get(scope.symbol, {}).get(name) if initialising else None
            if found is not None:
                return found
            if name in scope.env:  # a member hides variables of functions around its class
                return -1
            initialising = bool(w.symbols[scope.symbol].flags & Flag.ANONYMOUS)
        scope = scope.outer
    return -1


def list_receivers(w: Walker) -> list[int]:
    """Return the receivers that code here has, innermost first.

    0 stands where the classes around it begin.
    """
    found: list[int] = []
    kept = state.get_state(w)
    scope: Scope | None = w.scope
    assert scope is not None
    had_class = False
    told = w.scope.env.get(RECEIVER) if scope.kind == "function" else None
    if told is not None:  # a condition says of which type it is
        found.append(told)
    while scope is not None:
        symbol = scope.symbol
        if scope.kind == "class" and not had_class:
            found.append(0)
            had_class = True
        elif scope.kind == "function":
            literal = kept.lambdas.get(symbol)
            if literal is not None and literal.has_receiver:
                found.append(w.share(ops.LAMBDA_SELF, symbol))
            elif symbol in kept.receivers:
                found.append(kept.receivers[symbol])
        scope = scope.outer
    if not had_class:
        found.append(0)
    return found


def add_member(w: Walker, base: int, name: str) -> int:
    """Add the access to a member of a value, or to an extension that the scope knows."""
    return w.share(ops.ATTR, base, name, w.owners[-1])


def add_operator(w: Walker, left: int, word: str, given: tuple[int, ...], line: int) -> int:
    """Add an operator that a member or an extension of its operand may define."""
    if not left:
        return 0
    expr = w.add(ops.OPERATOR, left, word, given, w.owners[-1])
    w.add_site("operator", expr, line)
    return expr


def look_up_free(w: Walker, name: str, *, is_called: bool = False) -> int:
    """Return what a name means that is no local.

    It may be a member or an extension of any receiver, or anything that the scopes around the code know. The last parts
    of what is called by it are the scopes around the class, which count where no member takes the arguments.
    """
    owner = w.classes[-1] if w.classes else -1
    parts: list[int] = []
    for receiver in list_receivers(w):
        if receiver:
            parts.append(add_member(w, receiver, name))
            continue
        parts.append(w.share(ops.NAME, name, w.scope.symbol if name[:1].isupper() else max(owner, 0)))
        if owner >= 0 and not name[:1].isupper():
            parts.append(add_member(w, w.share(ops.SELF, owner), name))
            if is_called:
                parts += [w.share(ops.NAME, name, scope) for scope in (*reversed(w.classes[:-1]), 0)]
    return parts[0] if len(parts) == 1 else w.share(ops.FIRST, *parts)


def look_up_function(w: Walker, name: str) -> int:
    """Return what is called by a name alone."""
    found = look_up_local(w, name + METHOD)
    if found < 0:
        found = look_up_local(w, name)
    return found if found >= 0 else look_up_free(w, name + METHOD, is_called=True)


def get_this(w: Walker, label: str = "") -> int:
    """Return the receiver that `this` means, or `this@label`."""
    kept = state.get_state(w)
    scope: Scope | None = w.scope
    parts: list[int] = []
    told = w.scope.env.get(RECEIVER) if not label else None
    if told is not None:
        return told
    while scope is not None:
        symbol = scope.symbol
        if scope.kind == "function":
            literal = kept.lambdas.get(symbol)
            if literal is not None and (literal.label == label if label else literal.has_receiver):
                parts.append(w.share(ops.LAMBDA_SELF, symbol))
                if label:
                    return parts[0]
            elif symbol in kept.receivers and (not label or w.symbols[symbol].name == label):
                return _choose([*parts, kept.receivers[symbol]], w)
        elif scope.kind == "class" and (not label or w.symbols[symbol].name == label):
            return _choose([*parts, w.share(ops.SELF, symbol)], w)
        scope = scope.outer
    return _choose(parts, w)


def _choose(parts: list[int], w: Walker) -> int:
    if len(parts) < 2:
        return parts[0] if parts else 0
    return w.share(ops.FIRST, *parts)
