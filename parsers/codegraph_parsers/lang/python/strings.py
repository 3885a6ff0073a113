"""Strings that name code.

Examples are `"package.module.name"`, `"package.module:name"` and the second argument of `setattr(thing, "name", …)`.

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
    """Mention the definition that a dotted string names.

    Returns 0 when it cannot be a name.
    """
    if DOTTED.fullmatch(text) is None:
        return 0
    key = ("named", text)
    expr = w.literals.get(key)
    if expr is None:
        head, _, name = text.decode("ascii").replace(":", ".").rpartition(".")
        module = w.add(ops.DECLARED, 0, w.add_import(NAMED + head, "", "", line, "bind"))  # declared: never exact
        expr = w.literals[key] = w.add(ops.ATTR, module, name)
    w.add_site("token", expr, line)
    return expr


def find_prefix(w: Walker, node: Node) -> str:
    """Return the constant beginning of a name that is put together.

    Examples are `"visit_" + kind`, `f"visit_{kind}"` and `"visit_%s" % kind`.
    """
    if node.type == "identifier":
        assigned = _find_assigned(w, node)
        return find_prefix(w, assigned) if assigned is not None else ""
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


def _find_assigned(w: Walker, name: Node) -> Node | None:
    """Return the value that a variable is assigned in the function around it.

    Returns None where it is assigned more than once, or assigned another name.
    """
    around = name.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    found: list[Node] = []
    waiting, word = [around] if around is not None else [], w.read_text(name)
    while waiting:
        node = waiting.pop()
        if node.type in ("assignment", "augmented_assignment", "named_expression", "for_statement"):
            left = node.child_by_field_name("left") or node.child_by_field_name("name")
            right = node.child_by_field_name("right") or node.child_by_field_name("value")
            if left is not None and right is not None and w.read_text(left) == word:
                found.append(right)
        waiting.extend(node.named_children)
    return found[0] if len(found) == 1 and found[0].type != "identifier" else None


def list_iterated_names(w: Walker, node: Node) -> list[str]:
    """Return the names that a variable holds one after the other.

    It is the variable of a loop over texts, or a test's parameter for which they are listed. There are none where one
    of them is no plain text.
    """
    if node.type != "identifier":
        return []
    word, around = w.read_text(node), node.parent
    held = w.scope.env.get(word, 0)
    while w.exprs[held][0] == ops.FLOW:
        held = int(w.exprs[held][2])
    if w.exprs[held][0] not in (ops.PARAM, ops.ITER, ops.ITEM):  # it was set to something else meanwhile
        return []
    while around is not None and around.type not in ("function_definition", "lambda"):
        if around.type == "for_statement":
            left, right = around.child_by_field_name("left"), around.child_by_field_name("right")
            place = _find_place(w, left, word)
            if place is not None and right is not None:
                return _list_names(w, right, place)
        around = around.parent
    if around is None or around.parent is None or around.parent.type != "decorated_definition":
        return []
    for decorator in around.parent.children:
        call = decorator.named_children[0] if decorator.type == "decorator" and decorator.named_children else None
        maker = call.child_by_field_name("function") if call is not None and call.type == "call" else None
        if call is None or maker is None or not w.read_text(maker).endswith("parametrize"):
            continue
        given = call.child_by_field_name("arguments")
        parts = given.named_children if given is not None else []
        names = WORDS.findall(w.read_text(parts[0])) if len(parts) > 1 else []
        if word in names:
            return _list_names(w, parts[1], (names.index(word),) if len(names) > 1 else ())
    return []


MOST_NAMES = 32


def _find_place(w: Walker, left: Node | None, word: str) -> tuple[int, ...] | None:
    """Return the place of a variable in the targets of a loop.

    It is () for the whole target, else its position, None where it is no target.
    """
    if left is None:
        return None
    if left.type == "identifier":
        return () if w.read_text(left) == word else None
    names = [w.read_text(child) for child in left.named_children]
    return (names.index(word),) if left.type in ("pattern_list", "tuple_pattern") and word in names else None


def _list_names(w: Walker, node: Node, place: tuple[int, ...]) -> list[str]:
    """Return the names in a list of texts, or in a list of rows at one place."""
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
        text = w.read_text(cell)[1:-1]
        if cell.type != "string" or not text.isidentifier():
            return []
        found.append(text)
    return list(dict.fromkeys(found)) if len(found) <= MOST_NAMES else []


def mention_arguments(w: Walker, call: int, line: int) -> None:
    """Mention what the arguments of a call name by strings.

    That is the first argument's own string, or the member of it that the second one names. A definition that is
    replaced with `wraps` still runs.
    """
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
            w.add_site("token", named, line)
    if named and any(name == "wraps" for name, _ in keywords):
        w.add_site("requested", w.add(ops.CALL, named, (), ()), line)
