"""State of the walk of a Ruby file: receiver, nesting, visibility."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

MAIN = -1
"""Receiver of code outside classes: an object that has what every object has."""

UNKNOWN = -2
"""Receiver of blocks that somebody else may run on another object."""

CLASS_SIDE = "self."
"""Begins the names of members that a class itself has."""

EXTENDED = "self.<extended>"
"""Member of a class that names the modules which the class itself has the members of."""

INCLUDING = "self.<including>"
"""Member of a module that names modules which classes that include it have the members of."""

INCLUDED = "<included>"
"""After `CLASS_SIDE`, begins the names of members of a module that classes which include it have themselves."""

BLOCK = "&"
"""Name of the parameter that takes a block."""


@dataclass
class Context:
    """The receiver of code, and where constants and methods that it defines go."""

    nesting: int = 0  # innermost class or module around the code, 0 at the top
    owner: int = MAIN  # symbol of the receiver's class
    is_class_side: bool = False  # the receiver is the class itself
    visibility: str = "public"  # of methods that follow
    is_module_function: bool = False  # methods that follow are also the module's own
    is_singleton: bool = False  # in `class << self`
    is_included: bool = False  # in the body that classes run which include the module
    method: str = ""  # name of the method around the code, for `super`
    parameters: tuple[tuple[int, str, str], ...] = ()  # its parameters, which a bare `super` passes on
    symbol: int = -1  # its symbol
    described: int = 0  # what a group of examples describes
    blocks: list[int] = field(default_factory=list[int])  # open blocks, whose value `next` gives
    branches: int = 0  # open branches: what is defined there may be defined otherwise, too


def get_context(w: Walker) -> Context:
    found = w.state.get("ruby")
    if found is None:
        found = w.state["ruby"] = Context()
    return cast("Context", found)


def is_class_body(context: Context) -> bool:
    """Return whether code stands in the body of a class, and in no method."""
    return context.owner >= 0 and context.is_class_side and context.symbol < 0


@contextmanager
def enter(w: Walker, context: Context) -> Generator[Context]:
    """Make a context the current one."""
    outer = get_context(w)
    w.state["ruby"] = context
    yield context
    w.state["ruby"] = outer


@contextmanager
def open_definition(w: Walker, symbol: int, kind: str, context: Context) -> Generator[Context]:
    """Enter the code of a definition, which runs apart from the code around it."""
    functions, w.functions = w.functions, []
    w.open_scope(symbol, kind)
    with enter(w, context):
        yield context
    w.close_scope()
    w.functions = functions


def build_receiver(w: Walker) -> int:
    """Return the expression of `self`."""
    context = get_context(w)
    if context.owner == UNKNOWN:
        return 0
    if context.owner == MAIN:
        return w.add_instance(w.share(ops.NAME, "Object", 0))
    return w.share(ops.CLASSREF if context.is_class_side else ops.SELF, context.owner)


def bind_member(w: Walker, owner: int, name: str, expr: int) -> None:
    """Bind a member of a class.

    A definition replaces the one before it, unless a branch decides.
    """
    context = get_context(w)
    if context.is_included and owner == context.owner and name.startswith(CLASS_SIDE):
        name = CLASS_SIDE + INCLUDED + name.removeprefix(CLASS_SIDE)
    names = w.facts.names.setdefault(owner, {})
    before = names.get(name, 0)
    names[name] = w.union([before, expr]) if before and context.branches else expr


def add_module(w: Walker, owner: int, name: str, module: int) -> None:
    """Add a module to those that a member of a class lists."""
    names = w.facts.names.setdefault(owner, {})
    names[name] = w.union([names.get(name, 0), module])


def find_local(w: Walker, name: str) -> int | None:
    """Return the value of a local variable, None where the name is none."""
    scope = w.scope
    if name in scope.env:
        return w.look_up(name)
    gates = cast("set[int]", w.state.get("gates", ()))
    while scope.outer is not None and scope.symbol not in gates and scope.symbol:
        scope = scope.outer
        found = scope.env.get(name)
        if found is not None:
            return found
    return None


def close_scope_to_locals(w: Walker, symbol: int) -> None:
    """Note that code in a definition does not see the local variables around it."""
    cast("set[int]", w.state.setdefault("gates", set[int]())).add(symbol)
