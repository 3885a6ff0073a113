"""Values that pytest passes one after another: to tests (`parametrize("kind", [A, B])`), and to fixtures that ask for
them (`params=[A, B]`, `request.param`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.places import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph_parsers.walker import Walker

Decorators = list[tuple[str, int, int]]
"""(last word, expression, line)"""

MOST = 32  # values that are looked at
LISTS = frozenset((ops.LIST, ops.TUPLE))


def of_test(w: Walker, decorators: Decorators) -> dict[str, int]:
    """What is passed for the parameters of a test, by name; those that are only given plain values are left out."""
    found: dict[str, int] = {}
    for word, expr, _ in decorators:
        arguments = _arguments(w, expr) if word == "parametrize" else ()
        if len(arguments) < 2:
            continue
        names = _names(w, arguments[0])
        rows = _items(w, arguments[1])
        for position, name in enumerate(names):
            if rows is None:  # listed elsewhere, under a name
                each = w.add(ops.ITER, arguments[1])
                found[name] = w.add(ops.ITEM, each, position, 0) if len(names) > 1 else each
                continue
            cells = [_cell(w, row, position if len(names) > 1 else -1) for row in rows]
            if any(cell and w.exprs[cell][0] != ops.LITERAL for cell in cells):
                found[name] = w.union(list(dict.fromkeys(cells)))
    return found


def tell_fixture(w: Walker, decorators: Decorators) -> None:
    """In a fixture that has its own list, `request.param` is what is in it."""
    request = w.scope.env.get("request", 0)
    for _, expr, _ in decorators if request else ():
        found = w.exprs[expr]
        listed = next((e for name, e in found[3] if name == "params"), 0) if found[0] == ops.CALL else 0
        rows = _items(w, listed) if listed else ()
        if not listed:
            continue
        value = w.add(ops.ITER, listed) if rows is None else w.union([_cell(w, row, -1) for row in rows])
        if value:
            value = w.add(ops.DECLARED, 0, value)  # declared: the text names none of them
            w.scope.env[place(w, w.share(ops.ATTR, request, "param"))] = value
            w.narrowed = True


def _arguments(w: Walker, expr: int) -> tuple[int, ...]:
    """Names and values of a parametrising decorator, in that order."""
    found = w.exprs[expr]
    if found[0] != ops.CALL:
        return ()
    positional: tuple[int, ...] = found[2]
    keywords: dict[str, int] = dict(found[3])
    rest = [keywords.get(name, 0) for name in ("argnames", "argvalues")[len(positional) :]]
    return (*positional[:2], *rest) if all(rest) else ()


def _names(w: Walker, expr: int) -> list[str]:
    parts = _items(w, expr)
    texts = [w.exprs[part] for part in parts] if parts is not None else [w.exprs[expr]]
    if any(text[0] != ops.LITERAL for text in texts):
        return []
    return [name.strip() for text in texts for name in str(text[2]).split(",")]


def _items(w: Walker, expr: int) -> Sequence[int] | None:
    """Expressions in a list or tuple that is written out; None for anything else."""
    found = w.exprs[expr]
    if found[0] not in LISTS:
        return None
    items: tuple[int, ...] = found[2] if found[0] == ops.LIST else found[1:]
    return items[:MOST]


def _cell(w: Walker, row: int, position: int) -> int:
    """What a row passes for one parameter, all of it where there is but one. A row may have a name and marks."""
    found = w.exprs[row]
    if found[0] == ops.CALL and _is_param(w, found[1]):
        given: tuple[int, ...] = found[2]
        at = max(position, 0)
        return given[at] if at < len(given) else 0
    if position < 0:
        return row
    items = _items(w, row)
    return items[position] if items is not None and position < len(items) else 0


def _is_param(w: Walker, called: int) -> bool:
    """Whether a call is `pytest.param(…)`."""
    found = w.exprs[called]
    if found[0] == ops.IMPORT:
        number: int = found[1]
        return w.facts.imports[number].name == "param"
    return found[0] == ops.ATTR and found[2] == "param"
