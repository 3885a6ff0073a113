"""Text that a class evaluates as its body: `class_eval <<~RUBY`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import grammar
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.macros import get_listed_names
from codegraph_parsers.lang.ruby.state import get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

EVALUATING = frozenset({"class_eval", "module_eval"})
LONGEST = 4_000  # characters of a text that is read
VISIBLE = re.compile(rb"[^\n]")


def lower_evaluated_text(w: Walker, node: Node, arguments: list[Node]) -> bool:
    """Lower a text that a class evaluates, where all of it is known.

    Returns whether it is. Lines are those of the file; bytes are, up to what stands in place of a name.
    """
    context = get_context(w)
    if context.owner < 0 or not context.is_class_side or context.symbol >= 0 or not arguments:
        return False
    body = find_heredoc(node) if arguments[0].type == "heredoc_beginning" else None
    text = read_body(w, body) if body is not None else None
    if body is None or text is None or len(text) > LONGEST:
        return False
    whole, first = w.source, body.start_byte
    source = VISIBLE.sub(b" ", whole[:first]) + text
    root = grammar.load_parser(w.spec.grammar).parse(source).root_node
    if root.has_error:
        return False
    w.source = source
    definitions.lower_body(w, root)
    w.source = whole
    return True


def find_heredoc(node: Node) -> Node | None:
    """Return the body of the text that begins in a statement: the first one behind it."""
    at: Node | None = node
    while at is not None:
        following = at.next_named_sibling
        while following is not None:
            if following.type == "heredoc_body":
                return following
            following = following.next_named_sibling if following.is_extra else None
        at = at.parent
    return None


def read_body(w: Walker, body: Node) -> bytes | None:
    """Return the text with names put in, None where one is unknown."""
    listed, parts, at = get_listed_names(w), list[bytes](), body.start_byte
    for child in body.named_children:
        if child.type == "interpolation":
            name = listed.get(w.read_text(child.named_children[0]), "") if child.named_children else ""
            if not name:
                return None
            parts += [w.source[at : child.start_byte], name.encode()]
            at = child.end_byte
        elif child.type == "heredoc_end":
            parts.append(w.source[at : child.start_byte])
            at = child.end_byte
    return b"".join(parts)
