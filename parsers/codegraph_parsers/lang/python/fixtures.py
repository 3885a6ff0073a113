"""Fixtures of pytest.

A parameter of a test or fixture holds what the fixture of its name gives.

Fixtures are functions, found in the class and module of the test, then in the `conftest.py` files above it and the
plugins that those name (`pytest_plugins`), then in the plugins that the tree itself offers (`plugins.py`). The
parameter's default value is a call of the function of that name, which the resolver follows like any other.

Whether or not their value is used, fixtures run before the test that requests them: by a parameter, by `usefixtures`,
or because the fixture says `autouse`. Those of a file are bound to one name that no source can spell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Param

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

MAKERS = frozenset({"fixture", "yield_fixture"})
ABOVE = "conftest:"  # module text of an import that names a fixture by scope; see `imports.py`
AUTOMATIC = "<autouse>"
NAMED = re.compile(r"""["'](\w+)["']""")
INDIRECT = re.compile(r"""\bindirect\s*=\s*(True|["']\w+["']|[\[(][^\])]*[\])])""")
RENAMED = re.compile(r"""\bname\s*=\s*["'](\w+)["']""")


def is_fixture(words: set[str]) -> bool:
    return not MAKERS.isdisjoint(words)


def inject_fixtures(
    w: Walker, symbol: int, params: list[Param], words: set[str], listed: dict[str, int]
) -> list[Param]:
    """Return the parameters of a test or fixture with their values as defaults.

    Each has the call of its fixture, or the values that are `listed` for it.
    """
    owner = w.symbols[symbol]
    if not (owner.flags & Flag.TEST or is_fixture(words)) or w.scope.kind == "function":
        return params
    given = " ".join(strip_indirect(text) for text in owner.decorators if "parametrize" in text)
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
            plain = not (receiver or param.type or param.default or param.variadic)
            result.append(param._replace(default=listed.get(param.name, 0)) if plain else param)
            continue
        call = build_fixture_call(w, symbol, param.name)
        result.append(param._replace(default=call))
    for position, param in enumerate(result):
        if param.type and not param.default and not (position == 0 and w.scope.kind == "class"):
            request(w, symbol, build_fixture_call(w, symbol, param.name))
        elif param.default and not params[position].default and param.default != listed.get(param.name):
            request(w, symbol, param.default)
    return result


def strip_indirect(text: str) -> str:
    """Return the text of a parametrizing decorator without its indirect names.

    Fixtures of those names are given the values.
    """
    found = INDIRECT.search(text)
    if found is None:
        return text
    if found[1] == "True":
        return ""
    rest = text[: found.start()] + text[found.end() :]
    return re.sub(rf"""\b({"|".join(NAMED.findall(found[1]))})\b""", "", rest) if NAMED.search(found[1]) else rest


def build_fixture_call(w: Walker, symbol: int, name: str) -> int:
    """Build a call of the fixture of a name that a function sees."""
    owner = w.symbols[symbol]
    above = w.add_import(ABOVE + name, "", "", owner.line, "bind")
    near = w.share(ops.NAME, name, w.scope.symbol) if name != owner.name else 0
    return w.union([w.add(ops.CALL, function, (), ()) for function in (near, above) if function])


def request(w: Walker, symbol: int, call: int) -> None:
    """Record a call that the framework makes before it runs a test."""
    w.sites.append(("requested", symbol, call, w.symbols[symbol].line))


def request_unnamed(w: Walker, symbol: int) -> None:
    """Request the fixtures that a test's parameters do not name."""
    owner = w.symbols[symbol]
    if not owner.flags & Flag.TEST or w.scope.kind == "function":
        return
    texts = owner.decorators
    if w.scope.kind == "class":
        texts += w.symbols[w.scope.symbol].decorators
        request(w, symbol, w.add(ops.CALL, w.share(ops.NAME, AUTOMATIC, 0), (), ()))
    request_used(w, symbol, texts)
    request(w, symbol, build_fixture_call(w, symbol, AUTOMATIC))


def request_used(w: Walker, symbol: int, texts: tuple[str, ...]) -> None:
    """Request the fixtures that decorators name: `usefixtures("client")`.

    A class requests them for its tests and those of classes below it."""
    for text in texts:
        if "usefixtures" in text:
            for name in NAMED.findall(text):
                request(w, symbol, build_fixture_call(w, symbol, name))


def declare_fixture(w: Walker, symbol: int, texts: tuple[str, ...]) -> None:
    """Declare what a fixture gives: the values that it returns or yields.

    It is bound to the name that its decorator says.
    """
    facts = w.facts
    yields = facts.yields.pop(symbol, ())
    if yields:
        facts.returns[symbol] = yields
        if symbol in facts.declared:
            facts.declared[symbol] = w.add(ops.ITER, w.add_instance(facts.declared[symbol]))
    for text in texts:
        if "autouse" in text and w.scope.kind != "function":
            w.bind(AUTOMATIC, w.union([w.scope.env.get(AUTOMATIC, 0), w.add(ops.SYM, symbol)]))
        found = RENAMED.search(text)
        if found is not None and w.scope.kind != "function":
            w.bind(found[1], w.add(ops.SYM, symbol))
