"""Names of PHP: each is completed to a full name while the file is walked.

A class, function or constant is known by its namespace and name, so no scope is searched for it. A function or
constant without a namespace may also be the global one; the mark `?` leaves that choice to the project.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.php import state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

METHOD = "()"
"""Ends the names of functions and methods in name tables: they share no namespace with anything else."""

SEPARATOR = "\\"
FALLBACK = "?"
"""Begins a name that is the global one where the namespace has none of that name."""

RELATIVE = frozenset({"self", "static", "parent"})


def complete_class_name(w: Walker, name: str) -> str:
    """Return the full name of a class or namespace from how it is written."""
    kept = state.get_state(w)
    if name.startswith(SEPARATOR):
        return name[1:]
    head, separator, rest = name.partition(SEPARATOR)
    if separator and head.lower() == "namespace":
        return add_namespace(w, rest)
    known = kept.uses["class"].get(head.lower())
    if known is not None:
        return known + separator + rest
    return add_namespace(w, name)


def add_namespace(w: Walker, name: str) -> str:
    namespace = state.get_state(w).namespace
    return f"{namespace}{SEPARATOR}{name}" if namespace else name


def complete_name(w: Walker, name: str, kind: str) -> str:
    """Return the full name of a function or constant.

    It has the mark where it may be the global one.
    """
    if SEPARATOR in name:
        return complete_class_name(w, name)
    known = state.get_state(w).uses[kind].get(name.lower() if kind == "function" else name)
    if known is not None:
        return known
    namespace = state.get_state(w).namespace
    return f"{FALLBACK}{namespace}{SEPARATOR}{name}" if namespace else name


def refer(w: Walker, full: str, line: int) -> int:
    """Return the expression of a full name, one for each name in a file."""
    paths = state.get_state(w).paths
    found = paths.get(full)
    if found is None:
        found = paths[full] = w.add_import(full, "", "", line, "bind")
    return found


def refer_to_class(w: Walker, name: str, line: int) -> int:
    """Return the class of a name as it is written, `self` included."""
    word = name.lower()
    if word in RELATIVE:
        return refer_to_relative(w, word)
    return refer(w, complete_class_name(w, name), line)


def refer_to_relative(w: Walker, word: str) -> int:
    """Return the class that `self`, `static` or `parent` stands for."""
    if not w.classes:
        return 0
    owner = w.classes[-1]
    if word == "parent":
        return state.get_state(w).parents.get(owner) or w.share(ops.SUPER, owner)
    is_open = word == "static" or owner in state.get_state(w).traits  # `self` of a trait is the class that uses it
    return w.share(ops.CLASSREF, owner) if is_open else w.add(ops.SYM, owner)


def refer_to_function(w: Walker, name: str, line: int) -> int:
    return refer(w, complete_name(w, name, "function") + METHOD, line)


def refer_to_constant(w: Walker, name: str, line: int) -> int:
    return refer(w, complete_name(w, name, "const"), line)


def bind_globally(w: Walker, name: str, expr: int) -> None:
    """Bind a full name in the file, wherever in it the definition stands."""
    scope = w.scope
    while scope.outer is not None:
        scope = scope.outer
    before = scope.env.get(name, 0)
    scope.bound.setdefault(name, []).append(expr)
    scope.env[name] = w.union([before, expr])


def read_variable(w: Walker, node: Node) -> str:
    """Return the name of a variable with its sign, "" for a computed one."""
    return w.read_text(node) if node.type == "variable_name" else ""


def look_up_variable(w: Walker, name: str) -> int:
    """Return the reaching value of a variable, 0 where nothing is known.

    A function sees no variables around it, unless it is an arrow function.
    """
    if name == "$this":
        return get_receiver(w)
    scope = w.scope
    if name in scope.env:
        return w.look_up(name)
    arrows = state.get_state(w).arrows
    while scope.symbol in arrows and scope.outer is not None:
        scope = scope.outer
        if name in scope.env:
            return scope.env[name]
    return 0


def get_receiver(w: Walker) -> int:
    """Return `$this`: the object of the enclosing class, 0 in static code."""
    if not w.classes or (w.functions and w.functions[-1] in state.get_state(w).statics):
        return 0
    return w.share(ops.SELF, w.classes[-1])
