"""What the body of a macro runs for certain, whoever expands it: functions of its own crate, and other macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Import
from codegraph_parsers.lang.rust.macros import BUILT_IN
from codegraph_parsers.lang.rust.types import module

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def mention(w: Walker, node: Node, symbol: int) -> None:
    """`$crate::function(…)` and `other!(…)` in the rules of a macro, credited to it. Other names are for the places
    that expand it to know, and types say little there of who uses them."""
    w.owners.append(symbol)
    pending = [right for rule in node.named_children if (right := rule.child_by_field_name("right")) is not None]
    while pending:
        tokens = [child for child in pending.pop().children if not child.is_extra]
        pending.extend(token for token in tokens if token.type in ("token_tree", "token_repetition"))
        for position, token in enumerate(tokens):
            if token.type == "metavariable" and w.text(token) == "$crate":
                _path(w, tokens, position)
            elif token.type == "identifier" and _is_expanded(tokens, position + 1):
                before = tokens[position - 1].type if position else ""
                if before not in ("::", "$", "."):
                    _macro(w, token)
    w.owners.pop()


def _is_expanded(tokens: list[Node], position: int) -> bool:
    """Whether `!` and an argument follow."""
    return [each.type for each in tokens[position : position + 2]] == ["!", "token_tree"]


def _path(w: Walker, tokens: list[Node], position: int) -> None:
    """`$crate::a::b(…)`, and `$crate::a!(…)`."""
    names: list[Node] = []
    position += 1
    while position + 1 < len(tokens) and tokens[position].type == "::" and tokens[position + 1].type == "identifier":
        names.append(tokens[position + 1])
        position += 2
    if names and _is_expanded(tokens, position):
        _macro(w, names[-1])
    elif names and position < len(tokens) and w.text(tokens[position]).startswith("("):
        line = names[-1].start_point[0] + 1
        expr = module(w, "crate", line)
        for name in names:
            expr = w.share(ops.ATTR, expr, w.text(name))
        w.site("tokens", w.add(ops.CALL, expr, (), ()), line)


def _macro(w: Walker, node: Node) -> None:
    if w.text(node) not in BUILT_IN:
        line = node.start_point[0] + 1
        w.site("tokens", w.add(ops.CALL, of_crate(w, w.text(node), line), (), ()), line)


def of_crate(w: Walker, name: str, line: int) -> int:
    """A macro of the crate by its name, wherever it is defined."""
    found = w.shared.get(("macro", name))
    if found is None:
        w.facts.imports.append(Import("!", f"{name}!", "", line, "path"))
        found = w.shared[("macro", name)] = len(w.facts.imports) - 1
    return w.share(ops.IMPORT, found)
