"""Lexical scopes and loops, as the walker keeps them."""

from __future__ import annotations

Env = dict[str, int]
"""Name → the expression that reaches this point."""


class Loop:
    """A loop that is being walked.

    It keeps the bindings at its head, and the joins made for names used inside it.
    """

    __slots__ = ("breaks", "head", "joins")

    def __init__(self, head: Env) -> None:
        self.head = head
        self.joins: dict[str, int] = {}
        self.breaks: list[Env] = []


class Scope:
    """A lexical scope that owns names: module, class or function."""

    __slots__ = (
        "blocks", "bound", "env", "escaped", "globals", "kind", "loops", "outer", "receiver", "symbol", "was_dead",
    )  # fmt: skip

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
        self.was_dead = False  # the point where the scope opens cannot be reached

    def find_lookup_scope(self, name: str, own: tuple[tuple[str, int], ...]) -> int:
        """Return the symbol from which a name in a class body is looked up.

        The class body has not bound the name yet. The result is the class itself where the name is one of its `own`
        type parameters.
        """
        if any(name == each for each, _ in own):
            return self.symbol
        scope = self.outer
        while scope is not None and scope.kind == "class":
            scope = scope.outer
        return scope.symbol if scope is not None else self.symbol
