"""Components of Svelte as data."""

from __future__ import annotations

from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import reader
from codegraph_parsers.lang._ecmascript.table import SEMANTICS, TYPESCRIPT_NODES, dialect
from codegraph_parsers.lang.svelte import scripts
from codegraph_parsers.lang.svelte.parts import divide

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.custom(scripts.program),
    "identifier": roles.custom(scripts.use),
    "call_expression": roles.custom(scripts.call),
    "labeled_statement": roles.custom(scripts.labelled),
}
SPEC = replace(
    dialect("Svelte", "tree_sitter_typescript:language_typescript", (".svelte",), NODES),
    read=reader(divide),
    finish=scripts.finish,
    semantics=replace(SEMANTICS, callbacks=replace(SEMANTICS.callbacks, entry_points={"$$*": ""})),
)
