"""Values that pytest passes one after another.

They are passed to tests (`parametrize("kind", [A, B])`), and to fixtures that ask for them (`params=[A, B]`,
`request.param`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.narrowed_members import make_place_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph_parsers.walker import Walker

Decorators = list[tuple[str, int, int]]
"""(last word, expression, line)"""

MOST = 32  # values that are looked at
LISTS = frozenset((ops.LIST, ops.TUPLE))


def map_parameter_values(w: Walker, decorators: Decorators) -> dict[str, int]:
    """Map the parameters of a test to the values that are passed for them.

    Those that are only given plain values are left out.
    """
    found: dict[str, int] = {}
    for word, expr, _ in decorators:
        arguments = _list_arguments(w, expr) if word == "parametrize" else ()
        if len(arguments) < 2:
            continue
        names = _list_names(w, arguments[0])
        rows = _list_items(w, arguments[1])
        for position, name in enumerate(names):
            if rows is None:  # listed elsewhere, under a name
                each = w.add(ops.ITER, arguments[1])
                found[name] = w.add(ops.ITEM, each, position, 0) if len(names) > 1 else each
                continue
            cells = [_find_cell(w, row, position if len(names) > 1 else -1) for row in rows]
            if any(cell and w.exprs[cell][0] != ops.LITERAL for cell in cells):
                found[name] = w.union(list(dict.fromkeys(cells)))
    return found


def narrow_request_param(w: Walker, decorators: Decorators) -> None:
    """Let `request.param` of a fixture have the values in its own list."""
    request = w.scope.env.get("request", 0)
    for _, expr, _ in decorators if request else ():
        found = w.exprs[expr]
        listed = next((e for name, e in found[3] if name == "params"), 0) if found[0] == ops.CALL else 0
        rows = _list_items(w, listed) if listed else ()
        if not listed:
            continue
        value = w.add(ops.ITER, listed) if rows is None else w.union([_find_cell(w, row, -1) for row in rows])
        if value:
            value = w.add(ops.DECLARED, 0, value)  # declared: the text names none of them
            w.scope.env[make_place_key(w, w.share(ops.ATTR, request, "param"))] = value
            w.narrowed = True


def _list_arguments(w: Walker, expr: int) -> tuple[int, ...]:
    """Return the names and the values of a parametrizing decorator."""
    found = w.exprs[expr]
    if found[0] != ops.CALL:
        return ()
    positional: tuple[int, ...] = found[2]
    keywords: dict[str, int] = dict(found[3])
    rest = [keywords.get(name, 0) for name in ("argnames", "argvalues")[len(positional) :]]
    return (*positional[:2], *rest) if all(rest) else ()


def _list_names(w: Walker, expr: int) -> list[str]:
    parts = _list_items(w, expr)
    texts = [w.exprs[part] for part in parts] if parts is not None else [w.exprs[expr]]
    if any(text[0] != ops.LITERAL for text in texts):
        return []
    return [name.strip() for text in texts for name in str(text[2]).split(",")]


def _list_items(w: Walker, expr: int) -> Sequence[int] | None:
    """Return the items of a literal list or tuple, None for anything else."""
    found = w.exprs[expr]
    if found[0] not in LISTS:
        return None
    items: tuple[int, ...] = found[2] if found[0] == ops.LIST else found[1:]
    return items[:MOST]


def _find_cell(w: Walker, row: int, position: int) -> int:
    """Return the value that a row passes for one parameter.

    It is all of the row where there is one parameter. A row may have a name and marks.
    """
    found = w.exprs[row]
    if found[0] == ops.CALL and _is_param(w, found[1]):
        given: tuple[int, ...] = found[2]
        at = max(position, 0)
        return given[at] if at < len(given) else 0
    if position < 0:
        return row
    items = _list_items(w, row)
    return items[position] if items is not None and position < len(items) else 0


def _is_param(w: Walker, called: int) -> bool:
    """Return whether a call is `pytest.param(…)`."""
    found = w.exprs[called]
    if found[0] == ops.IMPORT:
        number: int = found[1]
        return w.facts.imports[number].name == "param"
    return found[0] == ops.ATTR and found[2] == "param"
