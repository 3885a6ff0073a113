"""What a condition says of the names and members in it: `x instanceof T`, `isT(x)`, and their combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.scopes import lookup, unwrap
from codegraph_parsers.places import place

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
            found = silently(w, function)
            if found:
                is_of(w, first, w.share(ops.ATTR, found, GUARD))
    elif node.type == "binary_expression":
        left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
        if left is None or right is None or sign is None:
            return
        if sign.type == ("&&" if holds else "||"):
            narrow(w, left, holds)
            narrow(w, right, holds)
        elif sign.type in TELLING and w.spec.name != UNTYPED:
            equal = sign.type in (*EQUAL, "||")
            compared = comparison(w, node, equal=equal)
            if compared is not None:
                tell_apart(w, *compared, holds=equal == holds)
        elif sign.type == "instanceof" and holds and left.type in NARROWED:
            is_of(w, left, silently(w, right))


def is_of(w: Walker, node: Node, declared: int) -> None:
    if not declared:
        return
    if node.type == "identifier":
        name = w.text(node)
        w.narrow(name, w.add(ops.DECLARED, declared, lookup(w, name)))
        return
    before = silently(w, node)
    while w.exprs[before][0] in (ops.DECLARED, ops.DISCRIMINATED):
        before = w.exprs[before][2 if w.exprs[before][0] == ops.DECLARED else 1]
    key = place(w, before)
    if key:
        w.narrow(key, w.add(ops.DECLARED, declared, before))
        w.narrowed = True


def comparison(w: Walker, node: Node, *, equal: bool) -> tuple[Node, list[Node]] | None:
    """The member and what it is compared to in `x.kind === A` and `x.kind === A || x.kind === B`, or else in
    `x.kind !== A` and `x.kind !== A && x.kind !== B`."""
    node = unwrap(node)
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    if left is None or right is None or sign is None or node.type != "binary_expression":
        return None
    if sign.type == ("||" if equal else "&&"):
        first, second = comparison(w, left, equal=equal), comparison(w, right, equal=equal)
        if first is None or second is None or w.text(first[0]) != w.text(second[0]):
            return None
        return first[0], first[1] + second[1]
    left, right = unwrap(left), unwrap(right)
    if sign.type not in (EQUAL if equal else DIFFERENT) or left.type != "member_expression" or right.type not in KEYS:
        return None
    return left, [right]


def tell_apart(w: Walker, member: Node, keys: list[Node], *, holds: bool) -> None:
    """What a member is tells of which of several types that is which has it."""
    base, attribute = member.child_by_field_name("object"), member.child_by_field_name("property")
    if base is None or attribute is None:
        return
    base = unwrap(base)
    if base.type not in NARROWED or b"(" in w.source[base.start_byte : base.end_byte]:
        return  # what is called may define things, and is not walked twice
    key = w.union([silently(w, each) for each in keys])
    if not key:
        return
    name = w.text(attribute)
    if base.type == "identifier":
        w.narrow(w.text(base), w.add(ops.DISCRIMINATED, lookup(w, w.text(base)), key, name, holds))
        w.narrowed = True
        return
    before = found = silently(w, base)
    while w.exprs[before][0] in (ops.DECLARED, ops.DISCRIMINATED):
        before = w.exprs[before][2 if w.exprs[before][0] == ops.DECLARED else 1]
    at = place(w, before)
    if at:
        w.narrow(at, w.add(ops.DISCRIMINATED, found, key, name, holds))
        w.narrowed = True


def known_keys(body: Node) -> list[Node]:
    """Of the cases of a `switch` the values that tell types apart: at the default it is none of them."""
    values = [child.child_by_field_name("value") for child in body.named_children if child.type == "switch_case"]
    return [key for value in values if value is not None and (key := unwrap(value)).type in KEYS]


def cases(body: Node) -> list[list[Node] | None]:
    """Of every case of a `switch` what the value is in it, those that fall into it included; None where that is not
    known, and at the default nothing."""
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


def in_case(w: Walker, value: Node | None, keys: list[Node] | None, all_keys: list[Node]) -> None:
    """What a case of a `switch` says of the value that is asked; the default says what it is not."""
    value = unwrap(value) if value is not None and w.spec.name != UNTYPED else None
    if value is not None and value.type == "member_expression" and keys is not None and (keys or all_keys):
        tell_apart(w, value, keys or all_keys, holds=bool(keys))


def silently(w: Walker, node: Node) -> int:
    """An expression that was walked before, without recording its mentions again."""
    sites = len(w.sites)
    found = w.visit(node)
    del w.sites[sites:]
    return found
