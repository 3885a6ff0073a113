"""What a walk knows of the lexical scope and the loop that it is in."""

from __future__ import annotations

Env = dict[str, int]
"""Name → the expression that reaches this point."""


class Loop:
    """A loop being walked: the bindings at its head, and the joins made for names used inside it."""

    __slots__ = ("breaks", "head", "joins")

    def __init__(self, head: Env) -> None:
        self.head = head
        self.joins: dict[str, int] = {}
        self.breaks: list[Env] = []


class Scope:
    """A lexical scope that owns names: module, class or function."""

    __slots__ = ("blocks", "bound", "env", "escaped", "globals", "kind", "loops", "outer", "receiver", "symbol")

    def __init__(self, symbol: int, kind: str, outer: Scope | None) -> None:
        self.symbol = symbol
        self.kind = kind  # module | class | function
        self.outer = outer
        self.env: Env = {}
        self.bound: dict[str, list[int]] = {}  # every binding of a name, whatever the flow
        self.loops: list[Loop] = []
        self.blocks: list[dict[str, int | None]] = []  # names declared in open blocks and what they shadow
        self.globals: dict[str, Scope] = {}  # names that belong to an outer scope (`global`, `nonlocal`)
        self.escaped: set[str] = set()  # names that inner functions assign: flow says nothing about them
        self.receiver = ""

    def around(self, name: str, own: tuple[tuple[str, int], ...]) -> int:
        """The symbol from which a name that a class body has not bound yet is looked for; the class, where the name is
        one of its `own` type parameters."""
        if any(name == each for each, _ in own):
            return self.symbol
        scope = self.outer
        while scope is not None and scope.kind == "class":
            scope = scope.outer
        return scope.symbol if scope is not None else self.symbol
