"""Pin projections of Rust types: `#[pin_project]` and `pin_project! { … }`.

A projection is the form of a type behind a pin.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.rust.items import Header, bind_item, declare_type_parameters
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import build_standard_item, lower_declared

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

MACRO = "pin_project"
PROJECTED = ["pin", "PinProject"]  # prelude trait of what can be projected

_NAME = re.compile(r"\bproject(?:_ref|_replace)?\s*=\s*(\w+)")
_ATTRIBUTE = re.compile(r"(?:\w+::)*pin_project\b")


def is_projected(w: Walker, head: Header) -> bool:
    return get_state(w).macro == MACRO or any(_ATTRIBUTE.match(text) for text in head.attributes)


def define_projection(w: Walker, node: Node, symbol: int, head: Header) -> None:
    """Define the projection of a type.

    For a struct it is a struct whose pinned fields are behind a pin. For an enum it is the enum itself, because only
    its cases matter. The scope of `symbol` must be open.
    """
    body = node.child_by_field_name("body")
    if node.type == "enum_item" or body is None or body.type != "field_declaration_list":
        made = symbol
    else:
        made = _define_projected_fields(w, node, body)
    names = [name for name, _ in w.facts.type_params.get(symbol, ())]
    own = w.add(ops.SYM, made)
    if names:
        own = w.add(ops.GENERIC, own, tuple(w.share(ops.NAME, name, symbol) for name in names))
    trait = w.add(ops.GENERIC, build_standard_item(w, PROJECTED), (own,))
    line = w.symbols[symbol].line
    w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), Base(trait, "implements", line))
    get_state(w).projections.extend((name, made, head) for text in head.attributes for name in _NAME.findall(text))


def bind_projections(w: Walker) -> None:
    """Bind the names of projections that a type declares, in the enclosing scope."""
    kept = get_state(w)
    for name, made, head in kept.projections:
        bind_item(w, name, w.add(ops.SYM, made), head)
    kept.projections = []


def _define_projected_fields(w: Walker, node: Node, body: Node) -> int:
    """Define a nameless struct of the fields.

    Each field refers to the field that it projects.
    """
    owner = w.scope.symbol
    made = w.define(SymbolKind.STRUCT, "<projection>", node, flags=Flag.ANONYMOUS)
    fields = {w.symbols[at].name: at for at in range(owner + 1, made) if w.symbols[at].parent == owner}
    before = len(w.sites)
    w.open_scope(made, "class")
    declare_type_parameters(w, node, made)
    pinned, held = False, dict[str, int]()
    for child in body.named_children:
        if child.type == "attribute_item":
            pinned = pinned or w.read_text(child).replace(" ", "") == "#[pin]"
            continue
        name, kind = child.child_by_field_name("name"), child.child_by_field_name("type")
        if child.type != "field_declaration" or name is None or w.read_text(name) not in fields:
            continue
        type_ = lower_declared(w, kind)
        if pinned:
            type_ = w.add(ops.GENERIC, build_standard_item(w, ["pin", "Pin"]), (type_,))
        held[f".{w.read_text(name)}"] = w.add(
            ops.FLOW, w.share(ops.VAR, fields[w.read_text(name)]), w.add_instance(type_)
        )
        pinned = False
    w.close_scope()
    w.facts.names[made] = held  # not bound: a name as other scopes see it holds nothing in particular
    del w.sites[before:]  # the fields have mentioned their types
    return made
