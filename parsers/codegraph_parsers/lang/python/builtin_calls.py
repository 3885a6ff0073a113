"""Calls of built-ins that change what a name means.

Examples are `super()`, `type(x)`, `getattr(x, "name")` and `cast(T, x)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.python.implicit_calls import record_builtin_call
from codegraph_parsers.lang.python.lazy import lower_delegation, lower_import_module
from codegraph_parsers.lang.python.strings import find_prefix, list_iterated_names

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

GENERATOR = [-1]


def finish_call(w: Walker, called: int, arguments: Node | None, line: int) -> int:
    """Add a call and its effects.

    A generator may be the one argument without parentheses of its own: then it stands in place of the argument list.
    """
    if arguments is not None and arguments.kind_id == GENERATOR[0]:
        return roles.add_call(w, called, (w.visit(arguments),), (), line)
    expr = roles.finish_call(w, called, arguments, line)
    record_builtin_call(w, called, expr, line)
    return expr


def _lower_super(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    """Lower `super()`.

    `super(Other, self)` begins behind another class than the one around it.
    """
    given = arguments.named_children if arguments is not None else []
    values = w.visit_all(given)
    if not w.classes:
        return 0
    own = w.classes[-1]
    if len(given) == 2 and given[0].type in ("identifier", "attribute"):
        word = w.read_text(given[0]).rsplit(".", 1)[-1]
        if word not in ("__class__", w.symbols[own].name) and w.exprs[values[0]][0] != ops.CLASSREF:
            return w.share(ops.BEHIND, w.share(ops.SUPER, own), values[0])
    return w.share(ops.SUPER, own)


def _lower_type(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    if arguments is not None and arguments.named_child_count == 3:
        return _lower_class_call(w, arguments, called, line)
    if arguments is None or arguments.named_child_count != 1:
        return None
    value = w.visit(arguments.named_children[0])
    found = w.exprs[value]
    return w.share(ops.CLASSREF, found[1]) if found[0] == ops.SELF else w.add(ops.ATTR, value, "__class__")


def _lower_class_call(w: Walker, arguments: Node, called: int, line: int) -> int:
    """Lower `type(name, (Base,), members)`.

    All that is known of the class is its one base, which the call gives.
    """
    made = finish_call(w, called, arguments, line)
    given: tuple[int, ...] = w.exprs[made][2]
    bases = w.exprs[given[1] if len(given) == 3 else 0]
    if bases[0] != ops.TUPLE or len(bases) != 2:
        return made
    base: int = bases[1]
    return base


def _lower_getattr(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    parts = arguments.named_children if arguments is not None else []
    if len(parts) < 2:
        return None
    start = find_prefix(w, parts[1])
    if start:  # `getattr(self, "visit_" + kind)`: some member that begins so
        values = w.visit_all(parts)
        if values[0]:
            named = w.add(ops.ATTR, values[0], f"{start}*")
            w.add_site("reference", named, line)
            w.add_site("computed", named, line)
        return finish_call(w, called, None, line)
    if parts[1].type != "string":
        known = list_iterated_names(w, parts[1])
        if not known:
            return lower_delegation(w, arguments, parts, called, line)
        values = w.visit_all(parts)
        found = [w.add(ops.ATTR, values[0], name) for name in known if values[0]]
        return w.add(ops.DECLARED, 0, w.add(ops.UNION, *found, *values[2:]))  # declared: the text names none of them
    values = w.visit_all(parts)
    name = "".join(w.read_text(child) for child in parts[1].named_children if child.type == "string_content")
    found = w.add(ops.ATTR, values[0], name) if values[0] and name.isidentifier() else 0
    if found and not _is_called(arguments):
        w.add_site("reference", found, line)
    return w.union([found, *values[2:]])  # what it is where there is no such member


def _is_called(arguments: Node | None) -> bool:
    """Return whether the result of a call is called immediately."""
    call = arguments.parent if arguments is not None else None
    around = call.parent if call is not None else None
    return around is not None and around.type == "call" and around.child_by_field_name("function") == call


def _lower_cast(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    parts = arguments.named_children if arguments is not None else []
    if len(parts) != 2:
        return None
    from codegraph_parsers.lang.python.types import lower_annotation

    declared = lower_annotation(w, parts[0])
    return w.add(ops.DECLARED, declared, w.visit(parts[1]))


def _lower_new_type(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    """Lower `NewType("UserId", int)`: the same type under another name."""
    results = w.visit_all(arguments.named_children) if arguments is not None else []
    return results[1] if len(results) == 2 else 0


SPECIAL = {
    "import_module": lower_import_module,
    "importorskip": lower_import_module,
    "super": _lower_super,
    "type": _lower_type,
    "getattr": _lower_getattr,
    "cast": _lower_cast,
    "NewType": _lower_new_type,
}
