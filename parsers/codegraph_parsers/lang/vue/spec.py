"""Specification of components of Vue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import make_reader
from codegraph_parsers.lang._ecmascript.table import TYPESCRIPT_NODES, build_dialect
from codegraph_parsers.lang.vue import options, scripts
from codegraph_parsers.lang.vue.parts import divide
from codegraph_parsers.spec import LanguageSpec

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.as_role(scripts.lower_program),
    "identifier": roles.as_role(scripts.lower_identifier),
    "call_expression": roles.as_role(scripts.lower_call),
    "object": roles.as_role(options.lower_object),
}


def build_component_spec(name: str, grammar: str, detect: Callable[[str, bytes], bool] | None) -> LanguageSpec:
    return replace(
        build_dialect("Vue", grammar, (".vue",), NODES),
        name=name,
        read=make_reader(divide),
        finish=scripts.finish,
        detect=detect,
    )


SPEC = build_component_spec("vue", "tree_sitter_typescript:language_typescript", None)
