"""Emission of import statements as edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.types.abstract_values import Entity, Module, NamedSymbol, make_named_symbol
from codegraph_parsers.file_facts import Import

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.program.binding import Binding


NO_IMPORT = frozenset(("bind", "mod", "aside", "path"))
"""Entries that import nothing by themselves: the head of a dotted import that has its own entry, the declaration of a
part of the module (`aside`: that ordinary builds lack), a path written where it is used."""

SPOKEN = "comment"
"""What only a comment imports: it refers to a definition, but loads no file, so no circle of imports closes by it."""


def emit_imports(emitter: Emitter, file: int) -> None:
    """Emit edges from a module to what its imports name.

    Where importing runs modules, these are targets, too.
    """
    program = emitter.program
    for position, entry in enumerate(program.files[file].imports):
        if entry.kind in NO_IMPORT:
            continue
        spoken = entry.kind == SPOKEN
        if program.semantics[file].modules.import_effect == "evaluate" and not spoken:
            _link_modules(emitter, file, entry)
        found = emitter.evaluator.scopes.imported(file, position)
        module = program.offsets[file]
        if not (found.refs or found.atoms):
            name = f"{entry.module}:{entry.name}" if entry.name else entry.module
            emitter.settled.add(module, [], (name, "import", "unknown-name"), entry.line)
            continue
        entities = emitter.evaluator.found_entities(found) or _list_source_files(emitter, found)
        how = _classify_import(emitter, file, entities)
        for entity in entities:
            if isinstance(entity, NamedSymbol):
                if entity.gid < program.end:
                    emitter.link(
                        module, entity.gid, EdgeKind.REFERENCES if spoken else EdgeKind.IMPORTS, how, entry.line
                    )
                    named: int = entity.gid
                    at = program.offsets[program.file_of[named]]
                    if program.semantics[file].modules.import_effect == "evaluate" and at != module and not spoken:
                        emitter.link(module, at, EdgeKind.IMPORTS, Resolution.EXACT, entry.line)
            elif isinstance(entity, Module):
                semantics = program.semantics[file]
                program.reads.read_fact("unit", entity.unit)
                if (
                    entry.name == "*"
                    and not semantics.modules.has_package_names
                    and len(program.units.get(entity.unit, ())) > 1
                ):
                    continue  # a wildcard over several files names none of them: what is used of it are references
                whole = semantics.modules.import_effect != "alias" and not spoken
                _link_unit(
                    emitter, file, entity.unit, entry.line, EdgeKind.IMPORTS if whole else EdgeKind.REFERENCES, how
                )
            else:
                target = emitter.intern_external_atom(file, entity)
                kind = EdgeKind.REFERENCES if spoken else EdgeKind.IMPORTS
                emitter.link(module, target, kind, Resolution.EXACT, entry.line)


def _classify_import(emitter: Emitter, file: int, entities: Sequence[Entity]) -> Resolution:
    """Return how it is known what an import names.

    Of files or definitions that are alternatives, none is certain.
    """
    files = [entity for entity in entities if isinstance(entity, Module)]
    if len(files) > 1 and emitter.program.semantics[file].linkage.build_variants == "definitions":
        return Resolution.INFERRED
    symbols: list[int] = [entity.gid for entity in entities if isinstance(entity, NamedSymbol)]
    return (
        emitter.evidence.classify_alternatives(file, Resolution.EXACT, symbols)
        if len(symbols) > 1
        else Resolution.EXACT
    )


def _list_source_files(emitter: Emitter, found: Binding) -> tuple[Entity, ...]:
    """Return the files of a value that has no definition of its own."""
    program = emitter.program
    return tuple(make_named_symbol(program.offsets[ref[0]]) for ref in found.refs if 0 <= ref[0] < program.tree)


def _link_modules(emitter: Emitter, file: int, entry: Import) -> None:
    program = emitter.program
    project = program.project_of[file]
    program.reads.read_fact("module", file, entry.module, entry.kind)
    if project is not None:
        for unit in project.resolve(program.files[file].path, entry.module, entry.kind).units:
            _link_unit(emitter, file, unit, entry.line)


def _link_unit(
    emitter: Emitter,
    file: int,
    unit: str,
    line: int,
    kind: EdgeKind = EdgeKind.IMPORTS,
    how: Resolution = Resolution.EXACT,
) -> None:
    program = emitter.program
    program.reads.read_fact("unit", unit)
    for target in program.list_imported_files(unit):
        if target != file:
            emitter.link(program.offsets[file], program.offsets[target], kind, how, line)
