"""A resolved program that stays in memory, so that an edit costs what it changes.

The result is that of `resolve` on the same files: every piece of work reads only what is recorded, and is done again
when any of that has changed. What is kept between updates is what pieces gave each other (tables, calls, what is
passed), not the values in between.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from codegraph.model import GraphDelta
from codegraph.resolve.deep import deep
from codegraph.resolve.edits import Edits
from codegraph.resolve.emission import Emission
from codegraph.resolve.faults import Pulse
from codegraph.resolve.program import Program
from codegraph.resolve.record import Piece, Recorder
from codegraph.resolve.stages import Affected, Stages
from codegraph_parsers.facts import FileFacts


class OutgrownError(Exception):
    """A program that must be resolved anew by a whole run.

    There is no room for an edit, or a piece of work failed."""


class Resident:
    """All that is kept of one tree. `whole` is its graph as it was first, as a difference from nothing.

    Raises OutgrownError where a part of the tree cannot be resolved."""

    def __init__(
        self, files: Sequence[FileFacts], manifests: Mapping[str, str], paths: Sequence[str], pulse: Pulse | None = None
    ) -> None:
        self.program = Program(files, manifests, paths, room=True, pulse=pulse)
        if self.program.faults.found:
            raise OutgrownError
        self.record = Recorder(list(range(len(self.program.file_of))))
        self.program.record = self.record
        self.edits = Edits(self.program, self.record, manifests, paths)
        self.stages = Stages(self.program, self.record)
        self.emission = Emission(self.program, self.record, self.stages)
        with deep(), _raise_outgrown():
            self.stages.make()
            self.whole = self.emission.update(set(self.program.order), Affected(self.record, first=True))
        self.record.index()
        self.whole.facts = {f.path: f for f in (self.program.files[at] for at in self.program.order)}

    def has(self, path: str) -> bool:
        """Whether there are facts of a path."""
        return path in self.edits.places

    def update(
        self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str], paths: Sequence[str]
    ) -> GraphDelta:
        """Take in files whose facts have changed (None: the path has none any more), and say what that changes.

        `manifests` and `paths` are those of the whole tree now. Raises OutgrownError, after which nothing that this
        object says is of use."""
        with _raise_outgrown():
            return self._update(changed, manifests, paths)

    def _update(
        self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str], paths: Sequence[str]
    ) -> GraphDelta:
        affected = Affected(self.record)
        edit = self.edits.take_in(changed, manifests, paths)
        if edit is None:
            raise OutgrownError
        if edit.moved:
            self.stages.move(edit.moved, edit.files)
            self.emission.move(edit.moved, edit.files)
        affected.replaced = edit.replaced
        affected.items(edit.items)
        with deep():
            self.stages.update(edit.files, affected)
            delta = self.emission.update(edit.files, affected)
        for path in changed:
            delta.facts[path] = changed[path]
            if changed[path] is None:
                delta.edges.pop(path, None)
                delta.unresolved.pop(path, None)
        return delta


@contextmanager
def _raise_outgrown() -> Generator[None]:
    try:
        yield
    except OutgrownError:
        raise
    except Exception as error:
        raise OutgrownError from error


__all__ = ["OutgrownError", "Piece", "Resident"]
