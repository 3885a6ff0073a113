"""Rust attributes: functions, modules and values that they name for whoever reads them (`#[serde(with = "dates")]`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.macros import among_tokens, parse
from codegraph_parsers.lang.rust.state import state
from codegraph_parsers.lang.rust.types import module, self_type, type_name

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
    """What an attribute names, as words among the tokens of a macro: they are mentioned where they lead anywhere."""
    inner = next((child for child in attribute.named_children if child.type == "attribute"), None)
    arguments = inner.child_by_field_name("arguments") if inner is not None else None
    if inner is None or arguments is None or b"=" not in w.source[arguments.start_byte : arguments.end_byte]:
        return
    if w.text(inner.named_children[0]).rsplit("::", 1)[-1] in SILENT:
        return
    before = len(w.sites)
    for child in parse(w, arguments, (arguments.start_byte, arguments.end_byte), after=b";").named_children:
        _part(w, child)
    among_tokens(w, before)


def _part(w: Walker, node: Node) -> None:
    """`key = value`, alone or in the arguments of something."""
    if node.type == "assignment_expression":
        key, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        if key is not None and value is not None and not w.text(key).endswith(LABELS):
            if value.type == "string_literal":
                _text(w, w.text(key), value)
            else:
                w.visit(value)
    elif node.type == "call_expression":
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if arguments is not None and not (called is not None and w.text(called) in SILENT):
            _part(w, arguments)
    elif node.type in ("expression_statement", "parenthesized_expression", "tuple_expression", "arguments"):
        for child in node.named_children:
            _part(w, child)


def _text(w: Walker, key: str, value: Node) -> None:
    found = _PATH.fullmatch(w.text(value))
    if found is None or not (key.endswith("with") or key in FUNCTIONS):
        return
    line = value.start_point[0] + 1
    head, *rest = found[1].split("::")
    if head in ("crate", "self", "super"):
        expr = module(w, head, line)
    elif head == "Self":
        expr = self_type(w)
    else:
        expr = type_name(w, head)
        if rest and w.exprs[expr][0] == ops.NAME:
            state(w).heads.setdefault(expr, line)
    for name in rest:
        expr = w.share(ops.ATTR, expr, name)
    w.site("token", expr, line)
    for name in CARRIED if key == "with" else ():
        w.site("token", w.share(ops.ATTR, expr, name), line)
