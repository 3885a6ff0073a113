"""Builders that a compiler plug-in generates from an annotation (Lombok).

An example is `Order.builder().total(3).build()`. No source declares them: a method of a builder is another name of the
field that it sets, and the methods that begin and end the building are names of the class that is built. A builder that
is partly written has these members, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.java import generated, state
from codegraph_parsers.lang.java.types import METHOD

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang.java.definitions import Modifiers
    from codegraph_parsers.lang.java.state import Part
    from codegraph_parsers.walker import Walker

SETTING = re.compile(r"(\w+)\s*=\s*\"(\w*)\"")
OWN = "<builder>"  # the builder of a class, which those of classes below it extend


def bind_builder(w: Walker, symbol: int, node: Node) -> None:
    """Bind the builder of a class that asks for one.

    Call it after all members of the class are bound.
    """
    lowering = state.get_state(w)
    annotations = lowering.generated.get(symbol, {})
    word = next((each for each in sorted(generated.BUILDING) if each in annotations), "")
    if word:
        parts = lowering.parts.get(symbol, [])
        _bind_members(w, symbol, node, parts, annotations[word], is_super=word == "SuperBuilder")
    elif symbol in lowering.building:
        _bind_members(w, symbol, node, *lowering.building[symbol], is_super=False)


def note_builder_constructor(w: Walker, found: Modifiers, parts: list[Part]) -> None:
    """Note a constructor that asks for a builder.

    Its parameters are the parts of the builder.
    """
    annotations = generated.read_plugin_annotations(w, found)
    if "Builder" in annotations and w.classes:
        state.get_state(w).building[w.classes[-1]] = (parts, annotations["Builder"])


def _bind_members(w: Walker, owner: int, node: Node, parts: list[Part], text: str, *, is_super: bool) -> None:
    settings = dict(SETTING.findall(text))
    name = settings.get("builderClassName", f"{w.symbols[owner].name}Builder")
    own = w.scope.env
    written = w.exprs[own[name]] if name in own else None
    if written is not None and written[0] == ops.SYM:
        builder: int = written[1]
    else:
        builder = w.define(SymbolKind.CLASS, f"{name}{{}}", node, flags=Flag.ANONYMOUS, parent=owner)
        w.bind(name, w.add(ops.SYM, builder))
    built, chained = w.share(ops.SYM, owner), w.share(ops.SELF, builder)
    table = w.facts.names.setdefault(builder, {})
    for part, declared, single in parts:
        field = own.get(part, built)
        _add_method(w, table, _format_setter(settings, part), (declared,), chained, field)
        if single is not None:
            _add_method(w, table, _format_setter(settings, _format_singular(single, part)), (0,), chained, field)
    _add_method(w, table, settings.get("buildMethodName", "build"), (), w.add_instance(built), built)
    started = w.add_instance(w.share(ops.SYM, builder))
    names = [settings.get("builderMethodName", "builder")]
    if generated.is_enabled(text, "toBuilder"):
        names.append("toBuilder")
    for each in names:
        if each and each + METHOD not in own:
            w.bind(each + METHOD, w.add(ops.FUNCTYPE, (), started))
            if each not in own:
                w.bind(each, w.add(ops.DECORATED, built, ()))
    if is_super:
        w.bind(OWN, w.share(ops.SYM, builder))
        bases = [w.add(ops.ATTR, base.expr, OWN) for base in w.facts.bases.get(owner, ()) if base.kind == "inherits"]
        line = node.start_point[0] + 1
        w.facts.bases[builder] = tuple(Base(each, "underlying", line) for each in bases)


def _add_method(w: Walker, table: dict[str, int], name: str, params: tuple[int, ...], result: int, about: int) -> None:
    if name + METHOD not in table:
        table[name + METHOD] = w.add(ops.FUNCTYPE, params, result)
    table.setdefault(name, w.add(ops.DECORATED, about, ()))


def _format_setter(settings: dict[str, str], name: str) -> str:
    prefix = settings.get("setterPrefix", "")
    return f"{prefix}{name[:1].upper()}{name[1:]}" if prefix else name


def _format_singular(text: str, name: str) -> str:
    """Return the singular of a plural name, or the name that the annotation contains."""
    explicit = re.search(r"\"(\w+)\"", text)
    if explicit:
        return explicit[1]
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
