"""Prototypes: constructor functions whose members are added from outside.

Their inheritance is recorded here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Extension, SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import get_symbol, unwrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

MIXING = frozenset({"extend", "_extend", "assign", "mixin", "mixIn"})


def find_prototype_owner(w: Walker, node: Node) -> Node | None:
    """Return `Foo` of `Foo.prototype`, else None."""
    if node.type == "member_expression":
        attribute = node.child_by_field_name("property")
        if attribute is not None and w.read_text(attribute) == "prototype":
            return node.child_by_field_name("object")
    return None


def is_named(w: Walker, node: Node) -> bool:
    """Return whether a target is `Foo.prototype["name"]`, assigned a function."""
    base, key, parent = node.child_by_field_name("object"), node.child_by_field_name("index"), node.parent
    if base is None or key is None or key.type != "string" or parent is None or find_prototype_owner(w, base) is None:
        return False
    value = parent.child_by_field_name("right")
    return value is not None and unwrap(value).type in ("function_expression", "arrow_function", "generator_function")


def find_parent(w: Walker, value: int) -> int:
    """Return the constructor whose members a prototype object has.

    Forms are `Object.create(P.prototype)`, `new P()` and `P.prototype`.
    """
    found = w.exprs[value]
    if found[0] == ops.NEW:
        return int(found[1])
    if found[0] == ops.CALL and found[2]:
        callee = w.exprs[int(found[1])]
        return found[2][0] if callee[0] == ops.ATTR and callee[2] == "create" else 0
    return value if found[0] in (ops.SYM, ops.NAME, ops.IMPORT, ops.ATTR) else 0


def derive(w: Walker, owner: int, base: int, node: Node) -> None:
    """Record that a constructor function inherits the members of another."""
    found = w.exprs[owner]
    if found[0] == ops.SYM and base and base != owner:
        entry = Base(base, "inherits", node.start_point[0] + 1)
        have = w.facts.bases.get(found[1], ())
        if all(each.expr != base for each in have):
            w.facts.bases[found[1]] = (*have, entry)


def extend(w: Walker, owner: int, value: int) -> None:
    """Add the functions of a literal to Foo: `Foo.prototype = { … }`."""
    found = w.exprs[value]
    if found[0] != ops.OBJECT or not owner:
        return
    members = w.facts.names.get(found[1], {}).values()
    symbols = tuple(get_symbol(w, member) for member in members if w.exprs[member][0] == ops.SYM)
    if symbols:
        scope = get_symbol(w, value)
        set_receiver(w, value, owner)
        w.facts.extensions.append(Extension(owner, symbols, 0, scope, w.symbols[scope].line))


def record_inheritance(w: Walker, expr: int, target: Node) -> None:
    """Record the inheritance that a call declares.

    Calls are `inherits(Child, Parent)` and `Object.setPrototypeOf(Child.prototype, Parent.prototype)`.
    """
    given = w.exprs[expr][2]
    if len(given) != 2 or target.end_byte - target.start_byte >= 60:
        return
    word = w.read_text(target).rsplit(".", 1)[-1]
    if word in ("inherits", "setPrototypeOf", "__extends"):
        derive(w, given[0], given[1], target)


def apply_mixin(w: Walker, expr: int, target: Node, given: Node | None) -> None:
    """Add the members of mixins to a constructor.

    An example is `extend(Foo.prototype, Bar.prototype, { … })`: Foo gains the members of all of them.
    """
    if given is None or target.end_byte - target.start_byte >= 60 or given.named_child_count < 2:
        return
    nodes = [child for child in given.named_children if not child.is_extra]
    if w.read_text(target).rsplit(".", 1)[-1] in MIXING and find_prototype_owner(w, nodes[0]) is not None:
        add_members(w, w.exprs[expr][2], nodes, target)


def add_members(w: Walker, values: Sequence[int], nodes: list[Node], target: Node) -> None:
    """Add the members of some arguments to the constructor of the first.

    The first argument is the prototype of that constructor.
    """
    if not values or w.exprs[values[0]][0] != ops.SYM:
        return
    owner = get_symbol(w, values[0])
    for value, node in zip(values[1:], nodes[1:], strict=False):
        if find_prototype_owner(w, node) is not None and not _is_written_class(w, value):
            derive(w, values[0], value, target)
        elif value:
            w.facts.stars.setdefault(owner, []).append(value)
            set_receiver(w, value, values[0])


def _is_written_class(w: Walker, value: int) -> bool:
    """Return whether a value is a class of this file.

    Its members are copied, and hide those of what the owner extends.
    """
    return w.exprs[value][0] == ops.SYM and w.symbols[get_symbol(w, value)].kind == SymbolKind.CLASS


def set_receiver(w: Walker, value: int, owner: int) -> None:
    """Make `this` in the functions of an object literal an instance of the owner.

    The owner is the constructor of which they become members.
    """
    if w.exprs[value][0] == ops.OBJECT:
        literal = get_symbol(w, value)
        w.facts.bases.setdefault(literal, (Base(owner, "underlying", w.symbols[literal].line),))
