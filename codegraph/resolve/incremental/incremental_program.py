"""A resolved program kept in memory, updated at the cost of an edit's changes.

The result is that of `resolve` on the same files: every piece of work reads only what is recorded, and is done again
when any of that has changed. Between updates, what pieces gave one another is kept (tables, calls, passed values), and
the values in between are not.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from codegraph.graph_model import Graph, GraphDelta
from codegraph.resolve.faults import Pulse
from codegraph.resolve.incremental.dependency_graph import Piece, Recorder
from codegraph.resolve.incremental.edits import Edits
from codegraph.resolve.incremental.emission import Emission, EmissionRun
from codegraph.resolve.incremental.program_snapshot import Arrays, LoadFile, Parts, make_base, make_layer, open_snapshot
from codegraph.resolve.incremental.reads import RecordedReads
from codegraph.resolve.program.program import Program
from codegraph.resolve.recursion import allow_deep_recursion
from codegraph.resolve.stages import AffectedPieces, Stages
from codegraph_parsers.file_facts import FileFacts

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OutgrownError(Exception):
    """Failure to update a program, which a whole run must resolve again.

    There is no room for an edit, or a piece of work failed.
    """


class Resident:
    """A resolved program of one tree, kept for edits.

    `graph` is its first graph, None for a program that was restored.
    """

    def __init__(self, program: Program, record: Recorder, stages: Stages, emission: Emission, edits: Edits) -> None:
        self.program = program
        self.record = record
        self.stages = stages
        self.emission = emission
        self.edits = edits
        self.graph: Graph | None = None
        self.run: EmissionRun | None = None  # of a program whose edges are not made yet
        self._arrays: Mapping[str, NDArray[Any]] = {}  # of the base that it was restored from

    @classmethod
    def make(
        cls, files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str], pulse: Pulse | None = None
    ) -> Resident:
        """Resolve a tree, and record all dependencies.

        Raises OutgrownError where a part of the tree cannot be resolved.
        """
        resident = cls.prepare(files, manifests, paths, pulse)
        resident.emit()
        return resident

    @classmethod
    def prepare(
        cls, files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str], pulse: Pulse | None = None
    ) -> Resident:
        """Return a program with all that its edges are made from.

        `emit` makes them. Raises OutgrownError where a part of the tree cannot be resolved."""
        program = Program(files, manifests, paths, room=True, pulse=pulse)
        if program.faults.found:
            raise OutgrownError
        record = program.record = Recorder(list(range(len(program.file_of))))
        program.reads = RecordedReads(record)
        edits = Edits(program, record, manifests, paths)
        stages = Stages(program, record)
        resident = cls(program, record, stages, Emission(program, record, stages), edits)
        with allow_deep_recursion(), raise_outgrown():
            stages.make()
            resident.run = resident.emission.begin()
        return resident

    def emit(self) -> None:
        """Emit the edges of a prepared program, in this process. Raises OutgrownError."""
        run = self.take_run()
        with allow_deep_recursion(), raise_outgrown():
            run.emit_all()
            self.graph = run.make_graph()

    def take_run(self) -> EmissionRun:
        """Return the run that emits the edges of a prepared program, once."""
        run, self.run = self.run, None
        assert run is not None, "the edges of a program are made once"
        return run

    @classmethod
    def restore(
        cls, arrays: Mapping[str, NDArray[Any]], layer: bytes, load: LoadFile, pulse: Pulse | None = None
    ) -> Resident:
        """Restore a program from disk; `load` decodes the facts of a file.

        Raises SnapshotError where the arrays or the layer are not what this version writes.
        """
        parts = open_snapshot(arrays, layer, load, pulse)
        paths = [parts.program.files[at].path for at in parts.program.order]
        edits = Edits(parts.program, parts.record, parts.manifests, paths)
        resident = cls(parts.program, parts.record, parts.stages, parts.emission, edits)
        resident._arrays = arrays
        return resident

    def make_base(self) -> Arrays:
        """Return a program that was just made as the arrays of a base."""
        return make_base(self._collect_parts())

    def make_layer(self) -> bytes:
        """Return the differences of a restored program from its base."""
        return make_layer(self._collect_parts(), self._arrays)

    def _collect_parts(self) -> Parts:
        return Parts(self.program, self.record, self.stages, self.emission, self.edits.manifests)

    def take_graph(self) -> Graph:
        """Return the first graph of the program, and drop it."""
        graph, self.graph = self.graph, None
        assert graph is not None, "a program that was restored has no graph"
        return graph

    def has_file(self, path: str) -> bool:
        """Return whether there are facts of a path."""
        return path in self.edits.places

    def update(
        self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str], paths: Sequence[str]
    ) -> GraphDelta:
        """Update the program with changed facts (None: the path has none any more).

        Returns what that changes. `manifests` and `paths` are those of the whole tree now. Raises OutgrownError, after
        which this object is unusable.
        """
        with raise_outgrown():
            return self._update(changed, manifests, paths)

    def _update(
        self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str], paths: Sequence[str]
    ) -> GraphDelta:
        self.record.flush()  # before graph ids stand for other symbols
        affected = AffectedPieces(self.record)
        edit = self.edits.apply(changed, manifests, paths)
        if edit is None:
            raise OutgrownError
        if edit.moved:
            self.stages.move(edit.moved, edit.files)
            self.emission.move(edit.moved, edit.files)
        affected.replaced = edit.replaced
        affected.add_dependents(edit.items)
        with allow_deep_recursion():
            self.stages.update(edit.files, affected)
            delta = self.emission.update(edit.files, affected)
        for path in changed:
            delta.facts.setdefault(path, changed[path])  # with its endpoints, where it has any
            if changed[path] is None:
                delta.edges.pop(path, None)
                delta.unresolved.pop(path, None)
        return delta


@contextmanager
def raise_outgrown() -> Generator[None]:
    """Raise OutgrownError in place of any other error."""
    try:
        yield
    except OutgrownError:
        raise
    except Exception as error:
        raise OutgrownError from error


__all__ = ["OutgrownError", "Piece", "Resident", "raise_outgrown"]
