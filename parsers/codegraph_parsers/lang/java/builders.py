"""Builders that an annotation has a compiler plug-in write (Lombok): `Order.builder().total(3).build()`.

Nobody wrote them: a method of a builder is a name of the field that it sets, and what begins and ends the building is
one of the class that is built. A builder that somebody began to write has these members besides its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.java import generated, state
from codegraph_parsers.lang.java.types import METHOD

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang.java.definitions import Modifiers
    from codegraph_parsers.lang.java.state import Part
    from codegraph_parsers.walker import Walker

SETTING = re.compile(r"(\w+)\s*=\s*\"(\w*)\"")
OWN = "<builder>"  # the builder of a class, which those of classes below it extend


def of_class(w: Walker, symbol: int, node: Node) -> None:
    """Bind what a class is built with where it asks for that. All its members are known."""
    kept = state.of(w)
    wanted = kept.generated.get(symbol, {})
    word = next((each for each in sorted(generated.BUILDING) if each in wanted), "")
    if word:
        _bind(w, symbol, node, kept.parts.get(symbol, []), wanted[word], above=word == "SuperBuilder")
    elif symbol in kept.building:
        _bind(w, symbol, node, *kept.building[symbol], above=False)


def of_constructor(w: Walker, found: Modifiers, parts: list[Part]) -> None:
    """Keep what a constructor asks for: its parameters are the parts."""
    asked = generated.asked(w, found)
    if "Builder" in asked and w.classes:
        state.of(w).building[w.classes[-1]] = (parts, asked["Builder"])


def _bind(w: Walker, owner: int, node: Node, parts: list[Part], text: str, *, above: bool) -> None:
    settings = dict(SETTING.findall(text))
    name = settings.get("builderClassName", f"{w.symbols[owner].name}Builder")
    own = w.scope.env
    written = w.exprs[own[name]] if name in own else None
    if written is not None and written[0] == ops.SYM:
        builder: int = written[1]
    else:
        builder = w.define(SymbolKind.CLASS, f"{name}{{}}", node, flags=Flag.ANONYMOUS, parent=owner)
        w.bind(name, w.add(ops.SYM, builder))
    built, made = w.share(ops.SYM, owner), w.share(ops.SELF, builder)
    table = w.facts.names.setdefault(builder, {})
    for part, declared, single in parts:
        field = own.get(part, built)
        _method(w, table, _prefixed(settings, part), (declared,), made, field)
        if single is not None:
            _method(w, table, _prefixed(settings, _single(single, part)), (0,), made, field)
    _method(w, table, settings.get("buildMethodName", "build"), (), w.instance(built), built)
    begin = w.instance(w.share(ops.SYM, builder))
    names = [settings.get("builderMethodName", "builder"), "toBuilder" if "toBuilder" in text else ""]
    for each in names:
        if each and each + METHOD not in own:
            w.bind(each + METHOD, w.add(ops.FUNCTYPE, (), begin))
            if each not in own:
                w.bind(each, w.add(ops.DECORATED, built, ()))
    if above:
        w.bind(OWN, w.share(ops.SYM, builder))
        bases = [w.add(ops.ATTR, base.expr, OWN) for base in w.facts.bases.get(owner, ()) if base.kind == "inherits"]
        line = node.start_point[0] + 1
        w.facts.bases[builder] = tuple(Base(each, "underlying", line) for each in bases)


def _method(w: Walker, table: dict[str, int], name: str, params: tuple[int, ...], result: int, about: int) -> None:
    if name + METHOD not in table:
        table[name + METHOD] = w.add(ops.FUNCTYPE, params, result)
    table.setdefault(name, w.add(ops.DECORATED, about, ()))


def _prefixed(settings: dict[str, str], name: str) -> str:
    prefix = settings.get("setterPrefix", "")
    return f"{prefix}{name[:1].upper()}{name[1:]}" if prefix else name


def _single(text: str, name: str) -> str:
    """What one of several things is called: as the annotation says, else the singular."""
    said = re.search(r"\"(\w+)\"", text)
    if said:
        return said[1]
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
