"""Members named by a prefix at run time: `getattr(self, "visit_" + kind)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.types.abstract_values import INSTANCES, SelfInstance
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter

LEAST, LEAST_OPEN = 2, 4  # letters that must be written, before `_` and without it: what begins with fewer is chance
MOST = 300  # members that one name may mean
METHODS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


def emit_computed(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit edges to members whose names begin with a prefix.

    They are members of the object's class. Where the object is the receiver, members of subclasses are included.
    """
    evaluator = emitter.evaluator
    _, base, name = evaluator.exprs[file][index]
    start = str(name)[:-1]
    if len(start.strip("_")) < (LEAST if start.endswith("_") else LEAST_OPEN):
        return
    found: dict[int, None] = {}
    for atom in evaluator.value(file, base):
        if isinstance(atom, INSTANCES) and atom.gid < emitter.program.end:
            line = [gid for gid, _ in evaluator.classes.linear(atom.gid)[0]]
            found.update(dict.fromkeys(_list_prefixed_methods(emitter, line, start)))
            for gid in _list_subclasses(emitter, atom.gid) if isinstance(atom, SelfInstance) else ():
                found.update(dict.fromkeys(_list_prefixed_methods(emitter, [gid], start)))
    for gid in found if len(found) <= MOST else ():
        emitter.add(source, gid, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def _list_prefixed_methods(emitter: Emitter, line: list[int], start: str) -> list[int]:
    """Return the methods in a linearization whose names begin with a prefix.

    The nearest class hides what the others have under the same name.
    """
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
    return [gid for found in nearest.values() for gid in found if program.get_symbol(gid).kind in METHODS]


def _list_subclasses(emitter: Emitter, gid: int) -> list[int]:
    """Return the subclasses of a class, each once."""
    found = [gid]
    for each in found:
        emitter.program.reads.read_subclasses(each)
        found += [one for one in emitter.evaluator.classes.subclasses.get(each, ()) if one not in found]
    return found[1:]
