"""State of the walk of one file besides scopes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegraph_parsers.lang._cfamily.branches import Branches

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TypeParameters = tuple[tuple[str, int], ...]


@dataclass(slots=True)
class Context:
    """State that a node leaves for the nodes inside or after it."""

    access: str = "public"  # of the class members that follow
    private_depth: int = 0  # unnamed namespaces around
    foreign_depth: int = 0  # conditionals around that hold only on unusual platforms
    late_stars: int = 0  # includes of those, seen last
    macro: bool = False  # inside a macro's argument
    inline_members: bool = False  # the next record has no name, and its members are those of the one around it
    typedef_name: tuple[Node, Node] | None = None  # name that a typedef gives the next unnamed record, and the typedef
    template: tuple[TypeParameters, Node] | None = None  # parameters for the next definition, and their declaration
    declared: dict[str, Node] = field(default_factory=dict[str, "Node"])  # tag → first typedef's mention of it
    branches: Branches = field(default_factory=Branches)
    foreign: set[int] = field(default_factory=set[int])  # symbols defined for unusual platforms

    def take_template(self) -> tuple[TypeParameters, Node | None]:
        """Return the template parameters that wait for a definition, and clear them."""
        found, self.template = self.template, None
        return found if found is not None else ((), None)

    def take_typedef(self) -> tuple[Node, Node] | None:
        found, self.typedef_name = self.typedef_name, None
        return found

    def take_inline(self) -> bool:
        found, self.inline_members = self.inline_members, False
        return found


def get_context(w: Walker) -> Context:
    found = w.state.get("context")
    if not isinstance(found, Context):
        found = w.state["context"] = Context()
    return found
