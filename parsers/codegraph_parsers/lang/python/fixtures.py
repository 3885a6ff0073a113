"""pytest fixtures: a parameter of a test or fixture holds what the fixture of its name gives.

Fixtures are functions, found in the class and module of the test and then in the `conftest.py` files above it. The
parameter's default value says so: a call of the function of that name, which the resolver follows like any other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, Param

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

MAKERS = frozenset({"fixture", "yield_fixture"})
ABOVE = "conftest:"  # module text of an import that names a fixture by scope; see `imports.py`
RENAMED = re.compile(r"""\bname\s*=\s*["'](\w+)["']""")


def is_fixture(words: set[str]) -> bool:
    return not MAKERS.isdisjoint(words)


def injected(w: Walker, symbol: int, params: list[Param], words: set[str]) -> list[Param]:
    """Parameters of a test or fixture, each with the call that gives its value."""
    owner = w.symbols[symbol]
    if not (owner.flags & Flag.TEST or is_fixture(words)) or w.scope.kind == "function":
        return params
    given = " ".join(text for text in owner.decorators if "parametrize" in text)
    result: list[Param] = []
    for position, param in enumerate(params):
        receiver = position == 0 and w.scope.kind == "class" and not owner.flags & Flag.STATIC
        if (
            receiver
            or param.type
            or param.default
            or param.variadic
            or (given and re.search(rf"\b{param.name}\b", given))
        ):
            result.append(param)
            continue
        above = w.import_(ABOVE + param.name, "", "", owner.line, "bind")
        near = w.share(ops.NAME, param.name, w.scope.symbol) if param.name != owner.name else 0
        calls = [w.add(ops.CALL, function, (), ()) for function in (near, above) if function]
        result.append(param._replace(default=w.union(calls)))
    return result


def give(w: Walker, symbol: int, texts: tuple[str, ...]) -> None:
    """A fixture gives what it returns or yields, under the name that its decorator says."""
    facts = w.facts
    yields = facts.yields.pop(symbol, ())
    if yields:
        facts.returns[symbol] = yields
        if symbol in facts.declared:
            facts.declared[symbol] = w.add(ops.ITER, w.instance(facts.declared[symbol]))
    for text in texts:
        found = RENAMED.search(text)
        if found is not None and w.scope.kind != "function":
            w.bind(found[1], w.add(ops.SYM, symbol))
