"""State of the lowering of one file, besides the walker's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


@dataclass(slots=True)
class State:
    namespace: str = ""  # without leading separator
    # What `use` names, by lower-case alias: classes and namespaces, functions, constants. Constants keep their case.
    uses: dict[str, dict[str, str]] = field(
        default_factory=lambda: {"class": dict[str, str](), "function": dict[str, str](), "const": dict[str, str]()}
    )
    paths: dict[str, int] = field(default_factory=dict[str, int])  # full name → its import
    parents: dict[int, int] = field(default_factory=dict[int, int])  # class symbol → what it extends
    traits: set[int] = field(default_factory=set[int])  # class symbols
    templates: list[tuple[int, frozenset[str]]] = field(
        default_factory=list[tuple[int, "frozenset[str]"]]
    )  # enclosing declarations with type parameters, innermost last
    aliases: dict[int, dict[str, str]] = field(
        default_factory=dict[int, "dict[str, str]"]
    )  # class symbol → type aliases that its documentation declares
    types: dict[tuple[str, int, int], int] = field(
        default_factory=dict[tuple[str, int, int], int]
    )  # documented type, class, declaration with type parameters → its expression
    announced: dict[str, tuple[int, int]] = field(
        default_factory=dict[str, tuple[int, int]]
    )  # variable, "" for the next one → documented type, row
    arrows: set[int] = field(default_factory=set[int])  # functions that see the variables around them
    statics: set[int] = field(default_factory=set[int])  # functions without `$this`


def get_state(w: Walker) -> State:
    """Return the state of the file being walked."""
    found = w.state.get("php")
    if not isinstance(found, State):
        found = w.state["php"] = State()
    return found
