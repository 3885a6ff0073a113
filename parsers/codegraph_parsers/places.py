"""Members and items of which a condition told something: what is known of them while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


PART_OF = frozenset({ops.ATTR, ops.INDEX, ops.DECLARED, ops.DISCRIMINATED})


def place(w: Walker, expr: int) -> str:
    """The key of the flow state under which what is known of a member or an item is kept; "" for anything else."""
    found = w.exprs[expr]
    if found[0] == ops.ATTR:
        return f"@{expr}"
    if found[0] == ops.INDEX and w.exprs[found[2]][0] == ops.LITERAL:
        return f"@{found[1]}[{found[2]}]"
    return ""


def at_place(w: Walker, expr: int) -> int:
    """A member or an item as it is known here."""
    return w.scope.env.get(place(w, expr), expr) if w.narrowed and expr else expr


def forget(w: Walker, base: int, name: str) -> None:
    """A member is assigned to: what was known of it, and of what is in it, is no more."""
    target = w.share(ops.ATTR, base, name)
    for key in [key for key in w.scope.env if key.startswith("@")]:
        expr = int(key[1:].split("[", 1)[0])
        while expr and expr != target and w.exprs[expr][0] in PART_OF:
            expr = w.exprs[expr][2 if w.exprs[expr][0] == ops.DECLARED else 1]
        if expr == target:
            del w.scope.env[key]


def forget_items(w: Walker, base: int) -> None:
    """An item of a container is assigned to."""
    for key in [key for key in w.scope.env if key.startswith(f"@{base}[")]:
        del w.scope.env[key]
