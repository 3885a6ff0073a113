"""Components of Vue as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import reader
from codegraph_parsers.lang._ecmascript.table import TYPESCRIPT_NODES, dialect
from codegraph_parsers.lang.vue import options, scripts
from codegraph_parsers.lang.vue.parts import divide
from codegraph_parsers.spec import LanguageSpec

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.custom(scripts.program),
    "identifier": roles.custom(scripts.use),
    "call_expression": roles.custom(scripts.call),
    "object": roles.custom(options.object_),
}


def component(name: str, grammar: str, detect: Callable[[str, bytes], bool] | None) -> LanguageSpec:
    return replace(
        dialect("Vue", grammar, (".vue",), NODES), name=name, read=reader(divide), finish=scripts.finish, detect=detect
    )


SPEC = component("vue", "tree_sitter_typescript:language_typescript", None)
