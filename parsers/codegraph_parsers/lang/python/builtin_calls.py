"""Calls of built-ins that change what a name means: `super()`, `type(x)`, `getattr(x, "name")`, `cast(T, x)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.python.lazy import delegated, import_module
from codegraph_parsers.lang.python.running import given
from codegraph_parsers.lang.python.strings import named_in_turn, prefix

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

GENERATOR = [-1]


def finish_call(w: Walker, called: int, arguments: Node | None, line: int) -> int:
    """A generator may be the one argument without parentheses of its own: then it stands where their list does."""
    if arguments is not None and arguments.kind_id == GENERATOR[0]:
        return roles.add_call(w, called, (w.visit(arguments),), (), line)
    expr = roles.finish_call(w, called, arguments, line)
    given(w, called, expr, line)
    return expr


def _super(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    """`super()`; `super(Other, self)` begins behind another class than the one around it."""
    given = arguments.named_children if arguments is not None else []
    values = w.visit_all(given)
    if not w.classes:
        return 0
    own = w.classes[-1]
    if len(given) == 2 and given[0].type in ("identifier", "attribute"):
        word = w.text(given[0]).rsplit(".", 1)[-1]
        if word not in ("__class__", w.symbols[own].name) and w.exprs[values[0]][0] != ops.CLASSREF:
            return w.share(ops.BEHIND, w.share(ops.SUPER, own), values[0])
    return w.share(ops.SUPER, own)


def _type(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    if arguments is not None and arguments.named_child_count == 3:
        return _made_class(w, arguments, called, line)
    if arguments is None or arguments.named_child_count != 1:
        return None
    value = w.visit(arguments.named_children[0])
    found = w.exprs[value]
    return w.share(ops.CLASSREF, found[1]) if found[0] == ops.SELF else w.add(ops.ATTR, value, "__class__")


def _made_class(w: Walker, arguments: Node, called: int, line: int) -> int:
    """`type(name, (Base,), members)`: a class that is, for all that is known of it, its one base."""
    made = finish_call(w, called, arguments, line)
    given: tuple[int, ...] = w.exprs[made][2]
    bases = w.exprs[given[1] if len(given) == 3 else 0]
    if bases[0] != ops.TUPLE or len(bases) != 2:
        return made
    base: int = bases[1]
    return base


def _getattr(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    parts = arguments.named_children if arguments is not None else []
    if len(parts) < 2:
        return None
    start = prefix(w, parts[1])
    if start:  # `getattr(self, "visit_" + kind)`: some member that begins so
        values = w.visit_all(parts)
        if values[0]:
            named = w.add(ops.ATTR, values[0], f"{start}*")
            w.site("reference", named, line)
            w.site("computed", named, line)
        return finish_call(w, called, None, line)
    if parts[1].type != "string":
        known = named_in_turn(w, parts[1])
        if not known:
            return delegated(w, arguments, parts, called, line)
        values = w.visit_all(parts)
        found = [w.add(ops.ATTR, values[0], name) for name in known if values[0]]
        return w.add(ops.DECLARED, 0, w.add(ops.UNION, *found, *values[2:]))  # declared: the text names none of them
    values = w.visit_all(parts)
    name = "".join(w.text(child) for child in parts[1].named_children if child.type == "string_content")
    found = w.add(ops.ATTR, values[0], name) if values[0] and name.isidentifier() else 0
    if found and not _is_called(arguments):
        w.site("reference", found, line)
    return w.union([found, *values[2:]])  # what it is where there is no such member


def _is_called(arguments: Node | None) -> bool:
    """Whether what a call gives is called there and then."""
    call = arguments.parent if arguments is not None else None
    around = call.parent if call is not None else None
    return around is not None and around.type == "call" and around.child_by_field_name("function") == call


def _cast(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    parts = arguments.named_children if arguments is not None else []
    if len(parts) != 2:
        return None
    from codegraph_parsers.lang.python.types import annotation

    declared = annotation(w, parts[0])
    return w.add(ops.DECLARED, declared, w.visit(parts[1]))


def _new_type(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    """`NewType("UserId", int)`: the same type under another name."""
    results = w.visit_all(arguments.named_children) if arguments is not None else []
    return results[1] if len(results) == 2 else 0


SPECIAL = {
    "import_module": import_module, "importorskip": import_module, "super": _super, "type": _type, "getattr": _getattr,
    "cast": _cast, "NewType": _new_type,
}  # fmt: skip
