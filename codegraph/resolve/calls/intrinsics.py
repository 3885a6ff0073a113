"""Members named by a prefix at run time: `getattr(self, "visit_" + kind)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import EdgeKind, Resolution
from codegraph.resolve.types.values import INSTANCES, SelfInstance
from codegraph_parsers.facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter

LEAST, LEAST_OPEN = 2, 4  # letters that must be written, before `_` and without it: what begins with fewer is chance
MOST = 300  # members that one name may mean
METHODS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


def emit_computed(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Edges to what a name may mean once the rest of it is put in: members of the object's class, and where the object
    is the receiver those of the classes below, too."""
    evaluator = emitter.evaluator
    _, base, name = evaluator.exprs[file][index]
    start = str(name)[:-1]
    if len(start.strip("_")) < (LEAST if start.endswith("_") else LEAST_OPEN):
        return
    found: dict[int, None] = {}
    for atom in evaluator.value(file, base):
        if isinstance(atom, INSTANCES) and atom.gid < emitter.program.end:
            line = [gid for gid, _ in evaluator.classes.linear(atom.gid)[0]]
            found.update(dict.fromkeys(_of_line(emitter, line, start)))
            for gid in _below(emitter, atom.gid) if isinstance(atom, SelfInstance) else ():
                found.update(dict.fromkeys(_of_line(emitter, [gid], start)))
    for gid in found if len(found) <= MOST else ():
        emitter.add(source, gid, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def _of_line(emitter: Emitter, line: list[int], start: str) -> list[int]:
    """Methods whose names begin so, of classes of which the nearest replaces what the others have."""
    program, nearest = emitter.program, dict[str, list[int]]()
    for gid in line:
        if gid >= program.end:
            continue
        program.reads.read_table(gid)
        at, local = program.locate(gid)
        for name, expr in program.files[at].names.get(local, {}).items():
            if name.startswith(start) and name not in nearest:
                entities = emitter.evaluator.entities(at, expr)
                nearest[name] = [each.gid for each in entities if each.kind == 0 and each.gid < program.end]
    return [gid for found in nearest.values() for gid in found if program.symbol(gid).kind in METHODS]


def _below(emitter: Emitter, gid: int) -> list[int]:
    """Classes below one, each once."""
    found = [gid]
    for each in found:
        emitter.program.reads.read_subclasses(each)
        found += [one for one in emitter.evaluator.classes.subclasses.get(each, ()) if one not in found]
    return found[1:]
