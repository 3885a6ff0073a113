"""Values that stand for any number of arguments.

They have a module of their own because mypyc compiles no class that inherits from `tuple`.
"""

from __future__ import annotations

from codegraph.resolve.types.abstract_values import Atom


class SpreadValue(tuple[Atom, ...]):
    """An element of what a call spreads.

    It stands for any number of arguments."""

    __slots__ = ()
