"""Rust attributes and the names in their arguments.

They name functions, modules and values for whoever reads the attribute, as `#[serde(with = "dates")]` does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.macros import mark_token_sites, parse
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import build_item_name, build_self_type, resolve_module_word
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SILENT = frozenset(
    {"allow", "cfg", "deny", "deprecated", "derive", "doc", "expect", "forbid", "inline", "link", "must_use", "repr"}
    | {"warn", "instrument", "pin_project"}  # the last two name parameters of what is below, and what they make
)
"""Attributes that name nothing of the code around them."""

LABELS = ("name", "rename", "alias")
"""Ends of keys whose value is a name for others: no item is meant by it."""

FUNCTIONS = frozenset({"default", "skip_serializing_if", "getter", "function", "method", "custom"})
"""Keys whose text is the path of a function, beside those that end in `with`, whose text may be that of a module."""

CARRIED = ("serialize", "deserialize")
"""What is run of a module that is given where a function might be."""

_PATH = re.compile(r'"((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)"')


def mention(w: Walker, attribute: Node) -> None:
    """Mention the names in an attribute.

    They are treated like words among the tokens of a macro, and mentioned where they resolve.
    """
    inner = find_child(attribute, "attribute")
    arguments = inner.child_by_field_name("arguments") if inner is not None else None
    if inner is None or arguments is None or b"=" not in w.source[arguments.start_byte : arguments.end_byte]:
        return
    if w.read_text(inner.named_children[0]).rsplit("::", 1)[-1] in SILENT:
        return
    before = len(w.sites)
    for child in parse(w, arguments, (arguments.start_byte, arguments.end_byte), after=b";").named_children:
        _mention_part(w, child)
    mark_token_sites(w, before)


def _mention_part(w: Walker, node: Node) -> None:
    """Mention the names of `key = value`, alone or in an argument list."""
    if node.type == "assignment_expression":
        key, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        if key is not None and value is not None and not w.read_text(key).endswith(LABELS):
            if value.type == "string_literal":
                _mention_text(w, w.read_text(key), value)
            else:
                w.visit(value)
    elif node.type == "call_expression":
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if arguments is not None and not (called is not None and w.read_text(called) in SILENT):
            _mention_part(w, arguments)
    elif node.type in ("expression_statement", "parenthesized_expression", "tuple_expression", "arguments"):
        for child in node.named_children:
            _mention_part(w, child)


def _mention_text(w: Walker, key: str, value: Node) -> None:
    found = _PATH.fullmatch(w.read_text(value))
    if found is None or not (key.endswith("with") or key in FUNCTIONS):
        return
    line = value.start_point[0] + 1
    head, *rest = found[1].split("::")
    if head in ("crate", "self", "super"):
        expr = resolve_module_word(w, head, line)
    elif head == "Self":
        expr = build_self_type(w)
    else:
        expr = build_item_name(w, head)
        if rest and w.exprs[expr][0] == ops.NAME:
            get_state(w).heads.setdefault(expr, line)
    for name in rest:
        expr = w.share(ops.ATTR, expr, name)
    w.add_site("token", expr, line)
    for name in CARRIED if key == "with" else ():
        w.add_site("token", w.share(ops.ATTR, expr, name), line)
