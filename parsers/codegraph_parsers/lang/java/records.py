"""What a record has that need not be written: the constructor that takes all its components, and accessors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def has_canonical(w: Walker, components: Node, body: Node) -> bool:
    """Whether a record's constructor of all its components is written, or there is no other that is."""
    found = [_types(w, child) for child in body.named_children if child.type == "constructor_declaration"]
    if not found or any(child.type == "compact_constructor_declaration" for child in body.named_children):
        return True
    return _typed(w, components) in found


def _types(w: Walker, constructor: Node) -> list[str]:
    listed = constructor.child_by_field_name("parameters")
    return _typed(w, listed) if listed is not None else []


def _typed(w: Walker, listed: Node) -> list[str]:
    """Types of parameters or components as they are written."""
    parts = [child for child in listed.named_children if child.type in ("formal_parameter", "spread_parameter")]
    types = [part.child_by_field_name("type") or next(iter(part.named_children), part) for part in parts]
    return ["".join(w.text(each).split()) for each in types]


def is_overload(w: Walker, accessor: int, methods: list[int]) -> bool:
    """Whether an accessor that nobody wrote is there beside methods of its name: none of them takes as much as it."""
    found = w.exprs[accessor]
    if not accessor or found[0] != ops.FUNCTYPE:
        return False
    taken = {len(w.facts.params.get(int(w.exprs[method][1]), ())) for method in methods}
    return len(found[1]) not in taken
