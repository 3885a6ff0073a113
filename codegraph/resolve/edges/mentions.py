"""Emission of names that code only mentions, as edges to their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.calls.dynamic_calls import emit_dynamic_members
from codegraph.resolve.calls.indirect_calls import find_record_component
from codegraph.resolve.edges.edge_table import MAX_OPEN
from codegraph.resolve.program.declaration_spaces import resolve_space
from codegraph.resolve.types.abstract_values import Entity, ExternalName, NamedSymbol, make_function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter


def mention(emitter: Emitter, file: int, source: int, index: int, kind: str) -> None:
    evaluator, evidence, end = emitter.evaluator, emitter.evidence, emitter.program.end
    access, kind = ("write", "reference") if kind == "written" else ("read", kind)
    index = evaluator.implicit_receivers.resolve(file, index)
    entities = evaluator.entities(file, index)
    instead = evaluator.names.find_value(file, index) if kind == "reference" else None
    if instead is not None and instead.any and instead.sure:
        entities = evaluator.found_entities(instead)
    entities = resolve_space(emitter.program, file, entities, typed=kind == "type")
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.ATTR and emit_dynamic_members(emitter, file, source, expr, access) and not entities:
        return
    if not entities and expr[0] == ops.METHOD_REF:  # an accessor that nobody wrote
        entities = find_record_component(emitter, file, expr, emitter.program.semantics[file].lookup.method_suffix)
    if not entities:
        # What is known has no definition to link.
        if expr[0] != ops.SYM and not evaluator.value(file, index):
            emitter.site_miss = (evidence.find_name(file, index), kind, evidence.find_reason(file, index))
        return
    how = evidence.classify(file, index)
    if len(entities) > 1:
        how = evidence.classify_alternatives(
            file, how, [entity.gid for entity in entities if isinstance(entity, NamedSymbol)]
        )
    if len(entities) > 1 and _is_open(emitter, file, index, entities):
        if len(entities) > MAX_OPEN:
            emitter.site_miss = (evidence.find_name(file, index), kind, "undecided-overload")
            return
        how = Resolution.HEURISTIC
    for entity in entities:
        if isinstance(entity, NamedSymbol):
            for gid in evaluator.linkage.defined(entity.gid):
                if gid < end and not emitter.program.get_symbol(gid).flags & Flag.ANONYMOUS:
                    emitter.program.reads.read_symbol(gid)
                    emitter.site_edges.append((source, emitter.owner_of[gid], EdgeKind.REFERENCES, how))
            if kind == "reference" and emitter.dispatching:
                _dispatch(emitter, source, entity.gid)
        elif isinstance(entity, ExternalName):
            emitter.add(source, emitter.intern_external_atom(file, entity), EdgeKind.REFERENCES, how)


def _dispatch(emitter: Emitter, source: int, gid: int) -> None:
    """Emit references to the properties that an abstract one may stand for."""
    symbol = emitter.program.get_symbol(gid)
    if gid < emitter.program.end and symbol.kind == SymbolKind.PROPERTY and symbol.flags & Flag.ABSTRACT:
        for each in (
            emitter.structural.implementations(gid) if emitter.dispatching and emitter.can_dispatch(gid) else ()
        ):
            emitter.add(source, each, EdgeKind.REFERENCES, Resolution.DISPATCH)


ELEMENTS = {"element": EdgeKind.REFERENCES, "unnamed-element": EdgeKind.IMPLICIT_CALLS}
"""Sites that set an element of an annotation, and the edges that they make: what the text does not name is implied."""


def mention_element(emitter: Emitter, file: int, source: int, index: int, kind: EdgeKind) -> None:
    """Emit an element that an annotation sets, named or not.

    Elements outside the tree have no edges.
    """
    if any(isinstance(entity, NamedSymbol) for entity in emitter.evaluator.entities(file, index)):
        mention(emitter, file, source, index, "reference")
        emitter.site_edges = [(edge[0], edge[1], kind, edge[3]) for edge in emitter.site_edges if edge[1] >= 0]


def _is_open(emitter: Emitter, file: int, index: int, entities: tuple[Entity, ...]) -> bool:
    """Return whether several overloads of a method reference are left."""
    if emitter.evaluator.exprs[file][index][0] != ops.METHOD_REF:
        return False
    return emitter.is_open_choice(
        file, tuple(make_function(entity.gid, None) for entity in entities if isinstance(entity, NamedSymbol))
    )
