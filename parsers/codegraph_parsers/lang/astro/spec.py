"""Specification of components and pages of Astro."""

from __future__ import annotations

from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import make_reader
from codegraph_parsers.lang._ecmascript.table import SEMANTICS, TYPESCRIPT_NODES, build_dialect
from codegraph_parsers.lang.astro import scripts
from codegraph_parsers.lang.astro.parts import divide

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.as_role(scripts.lower_program),
    "statement_block": roles.as_role(scripts.lower_block),
    "member_expression": roles.as_role(scripts.lower_member),
}
SPEC = replace(
    build_dialect("Astro", "tree_sitter_typescript:language_typescript", (".astro",), NODES),
    read=make_reader(divide),
    finish=scripts.finish,
    semantics=replace(
        SEMANTICS, callbacks=replace(SEMANTICS.callbacks, entry_points={"Props": "", "getStaticPaths": ""})
    ),
)
