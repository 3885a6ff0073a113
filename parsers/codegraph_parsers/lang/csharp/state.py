"""State of the lowering of one file, besides the walker's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


@dataclass(slots=True)
class State:
    """State that the lowering of one file keeps."""

    header: tuple[int, frozenset[str]] = (-1, frozenset())  # declaration whose header is read, its type parameters
    values: dict[int, set[str]] = field(default_factory=dict[int, "set[str]"])  # class symbol → members with a value
    members: dict[str, list[int]] | None = None  # of the class being walked: name → definitions
    namespace: str = ""  # around the declaration being walked
    namespaces: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])  # namespace → keys of its types
    targets: list[int] = field(default_factory=list[int])  # values whose members an initialiser sets, innermost last
    wholes: dict[int, int] = field(default_factory=dict[int, int])  # part of a type → what names all its parts
    keeps_texts: bool = False  # in attributes and constants, whose texts may be parts of a path


def get_state(w: Walker) -> State:
    """Return the state of the file being walked."""
    found = w.state.get("csharp")
    if not isinstance(found, State):
        found = w.state["csharp"] = State()
    return found
