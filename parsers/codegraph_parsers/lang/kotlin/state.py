"""State of the lowering of one file, besides the walker's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


class Lambda(NamedTuple):
    """A function literal that is being walked."""

    symbol: int
    label: str  # name of the function that it is passed to, by which code in it names it
    has_receiver: bool  # perhaps: whoever takes it says so


@dataclass(slots=True)
class State:
    header: tuple[int, frozenset[str]] = (-1, frozenset())  # declaration whose header is read, its type parameters
    methods: dict[str, list[int]] | None = None  # of the class being walked: name → definitions
    primary: dict[int, dict[str, int]] = field(
        default_factory=dict[int, "dict[str, int]"]
    )  # class symbol → parameters of its primary constructor
    receivers: dict[int, int] = field(default_factory=dict[int, int])  # extension → expression of its receiver
    lambdas: dict[int, Lambda] = field(default_factory=dict[int, Lambda])
    companions: dict[int, int] = field(default_factory=dict[int, int])  # class symbol → its companion
    private: set[str] = field(default_factory=set[str])  # keys of top-level names that only this file sees
    paths: dict[tuple[str, ...], int] = field(
        default_factory=dict[tuple[str, ...], int]
    )  # types named with their package
    delegating: int = -1  # property whose delegate is being walked
    field_name: str = ""  # property whose initialiser is being walked
    keeps_texts: bool = False  # in annotations and constants, whose texts may be parts of a path


def get_state(w: Walker) -> State:
    """Return the state of the file being walked."""
    found = w.state.get("kotlin")
    if not isinstance(found, State):
        found = w.state["kotlin"] = State()
    return found
