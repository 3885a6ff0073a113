"""Two states of one tree that differ little, resolved together: the newer one whole, the older one as what differs.

What the edit between them changes is known before anything is emitted. So only reads of that are recorded, which costs
little, where a program that may take in any edit must record all of them (`resident.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from codegraph.model import Graph, GraphDelta
from codegraph.resolve.deep import deep
from codegraph.resolve.edits import Edit, Edits
from codegraph.resolve.emission import Emission
from codegraph.resolve.program import Program
from codegraph.resolve.record import Key, Recorder
from codegraph.resolve.stages import Affected, Stages
from codegraph.resolve.watch import UnforeseenError, Watch
from codegraph_parsers.facts import FileFacts


class Side(NamedTuple):
    """Inputs of one state: facts of its files, and text of its manifests by path."""

    facts: Mapping[str, FileFacts]
    manifests: Mapping[str, str]


class Pair:
    """`graph` is of the newer state, as `resolve` makes it."""

    def __init__(self, newer: Side, older: Side) -> None:
        """Raises UnforeseenError: the two states differ too much to be resolved together."""
        self._older = older
        self._program = Program([*older.facts.values()], older.manifests, sorted(older.facts), room=True)
        record = Recorder(list(range(len(self._program.file_of))))
        self._program.record = record
        self._edits = Edits(self._program, record, older.manifests, sorted(older.facts))
        self._stages = Stages(self._program, record)
        with deep():
            self._stages.make()
            edit = self._take_in(newer)
            foreseen = _Foreseen(record)
            self._stage(edit, foreseen)
            files = (*self._program.order, *range(self._program.tree, len(self._program.files)))
            self._record = Watch(record, edit.symbols, [*edit.keys, *foreseen.keys], files, replaced=edit.replaced)
            self._program.record = self._edits.record = self._stages.record = self._record
            self._emission = Emission(self._program, self._record, self._stages)
            self.graph: Graph = self._emission.graph()

    def _take_in(self, side: Side) -> Edit:
        program = self._program
        now = {program.files[at].path: program.files[at] for at in program.order}
        changed: dict[str, FileFacts | None] = dict.fromkeys(now.keys() - side.facts.keys())
        changed |= {path: facts for path, facts in side.facts.items() if now.get(path) is not facts}
        edit = self._edits.take_in(changed, side.manifests, sorted(side.facts))
        if edit is None:
            raise UnforeseenError("no room")
        if edit.moved:
            self._stages.move(edit.moved, edit.files)
        self._changed = changed
        return edit

    def _stage(self, edit: Edit, affected: Affected) -> None:
        affected.replaced = edit.replaced
        affected.items(edit.symbols)
        affected.changed(edit.keys)
        self._stages.update(edit.files, affected)

    def older(self) -> GraphDelta:
        """What makes the graph of the older state out of that of the newer; to be asked once.

        Raises UnforeseenError when that cannot be said."""
        with deep():
            self._record.foreseen()
            edit = self._take_in(self._older)
            self._record.check(edit.symbols)
            if edit.moved:
                self._emission.move(edit.moved, edit.files)
            affected = Affected(self._record)
            self._stage(edit, affected)
            delta = self._emission.update(edit.files, affected)
        delta.facts = dict(self._changed)
        for path, facts in self._changed.items():
            if facts is None:
                delta.edges.pop(path, None)
                delta.unresolved.pop(path, None)
        return delta


class _Foreseen(Affected):
    """Also notes what has changed."""

    def __init__(self, record: Recorder) -> None:
        super().__init__(record)
        self.keys: set[Key] = set()

    def changed(self, keys: Iterable[Key]) -> None:
        noted = set(keys)
        self.keys |= noted
        super().changed(noted)
