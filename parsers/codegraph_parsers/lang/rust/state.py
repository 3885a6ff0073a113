"""State of the lowering of one Rust file besides that of the walker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang.rust.items import Header
    from codegraph_parsers.walker import Walker

KEY = "rust"


class Bare(NamedTuple):
    """An import whose path starts with a plain name.

    The name is a crate, or an item in scope.
    """

    position: int
    scope: int
    inside: tuple[str, ...]  # inline modules around it


@dataclass(slots=True)
class State:
    attributes: list[Node] = field(default_factory=list["Node"])  # of the item that follows
    documented: str = ""  # comment above the first of them
    tests: bool = False  # inside code that is compiled for tests only
    modules: list[int] = field(default_factory=list[int])  # symbols of the inline modules around, outermost first
    spaces: dict[tuple[int, str], set[str]] = field(
        default_factory=dict[tuple[int, str], set[str]]
    )  # (scope, name) → kinds of items bound to it, of those that may share a name
    always: dict[tuple[int, str], str] = field(
        default_factory=dict[tuple[int, str], str]
    )  # (scope, name) → whether an import or a type of every build was bound to it first
    yielding: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])  # names bound to an item that yields
    members: list[int] = field(default_factory=list[int])  # of the trait or impl block being walked
    receiver: int = 0  # what `self` is in an impl block for particular type arguments, 0 elsewhere
    in_trait: bool = False  # members of a trait or of an implementation of one
    associated: dict[tuple[int, str], int] = field(
        default_factory=dict[tuple[int, str], int]
    )  # (trait or impl, name) → type
    heads: dict[int, int] = field(default_factory=dict[int, int])  # free name at the head of a path → line
    standard: dict[str, list[str]] = field(default_factory=dict[str, list[str]])  # name of a standard module → its path
    shared: set[str] = field(default_factory=set[str])  # names imported of what a crate calls like the standard library
    macros: dict[int, int] = field(default_factory=dict[int, int])  # name of a called macro → line
    projections: list[tuple[str, int, Header]] = field(
        default_factory=list["tuple[str, int, Header]"]
    )  # names to bind, of what is behind a pin
    macro: str = ""  # the macro among whose tokens items are being walked
    tokens: int = 0  # macros around whose tokens are read as expressions: what they are in the end is unknown
    stars: dict[int, int] = field(default_factory=dict[int, int])  # scope → its wildcard import of some builds only
    bare: list[Bare] = field(default_factory=list[Bare])
    breaks: list[list[int]] = field(default_factory=list[list[int]])  # values that `break` gives the loops around


def get_state(w: Walker) -> State:
    found = w.state.get(KEY)
    if not isinstance(found, State):
        found = w.state[KEY] = State()
    return found
