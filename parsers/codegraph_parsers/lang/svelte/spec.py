"""Specification of components of Svelte."""

from __future__ import annotations

from dataclasses import replace

from codegraph_parsers import roles
from codegraph_parsers.lang._components.parts import make_reader
from codegraph_parsers.lang._ecmascript.table import SEMANTICS, TYPESCRIPT_NODES, build_dialect
from codegraph_parsers.lang.svelte import scripts
from codegraph_parsers.lang.svelte.parts import divide

NODES = {
    **TYPESCRIPT_NODES,
    "program": roles.as_role(scripts.lower_program),
    "identifier": roles.as_role(scripts.lower_identifier),
    "call_expression": roles.as_role(scripts.lower_call),
    "labeled_statement": roles.as_role(scripts.lower_labeled),
}
SPEC = replace(
    build_dialect("Svelte", "tree_sitter_typescript:language_typescript", (".svelte",), NODES),
    read=make_reader(divide),
    finish=scripts.finish,
    semantics=replace(SEMANTICS, callbacks=replace(SEMANTICS.callbacks, entry_points={"$$*": ""})),
)
