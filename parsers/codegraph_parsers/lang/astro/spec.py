"""Components and pages of Astro as data."""

from __future__ import annotations

from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import reader
from codegraph_parsers.lang._ecmascript.table import SEMANTICS, TYPESCRIPT_NODES, dialect
from codegraph_parsers.lang.astro import scripts
from codegraph_parsers.lang.astro.parts import divide

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.custom(scripts.program),
    "statement_block": roles.custom(scripts.block),
    "member_expression": roles.custom(scripts.member),
}
SPEC = replace(
    dialect("Astro", "tree_sitter_typescript:language_typescript", (".astro",), NODES),
    read=reader(divide),
    finish=scripts.finish,
    semantics=replace(
        SEMANTICS, callbacks=replace(SEMANTICS.callbacks, entry_points={"Props": "", "getStaticPaths": ""})
    ),
)
