"""The binding of a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import Origin


class Binding(NamedTuple):
    """The binding of a name.

    `atoms` are modules and external symbols; `refs` are expressions and symbols to evaluate.
    """

    refs: tuple[Ref, ...] = ()
    atoms: tuple[Origin, ...] = ()
    sure: bool = True  # whether what a name means is found through nothing that only unusual platforms have

    @property
    def any(self) -> bool:
        return bool(self.refs or self.atoms)


NOTHING = Binding()


def join_bindings(bindings: Iterable[Binding]) -> Binding:
    """Return all that several bindings of one name lead to."""
    refs: dict[Ref, None] = {}
    atoms: dict[Origin, None] = {}
    for each in bindings:
        refs.update(dict.fromkeys(each.refs))
        atoms.update(dict.fromkeys(each.atoms))
    return Binding(tuple(refs), tuple(atoms)) if refs or atoms else NOTHING
