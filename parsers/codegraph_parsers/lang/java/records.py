"""Members that a record has without declaring them.

These are the constructor that takes all its components, and accessors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def has_canonical(w: Walker, components: Node, body: Node) -> bool:
    """Return whether a record's constructor of all its components is written.

    Also true where no other constructor is written.
    """
    found = [
        _list_parameter_types(w, child) for child in body.named_children if child.type == "constructor_declaration"
    ]
    if not found or any(child.type == "compact_constructor_declaration" for child in body.named_children):
        return True
    return _list_types(w, components) in found


def _list_parameter_types(w: Walker, constructor: Node) -> list[str]:
    listed = constructor.child_by_field_name("parameters")
    return _list_types(w, listed) if listed is not None else []


def _list_types(w: Walker, listed: Node) -> list[str]:
    """Return the types of parameters or components as they are written."""
    parts = [child for child in listed.named_children if child.type in ("formal_parameter", "spread_parameter")]
    types = [part.child_by_field_name("type") or next(iter(part.named_children), part) for part in parts]
    return ["".join(w.read_text(each).split()) for each in types]


def is_overload(w: Walker, accessor: int, methods: list[int]) -> bool:
    """Return whether an accessor that is not written is an overload.

    It is next to methods of its name, none of which takes as many arguments.
    """
    found = w.exprs[accessor]
    if not accessor or found[0] != ops.FUNCTYPE:
        return False
    taken = {len(w.facts.params.get(int(w.exprs[method][1]), ())) for method in methods}
    return len(found[1]) not in taken
