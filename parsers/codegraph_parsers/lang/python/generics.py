"""Type variables of the older notation.

Examples are `T = TypeVar("T")`, `class Box(Generic[T])` and `def first(items: list[T]) -> T`.

A type variable belongs to the function or class whose signature first uses it, so it becomes a type parameter of that
symbol, like one written `def first[T](…)`. Large projects make them in one file and import them wherever they are used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers.lang.python.types import get_type_variables, lower_annotation

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})
MAKER_ENDS = tuple(sorted(name.encode() for name in MAKERS))
PARAMETERISED = frozenset({"Generic", "Protocol"})
WORD = re.compile(r"[^\W\d]\w*")
SHAPE = re.compile(r"_*(?:[A-Z][0-9]?|[A-Z]T|\w*[a-z0-9]T|T_\w+)(?:_co|_contra)?")
"""How type variables are called, and hardly anything else that is imported."""


def note_type_variable(w: Walker, left: Node, right: Node, value: int) -> int:
    """Note a type variable: `T = TypeVar("T", bound=X)`.

    Returns its bound, which is the value of the name for files that import it. Returns `value` for any other
    assignment.
    """
    function = right.child_by_field_name("function")
    if function is None or not w.source.endswith(MAKER_ENDS, function.start_byte, function.end_byte):
        return value
    if left.type != "identifier" or w.read_text(function).rsplit(".", 1)[-1] not in MAKERS:
        return value
    bound = 0
    arguments = right.child_by_field_name("arguments")
    for child in arguments.named_children if arguments is not None else ():
        if child.type == "keyword_argument":
            name, given = child.child_by_field_name("name"), child.child_by_field_name("value")
            if name is not None and given is not None and w.read_text(name) == "bound":
                bound = lower_annotation(w, given)
    get_type_variables(w)[w.read_text(left)] = bound
    return bound


def note_imported(w: Walker, name: str, expr: int) -> None:
    """Note an imported name that is shaped like a type variable.

    `from .types import T` imports one, bounded by whatever it is there. If the name is a class after all, values of its
    type are only known to be instances of a type bounded by that class.
    """
    if w.scope.kind == "module" and SHAPE.fullmatch(name):
        get_type_variables(w).setdefault(name, expr)


def find_function_variables(w: Walker, parameters: Node | None, result: Node | None) -> tuple[tuple[str, int], ...]:
    """Return the type variables in a signature.

    Those that a class around it has as parameters are left out.
    """
    known = get_type_variables(w)
    if not known:
        return ()
    text = b" ".join(w.source[part.start_byte : part.end_byte] for part in (parameters, result) if part is not None)
    words = dict.fromkeys(word for word in WORD.findall(text.decode("utf-8", "replace")) if word in known)
    if not words:
        return ()
    taken = {name for outer in w.classes for name, _ in w.facts.type_params.get(outer, ())}
    return tuple((word, known[word]) for word in words if word not in taken)


def find_alias_variables(w: Walker, right: Node) -> tuple[tuple[str, int], ...]:
    """Return the type variables of `Named = Mapping[str, T]`.

    They stand on its right side and are the parameters of the alias.
    """
    known = get_type_variables(w)
    words = dict.fromkeys(word for word in WORD.findall(w.read_text(right)) if word in known) if known else ()
    return tuple((word, known[word]) for word in words)


def read_alias_parameters(w: Walker, name: Node) -> tuple[tuple[str, int], ...]:
    """Return the type parameters of `type Named[T: Bound, K] = …`.

    The grammar reads its name as a type.
    """
    listed = name.named_children[0] if name.named_children else name
    found: list[tuple[str, int]] = []
    for child in listed.named_children[1].named_children if len(listed.named_children) == 2 else ():
        inside = child.named_children[0] if child.named_children else child
        bounded = inside.type == "constrained_type" and len(inside.named_children) == 2
        bound = lower_annotation(w, inside.named_children[1]) if bounded else 0
        found.append((w.read_text(inside.named_children[0] if bounded else inside).strip("* "), bound))
    return tuple(found)


def lower_alias(w: Walker, symbol: int, parameters: tuple[tuple[str, int], ...], value: Node) -> int:
    """Return the type that an alias stands for.

    Its right side sees its type parameters.
    """
    if parameters:
        w.facts.type_params[symbol] = parameters
    outer, w.scope.symbol = w.scope.symbol, symbol if parameters else w.scope.symbol
    expr = lower_annotation(w, value)
    w.scope.symbol = outer
    w.facts.values[symbol] = (expr,)
    return expr


def find_class_variables(w: Walker, supers: Node | None) -> tuple[tuple[str, int], ...]:
    """Return the type parameters of a class.

    They are those of `Generic[…]` or `Protocol[…]`, else the type variables of its bases in order.
    """
    known = get_type_variables(w)
    found: dict[str, None] = {}
    for base in supers.named_children if supers is not None else ():
        if base.type != "subscript":
            continue
        value = base.child_by_field_name("value")
        arguments = base.children_by_field_name("subscript")
        if value is not None and w.read_text(value).rsplit(".", 1)[-1] in PARAMETERISED:
            words = [w.read_text(each).lstrip("*") for each in arguments]
            return tuple((word, known[word] if word in known else _look_up_bound(w, word)) for word in words)
        for argument in arguments:
            found.update(dict.fromkeys(word for word in WORD.findall(w.read_text(argument)) if word in known))
    return tuple((word, known[word]) for word in found)


def _look_up_bound(w: Walker, word: str) -> int:
    """Return the bound of a type variable that another file makes."""
    return w.look_up(word) if word.isidentifier() else 0
