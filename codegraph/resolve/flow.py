"""Emission level by level: all sites, then again those that rest on a parameter of which more is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.levels import MAX_LEVEL, asked_for
from codegraph.resolve.values import EVERYTHING, Taint

if TYPE_CHECKING:
    from codegraph.resolve.emit import Emitter
    from codegraph.resolve.evaluate import Evaluator


def flow_parameters(evaluator: Evaluator, emitter: Emitter) -> None:
    """Emit all sites, then again those that rest on parameters, until nothing new is passed."""
    levels = evaluator.levels
    tainted: dict[int, dict[int, Taint]] = {}
    for file in range(evaluator.program.tree):
        found = emitter.file(file)
        if found:
            tainted[file] = found
    while tainted and levels.top.number < MAX_LEVEL:
        changed = levels.rise(asked_for([taint for sites in tainted.values() for taint in sites.values()]))
        if not changed:
            break
        evaluator.level = levels.top
        for file, sites in tainted.items():
            again(emitter, file, sites, [at for at, taint in sites.items() if not changed.isdisjoint(taint)])
    if levels.top.number:  # what rests on more parameters than are counted is emitted once, at the end
        for file, sites in tainted.items():
            again(emitter, file, sites, [at for at, taint in sites.items() if taint is EVERYTHING])
    emitter.settle()


def again(emitter: Emitter, file: int, sites: dict[int, Taint], positions: list[int]) -> None:
    """Emit some sites of a file again and note what they rest on now."""
    if positions:
        found = emitter.file(file, positions)
        for at in positions:
            sites.pop(at, None)
        sites.update(found)
