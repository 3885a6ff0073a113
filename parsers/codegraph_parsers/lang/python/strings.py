"""Strings that name code: `"package.module.name"`, `"package.module:name"`, what `setattr(thing, "name", …)` is given.

They mention what they name without importing it. Most strings with dots in them name nothing of the tree, so a string
that leads nowhere is no miss.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

NAMED = "named:"  # module text of an import that a string makes; see `imports.py`
DOTTED = re.compile(rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*[.:][A-Za-z_]\w*")
WORDS = re.compile(r"\w+")
MARKED = re.compile(rb"""['"]([A-Za-z_]\w*)(?:\{|%s|['"])""")  # how a name begins of which the rest is put in


def mention(w: Walker, text: bytes, line: int) -> int:
    """What a dotted string names; 0 when it cannot be a name."""
    if DOTTED.fullmatch(text) is None:
        return 0
    key = ("named", text)
    expr = w.literals.get(key)
    if expr is None:
        head, _, name = text.decode("ascii").replace(":", ".").rpartition(".")
        module = w.add(ops.DECLARED, 0, w.import_(NAMED + head, "", "", line, "bind"))  # declared: never exact
        expr = w.literals[key] = w.add(ops.ATTR, module, name)
    w.site("token", expr, line)
    return expr


def prefix(w: Walker, node: Node) -> str:
    """How a name begins that is put together: `"visit_" + kind`, `f"visit_{kind}"`, `"visit_%s" % kind`."""
    if node.type == "identifier":
        assigned = _assigned(w, node)
        return prefix(w, assigned) if assigned is not None else ""
    if node.type == "call":
        target = node.child_by_field_name("function")
        inside = target.child_by_field_name("object") if target is not None and target.type == "attribute" else None
        if inside is None or inside.type != "string":
            return ""
        node = inside
    elif node.type == "binary_operator":
        left = node.child_by_field_name("left")
        if left is None or left.type != "string":
            return ""
        node = left
    elif node.type != "string" or all(child.type != "interpolation" for child in node.named_children):
        return ""
    found = MARKED.search(w.source, node.start_byte, node.end_byte)
    return found[1].decode("ascii") if found is not None else ""


def _assigned(w: Walker, name: Node) -> Node | None:
    """What a variable of the function around it is set to, where that is said once and is no name in turn."""
    around = name.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    found: list[Node] = []
    waiting, word = [around] if around is not None else [], w.text(name)
    while waiting:
        node = waiting.pop()
        if node.type in ("assignment", "augmented_assignment", "named_expression", "for_statement"):
            left = node.child_by_field_name("left") or node.child_by_field_name("name")
            right = node.child_by_field_name("right") or node.child_by_field_name("value")
            if left is not None and right is not None and w.text(left) == word:
                found.append(right)
        waiting.extend(node.named_children)
    return found[0] if len(found) == 1 and found[0].type != "identifier" else None


def named_in_turn(w: Walker, node: Node) -> list[str]:
    """The names that a variable holds one after the other: of a loop over texts, or of a test's parameter for which
    they are listed. None where one of them is no plain text."""
    if node.type != "identifier":
        return []
    word, around = w.text(node), node.parent
    held = w.scope.env.get(word, 0)
    while w.exprs[held][0] == ops.FLOW:
        held = int(w.exprs[held][2])
    if w.exprs[held][0] not in (ops.PARAM, ops.ITER, ops.ITEM):  # it was set to something else meanwhile
        return []
    while around is not None and around.type not in ("function_definition", "lambda"):
        if around.type == "for_statement":
            left, right = around.child_by_field_name("left"), around.child_by_field_name("right")
            place = _place(w, left, word)
            if place is not None and right is not None:
                return _texts(w, right, place)
        around = around.parent
    if around is None or around.parent is None or around.parent.type != "decorated_definition":
        return []
    for decorator in around.parent.children:
        call = decorator.named_children[0] if decorator.type == "decorator" and decorator.named_children else None
        maker = call.child_by_field_name("function") if call is not None and call.type == "call" else None
        if call is None or maker is None or not w.text(maker).endswith("parametrize"):
            continue
        given = call.child_by_field_name("arguments")
        parts = given.named_children if given is not None else []
        names = WORDS.findall(w.text(parts[0])) if len(parts) > 1 else []
        if word in names:
            return _texts(w, parts[1], (names.index(word),) if len(names) > 1 else ())
    return []


MOST_NAMES = 32


def _place(w: Walker, left: Node | None, word: str) -> tuple[int, ...] | None:
    """Where in what a loop goes over a variable is: as a whole, or at which position."""
    if left is None:
        return None
    if left.type == "identifier":
        return () if w.text(left) == word else None
    names = [w.text(child) for child in left.named_children]
    return (names.index(word),) if left.type in ("pattern_list", "tuple_pattern") and word in names else None


def _texts(w: Walker, node: Node, place: tuple[int, ...]) -> list[str]:
    """The names that a list of texts holds, or a list of rows at one place."""
    found: list[str] = []
    for row in node.named_children if node.type in ("list", "tuple", "set") else ():
        if row.is_extra:
            continue
        cell = row
        if place:
            cells = [child for child in row.named_children if not child.is_extra]
            if row.type not in ("tuple", "list") or place[0] >= len(cells):
                return []
            cell = cells[place[0]]
        text = w.text(cell)[1:-1]
        if cell.type != "string" or not text.isidentifier():
            return []
        found.append(text)
    return list(dict.fromkeys(found)) if len(found) <= MOST_NAMES else []


def mention_arguments(w: Walker, call: int, line: int) -> None:
    """The first argument of a call by its string, or the member of it that the second one names. What then `wraps` the
    same is run all the same."""
    positional: tuple[int, ...] = w.exprs[call][2]
    keywords: tuple[tuple[str, int], ...] = w.exprs[call][3]
    if not positional:
        return
    first, named = w.exprs[positional[0]], 0
    if first[0] == ops.LITERAL:
        named = mention(w, str(first[2]).encode(), line)
    elif len(positional) > 1:
        second = w.exprs[positional[1]]
        if second[0] == ops.LITERAL and str(second[2]).isidentifier():
            named = w.add(ops.ATTR, positional[0], second[2])
            w.site("token", named, line)
    if named and any(name == "wraps" for name, _ in keywords):
        w.site("requested", w.add(ops.CALL, named, (), ()), line)
