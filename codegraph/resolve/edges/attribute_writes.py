"""Assignments to attributes of other objects: `Service.handler = f`.

The object is not the enclosing receiver. Stored items count as well: `table[key] = f`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.edges.requesting_classes import list_requesting_classes
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import (
    INSTANCES,
    ClassObject,
    Function,
    Instance,
    MappingLiteral,
    NamedSymbol,
    SelfClass,
    SelfInstance,
    make_class,
)
from codegraph.resolve.types.static_members import is_given_to
from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.binding import Binding

PASSES: Final = 2


def _are_untyped_fields(evaluator: Evaluator, known: tuple[Ref, ...]) -> bool:
    """Return whether bindings are fields without a declared type.

    The language must let objects take any value anywhere.
    """
    program = evaluator.program
    for file, index in known:
        if file < 0 or not program.semantics[file].members.is_prototype_based:
            return False
        expr = program.files[file].exprs[index]
        if expr[0] != ops.VAR or expr[1] in program.files[file].declared:
            return False
    return True


def _is_accessor(evaluator: Evaluator, found: Binding) -> bool:
    """Return whether bindings are accessors: a write runs the setter."""
    entities = evaluator.found_entities(found)
    return bool(entities) and all(
        isinstance(entity, NamedSymbol) and evaluator.program.get_symbol(entity.gid).kind == SymbolKind.PROPERTY
        for entity in entities
    )


class AttributeWrite(NamedTuple):
    """A member or stored value that one write gives to a symbol.

    `name` is "[]" for a value stored in a container.
    """

    gid: int
    name: str
    ref: Ref
    function: bool  # given to a function, which has as many values for one name as there are writes
    is_of_class: bool = False  # given to a class itself, not to an instance of it


def collect_writes(evaluator: Evaluator, file: int) -> list[AttributeWrite]:
    """Collect the writes of a file, as far as their targets are known so far."""
    program = evaluator.program
    found: list[AttributeWrite] = []
    is_prototype_based = program.semantics[file].members.is_prototype_based
    for write in program.files[file].writes:
        if not write.value:
            continue
        ref = (file, write.value)
        if write.name == "[]":
            entities = evaluator.entities(file, write.base)
            found.extend(
                AttributeWrite(entity.gid, write.name, ref, True)
                for entity in entities
                if isinstance(entity, NamedSymbol)
            )
            continue
        requesting = [make_class(gid) for gid in list_requesting_classes(evaluator, file, write)]
        for atom in requesting or evaluator.value(file, write.base):
            if (
                isinstance(atom, (ClassObject, Instance, SelfInstance, SelfClass, Function, MappingLiteral))
                and atom.gid < program.end
            ):
                known = evaluator.classes.find_own(atom.gid, write.name)
                if known and isinstance(atom, INSTANCES) and program.get_symbol(atom.gid).kind == SymbolKind.FUNCTION:
                    known = tuple(ref for ref in known if not is_given_to(evaluator, atom.gid, ref))
                if not known:
                    inherited = evaluator.members.in_class(atom.gid, write.name)[0]
                    declared = (
                        program.get_symbol(atom.gid).kind == SymbolKind.INTERFACE
                    )  # it names all members that it has
                    can_shadow = is_prototype_based and not declared
                    known = () if can_shadow and not _is_accessor(evaluator, inherited) else inherited.refs
                if isinstance(atom, Function) or not known or _are_untyped_fields(evaluator, known):
                    is_of_class = isinstance(atom, (ClassObject, SelfClass)) and not is_prototype_based
                    found.append(AttributeWrite(atom.gid, write.name, ref, isinstance(atom, Function), is_of_class))
    return found
