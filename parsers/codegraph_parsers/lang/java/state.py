"""State of the lowering of one file, besides the walker's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker


Part = tuple[str, int, str | None]
"""A field or parameter: its name, its type, and what is asked for adding single things to it."""


@dataclass(slots=True)
class State:
    header: tuple[int, frozenset[str]] = (-1, frozenset())  # declaration whose header is read, its type parameters
    fields: dict[int, set[str]] = field(default_factory=dict[int, "set[str]"])  # class symbol → fields it declares
    methods: dict[str, list[int]] | None = None  # of the class being walked: name → definitions
    packages: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])  # declared package → its types
    field_name: str = ""  # field whose initialiser is being walked
    paths: dict[tuple[str, ...], int] = field(
        default_factory=dict[tuple[str, ...], int]
    )  # types named with their package
    generated: dict[int, dict[str, str]] = field(
        default_factory=dict[int, "dict[str, str]"]
    )  # class symbol → annotations that have members written, and their text
    parts: dict[int, list[Part]] = field(default_factory=dict[int, "list[Part]"])  # class symbol → what makes it up
    building: dict[int, tuple[list[Part], str]] = field(
        default_factory=dict[int, "tuple[list[Part], str]"]
    )  # class symbol → the same of a constructor that asks for a builder, and how it asks
    tested: set[int] = field(default_factory=set[int])  # class symbols annotated as tests as a whole
    keeps_texts: bool = False  # in annotations and constants, whose texts may be parts of a path
    yields: list[int] | None = None  # values that the arms of the innermost switch give


def get_state(w: Walker) -> State:
    """Return the state of the file being walked."""
    found = w.state.get("java")
    if not isinstance(found, State):
        found = w.state["java"] = State()
    return found
