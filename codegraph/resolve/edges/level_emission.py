"""Emission of sites level by level, as more is known of parameters.

All sites are emitted first, then again those that depend on a parameter of which more is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.argument_flow import MAX_LEVEL, collect_parameters
from codegraph.resolve.types.abstract_values import EVERYTHING, Parameters

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.evaluator import Evaluator


def emit_levels(evaluator: Evaluator, emitter: Emitter) -> None:
    """Emit all sites, then again those that depend on newly known parameters.

    It ends when nothing new is passed.
    """
    levels = evaluator.levels
    dependent: dict[int, dict[int, Parameters]] = {}
    for file in range(evaluator.program.tree):
        found = emitter.emit_file(file)
        if found:
            dependent[file] = found
    while dependent and levels.top.number < MAX_LEVEL:
        changed = levels.advance(
            collect_parameters([parameters for sites in dependent.values() for parameters in sites.values()])
        )
        if not changed:
            break
        evaluator.level = levels.top
        for file, sites in dependent.items():
            emit_again(
                emitter, file, sites, [at for at, parameters in sites.items() if not changed.isdisjoint(parameters)]
            )
    if levels.top.number:  # what rests on more parameters than are counted is emitted once, at the end
        for file, sites in dependent.items():
            emit_again(emitter, file, sites, [at for at, parameters in sites.items() if parameters is EVERYTHING])
    emitter.settle()


def emit_again(emitter: Emitter, file: int, sites: dict[int, Parameters], positions: list[int]) -> None:
    """Emit some sites of a file again, and update the parameters they depend on."""
    if positions:
        found = emitter.emit_file(file, positions)
        for at in positions:
            sites.pop(at, None)
        sites.update(found)
