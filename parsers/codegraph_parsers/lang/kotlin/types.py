"""Types of Kotlin as expressions, and the keys of names in name tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.kotlin import state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

METHOD = "()"
"""Ends the name of a function in name tables: functions and properties do not share a namespace."""

EXTENSION = "."
"""Begins the name of an extension in name tables, which is found by the receiver of a call alone."""

RECEIVER = "this"
"""Name of the parameter that holds the receiver of an extension, before the others."""

RECEIVER_TYPE = "$Receiver"
"""The prelude's name for the type of the receiver in a function type."""

TYPES = frozenset({"user_type", "nullable_type", "non_nullable_type", "function_type", "parenthesized_type"})


def read_name(w: Walker, node: Node) -> str:
    """Return a name without the quotes that make a name of any text."""
    return w.read_text(node).strip("`")


def find_type(node: Node) -> Node | None:
    """Return the first type among the children of a node."""
    for child in node.named_children:
        if child.type in TYPES:
            return child
    return None


def lower_type(w: Walker, node: Node | None, mention: bool = True) -> int:
    """Return the type expression of a type node, 0 where there is none.

    Names in it are mentioned as types. A type that may be null is the type itself.
    """
    if node is None:
        return 0
    kind = node.type
    if kind == "user_type":
        return _lower_user_type(w, node, mention)
    if kind == "function_type":
        return _lower_function_type(w, node)
    if kind in ("nullable_type", "non_nullable_type", "parenthesized_type", "type_projection"):
        return lower_type(w, find_type(node), mention)
    return 0


def _lower_function_type(w: Walker, node: Node) -> int:
    """Lower `(A, B) -> R`, and `T.(A) -> R` with its receiver before the parameters."""
    parts: list[int] = []
    result = 0
    seen = False
    for child in node.named_children:
        if child.type == "function_type_parameters":
            seen = True
            parts.extend(_lower_parameter_type(w, each) for each in child.named_children if not each.is_extra)
        elif child.type in TYPES and seen:
            result = lower_type(w, child)
        elif child.type in TYPES:
            parts.append(wrap_receiver(w, lower_type(w, child)))
    return w.share(ops.FUNCTYPE, tuple(parts), result)


def _lower_parameter_type(w: Walker, node: Node) -> int:
    return lower_type(w, find_type(node) if node.type == "parameter" else node)


def wrap_receiver(w: Walker, declared: int) -> int:
    """Return the type of a first parameter that is the receiver."""
    return w.share(ops.GENERIC, w.share(ops.NAME, RECEIVER_TYPE, 0), (declared,))


def _lower_user_type(w: Walker, node: Node, mention: bool) -> int:
    """Lower `Outer.Inner<T>` and `pack.age.Type`."""
    parts = node.named_children
    if len(parts) == 1 and parts[0].type == "identifier":  # mostly
        return lower_name(w, read_name(w, parts[0]), parts[0].start_point[0] + 1, mention)
    names = [read_name(w, child) for child in parts if child.type == "identifier"]
    packages = count_packages(names)
    expr = 0
    position = 0
    for child in parts:
        if child.type == "identifier":
            line = child.start_point[0] + 1
            if position == packages:
                expr = _lower_first_name(w, names, packages, line, mention)
            elif position > packages:
                expr = w.share(ops.ATTR, expr, names[position])
                if mention:
                    w.mention(expr, line, "type")
            position += 1
        elif child.type == "type_arguments":
            arguments = lower_type_arguments(w, child)
            expr = w.share(ops.GENERIC, expr, arguments) if arguments else expr
    return expr


def _lower_first_name(w: Walker, names: list[str], packages: int, line: int, mention: bool) -> int:
    if packages:
        expr = import_qualified(w, names[:packages], names[packages], line)
        if mention:
            w.add_site("type", expr, line)
        return expr
    return lower_name(w, names[0], line, mention)


def lower_name(w: Walker, name: str, line: int, mention: bool = True) -> int:
    """Lower a type by its simple name."""
    return roles.lower_type_name(w, name, line, state.get_state(w).header, {}, mention)


def lower_type_arguments(w: Walker, node: Node) -> tuple[int, ...]:
    """Return the types in `<A, out B, *>`, 0 for a star."""
    return tuple(lower_type(w, child) for child in node.named_children if not child.is_extra)


def count_packages(names: list[str]) -> int:
    """Return the number of leading package names of a qualified type."""
    for position, name in enumerate(names):
        if name[:1].isupper():
            return position
        if not name[:1].islower():
            return 0
    return 0


def import_qualified(w: Walker, packages: list[str], name: str, line: int) -> int:
    """Import what is named with its package instead of an import."""
    paths = state.get_state(w).paths
    key = (*packages, name)
    found = paths.get(key)
    if found is None:
        found = paths[key] = w.add_import(".".join(packages), name, "", line, "bind")
    return found
