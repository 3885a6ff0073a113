"""Narrowed members and items, kept in the flow state.

A condition told something about them, which is known while it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


PART_OF = frozenset({ops.ATTR, ops.INDEX, ops.DECLARED, ops.DISCRIMINATED})


def make_place_key(w: Walker, expr: int) -> str:
    """Return the key of the flow state for a member or an item.

    What is known of it is kept there. Returns "" for any other expression.
    """
    found = w.exprs[expr]
    if found[0] == ops.ATTR:
        return f"@{expr}"
    if found[0] == ops.INDEX and w.exprs[found[2]][0] == ops.LITERAL:
        return f"@{found[1]}[{found[2]}]"
    return ""


def look_up_place(w: Walker, expr: int) -> int:
    """Return the narrowed value of a member or an item, else the expression itself."""
    return w.scope.env.get(make_place_key(w, expr), expr) if w.narrowed and expr else expr


def forget(w: Walker, base: int, name: str) -> None:
    """Drop what was known of a member that is assigned to, and of its parts."""
    target = w.share(ops.ATTR, base, name)
    for key in [key for key in w.scope.env if key.startswith("@")]:
        expr = int(key[1:].split("[", 1)[0])
        while expr and expr != target and w.exprs[expr][0] in PART_OF:
            expr = w.exprs[expr][2 if w.exprs[expr][0] == ops.DECLARED else 1]
        if expr == target:
            del w.scope.env[key]


def forget_items(w: Walker, base: int) -> None:
    """Drop what was known of the items of a container, one of which is assigned to."""
    for key in [key for key in w.scope.env if key.startswith(f"@{base}[")]:
        del w.scope.env[key]
