"""Narrowing of names and members by conditions.

Conditions are `x instanceof T`, `isT(x)`, comparisons, and combinations of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.scopes import look_up, unwrap
from codegraph_parsers.narrowed_members import make_place_key

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NARROWED = frozenset({"identifier", "member_expression", "subscript_expression"})
EQUAL, DIFFERENT = frozenset({"===", "=="}), frozenset({"!==", "!="})
TELLING = EQUAL | DIFFERENT | {"||", "&&"}
KEYS = frozenset({"string", "member_expression"})  # what a discriminant is compared to
LEAVING = frozenset({"break_statement", "return_statement", "throw_statement", "continue_statement"})
UNTYPED = "javascript"
GUARD = "[is]"  # member of a function under which the type it vouches for is kept


def narrow(w: Walker, node: Node, holds: bool) -> None:
    """Narrow the names of a condition that holds, or that does not."""
    node = unwrap(node)
    if node.type == "unary_expression":
        sign, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if sign is not None and sign.type == "!" and argument is not None:
            narrow(w, argument, not holds)
    elif node.type == "call_expression" and holds:
        function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        first = given.named_children[0] if given is not None and given.named_child_count else None
        if function is not None and first is not None and first.type in NARROWED:
            found = visit_silently(w, function)
            if found:
                narrow_to_type(w, first, w.share(ops.ATTR, found, GUARD))
    elif node.type == "binary_expression":
        left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
        if left is None or right is None or sign is None:
            return
        if sign.type == ("&&" if holds else "||"):
            narrow(w, left, holds)
            narrow(w, right, holds)
        elif sign.type in TELLING and w.spec.name != UNTYPED:
            equal = sign.type in (*EQUAL, "||")
            compared = match_comparison(w, node, equal=equal)
            if compared is not None:
                tell_apart(w, *compared, holds=equal == holds)
        elif sign.type == "instanceof" and holds and left.type in NARROWED:
            narrow_to_type(w, left, visit_silently(w, right))


def narrow_to_type(w: Walker, node: Node, declared: int) -> None:
    if not declared:
        return
    if node.type == "identifier":
        name = w.read_text(node)
        w.narrow(name, w.add(ops.DECLARED, declared, look_up(w, name)))
        return
    before = visit_silently(w, node)
    while w.exprs[before][0] in (ops.DECLARED, ops.DISCRIMINATED):
        before = w.exprs[before][2 if w.exprs[before][0] == ops.DECLARED else 1]
    key = make_place_key(w, before)
    if key:
        w.narrow(key, w.add(ops.DECLARED, declared, before))
        w.narrowed = True


def match_comparison(w: Walker, node: Node, *, equal: bool) -> tuple[Node, list[Node]] | None:
    """Return the member in a comparison and its alternatives.

    With `equal` the forms are `x.kind === A` and `x.kind === A || x.kind === B`, else `x.kind !== A` and `x.kind !== A
    && x.kind !== B`. Returns None for any other condition.
    """
    node = unwrap(node)
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    if left is None or right is None or sign is None or node.type != "binary_expression":
        return None
    if sign.type == ("||" if equal else "&&"):
        first, second = match_comparison(w, left, equal=equal), match_comparison(w, right, equal=equal)
        if first is None or second is None or w.read_text(first[0]) != w.read_text(second[0]):
            return None
        return first[0], first[1] + second[1]
    left, right = unwrap(left), unwrap(right)
    if sign.type not in (EQUAL if equal else DIFFERENT) or left.type != "member_expression" or right.type not in KEYS:
        return None
    return left, [right]


def tell_apart(w: Walker, member: Node, keys: list[Node], *, holds: bool) -> None:
    """Narrow a value of several types by the value of its discriminant."""
    base, attribute = member.child_by_field_name("object"), member.child_by_field_name("property")
    if base is None or attribute is None:
        return
    base = unwrap(base)
    if base.type not in NARROWED or b"(" in w.source[base.start_byte : base.end_byte]:
        return  # what is called may define things, and is not walked twice
    key = w.union([visit_silently(w, each) for each in keys])
    if not key:
        return
    name = w.read_text(attribute)
    if base.type == "identifier":
        w.narrow(w.read_text(base), w.add(ops.DISCRIMINATED, look_up(w, w.read_text(base)), key, name, holds))
        w.narrowed = True
        return
    before = found = visit_silently(w, base)
    while w.exprs[before][0] in (ops.DECLARED, ops.DISCRIMINATED):
        before = w.exprs[before][2 if w.exprs[before][0] == ops.DECLARED else 1]
    at = make_place_key(w, before)
    if at:
        w.narrow(at, w.add(ops.DISCRIMINATED, found, key, name, holds))
        w.narrowed = True


def list_known_keys(body: Node) -> list[Node]:
    """Return the values of the cases of a `switch` that discriminate types.

    At the default the value is none of them.
    """
    values = [child.child_by_field_name("value") for child in body.named_children if child.type == "switch_case"]
    return [key for value in values if value is not None and (key := unwrap(value)).type in KEYS]


def list_case_keys(body: Node) -> list[list[Node] | None]:
    """Return the possible values in every case of a `switch`.

    Those of cases that fall through into it are included. None stands for unknown values, and the default has none.
    """
    found: list[list[Node] | None] = []
    before: list[Node] | None = []
    for child in body.named_children:
        if child.type not in ("switch_case", "switch_default"):
            continue
        value = child.child_by_field_name("value")
        if value is None:
            here = None
            found.append([] if before == [] else None)
        else:
            here = None if before is None or unwrap(value).type not in KEYS else [*before, unwrap(value)]
            found.append(here)
        inside = [each for each in child.named_children if each != value and not each.is_extra]
        last = inside[-1] if inside else None
        while last is not None and last.type == "statement_block":
            last = last.named_children[-1] if last.named_children else None
        before = here if not inside else [] if last is not None and last.type in LEAVING else None
    return found


def narrow_case(w: Walker, value: Node | None, keys: list[Node] | None, all_keys: list[Node]) -> None:
    """Narrow the value of a `switch` in one of its cases.

    The default excludes the values of all cases.
    """
    value = unwrap(value) if value is not None and w.spec.name != UNTYPED else None
    if value is not None and value.type == "member_expression" and keys is not None and (keys or all_keys):
        tell_apart(w, value, keys or all_keys, holds=bool(keys))


def visit_silently(w: Walker, node: Node) -> int:
    """Visit an expression again without recording its mentions twice."""
    sites = len(w.sites)
    found = w.visit(node)
    del w.sites[sites:]
    return found
