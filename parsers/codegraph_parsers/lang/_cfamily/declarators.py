"""Declarators: `*(*name[3])(int)`, read from the inside out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

NAMES = frozenset(
    {"identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "qualified_identifier"}
    | {
        "template_function",
        "template_method",
        "operator_cast",
        "primitive_type",
        "structured_binding_declarator",
        "dependent_name",
    }
)


class Declarator(NamedTuple):
    """A declarator, taken apart.

    `function` is the node with the parameter list when the declared thing is a function itself.
    """

    name: Node
    function: Node | None
    pointer: bool  # a pointer to a function, or an array of them
    arrays: int  # array layers of the declared thing
    holder: Node | None = None  # parameter-list holder around the name, direct or through a pointer


def unwrap(node: Node | None) -> Declarator | None:
    """Return the declared name and the layer next to it.

    The result is None for an abstract declarator.
    """
    function: Node | None = None
    nearest = ""
    arrays = 0
    outer_function = False
    while node is not None:
        kind = node.type
        if kind in NAMES:
            direct = nearest == "function_declarator"
            if kind == "operator_cast":
                return Declarator(node, node, False, 0)
            return Declarator(node, function if direct else None, outer_function and not direct, arrays, function)
        if kind == "function_declarator":
            nearest, outer_function = kind, True
            function = node
        elif kind == "array_declarator":
            nearest = kind
            arrays += 1
        elif kind in ("pointer_declarator", "reference_declarator"):
            nearest = kind
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if c.type in NAMES or c.type.endswith("_declarator")), None)
        node = inner
    return None


def split_path(name: Node) -> list[Node]:
    """Split the path of a declared name.

    `A::B<T>::f` gives the nodes of `A`, `B<T>` and `f`.
    """
    found: list[Node] = []
    node: Node | None = name
    while node is not None and node.type == "qualified_identifier":
        scope = node.child_by_field_name("scope")
        if scope is not None:
            found.append(scope)
        node = node.child_by_field_name("name")
    if node is not None:
        found.append(node)
    return found


def strip_template_arguments(node: Node) -> Node:
    """Return the identifier inside a node such as `f<3>`."""
    if node.type in ("template_function", "template_method", "template_type"):
        inner = node.child_by_field_name("name")
        return inner if inner is not None else node
    if node.type == "dependent_name" and node.named_children:
        return strip_template_arguments(node.named_children[-1])
    return node


def is_pointer(node: Node, shape: Declarator, *kinds: str) -> bool:
    """Return whether a pointer or reference layer is around the name.

    `kinds` are the types of other layers to look for. Only layers within this declaration count.
    """
    wanted = kinds or ("pointer_declarator", "reference_declarator")
    above = shape.name.parent
    while above is not None and above.id != node.id:
        if above.type in wanted:
            return True
        above = above.parent
    return False
