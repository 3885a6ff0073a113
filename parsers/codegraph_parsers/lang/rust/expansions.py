"""Calls that the body of a macro always makes, whoever expands it.

They are of functions of its own crate, and of other macros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Import
from codegraph_parsers.lang.rust.macros import BUILT_IN
from codegraph_parsers.lang.rust.types import resolve_module_word

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def mention_callees(w: Walker, node: Node, symbol: int) -> None:
    """Mention the callees in the rules of a macro: `$crate::function(…)`, `other!(…)`.

    The macro is their owner. Other names depend on the place of the expansion, and types tell little there about their
    users.
    """
    w.owners.append(symbol)
    pending = [right for rule in node.named_children if (right := rule.child_by_field_name("right")) is not None]
    while pending:
        tokens = [child for child in pending.pop().children if not child.is_extra]
        pending.extend(token for token in tokens if token.type in ("token_tree", "token_repetition"))
        for position, token in enumerate(tokens):
            if token.type == "metavariable" and w.read_text(token) == "$crate":
                _mention_path(w, tokens, position)
            elif token.type == "identifier" and _is_expanded(tokens, position + 1):
                before = tokens[position - 1].type if position else ""
                if before not in ("::", "$", "."):
                    _mention_macro(w, token)
    w.owners.pop()


def _is_expanded(tokens: list[Node], position: int) -> bool:
    """Return whether `!` and an argument follow."""
    return [each.type for each in tokens[position : position + 2]] == ["!", "token_tree"]


def _mention_path(w: Walker, tokens: list[Node], position: int) -> None:
    """Mention `$crate::a::b(…)` or `$crate::a!(…)`."""
    names: list[Node] = []
    position += 1
    while position + 1 < len(tokens) and tokens[position].type == "::" and tokens[position + 1].type == "identifier":
        names.append(tokens[position + 1])
        position += 2
    if names and _is_expanded(tokens, position):
        _mention_macro(w, names[-1])
    elif names and position < len(tokens) and w.read_text(tokens[position]).startswith("("):
        line = names[-1].start_point[0] + 1
        expr = resolve_module_word(w, "crate", line)
        for name in names:
            expr = w.share(ops.ATTR, expr, w.read_text(name))
        w.add_site("tokens", w.add(ops.CALL, expr, (), ()), line)


def _mention_macro(w: Walker, node: Node) -> None:
    if w.read_text(node) not in BUILT_IN:
        line = node.start_point[0] + 1
        w.add_site("tokens", w.add(ops.CALL, import_crate_macro(w, w.read_text(node), line), (), ()), line)


def import_crate_macro(w: Walker, name: str, line: int) -> int:
    """Return a macro of the crate by its name, wherever it is defined."""
    found = w.shared.get(("macro", name))
    if found is None:
        w.facts.imports.append(Import("!", f"{name}!", "", line, "path"))
        found = w.shared[("macro", name)] = len(w.facts.imports) - 1
    return w.share(ops.IMPORT, found)
