"""The binding of a name."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.values import Origin


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
