"""Memory of the Python interface: notes, recall and staleness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from codegraph.api.results import Results

STALE: Final = ("suspect", "changed", "gone")
"""States of an anchor in which its note may no longer hold."""

if TYPE_CHECKING:
    from codegraph.operations.context import Context
    from codegraph.operations.memory.answers import AnchorRow, HitRow, MemoryRow


@dataclass(frozen=True, slots=True)
class Note:
    """One memory.

    Times are RFC 3339. `kind` is such as `decision`, `status` such as `active` or `archived`."""

    id: str
    text: str
    kind: str
    status: str
    namespace: str
    tags: tuple[str, ...]
    importance: float
    confidence: float
    revision: int
    created_at: str
    updated_at: str
    undo_token: str = ""  # undoes the write that returned this note


@dataclass(frozen=True, slots=True)
class Anchor:
    """Code that a note is about, and how it stands today.

    `state` is unchanged, suspect, changed, moved, gone or unknown; `reason` says what a suspect one rests on.
    """

    target: str  # id of the symbol, or path
    state: str
    path: str
    line: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecalledNote:
    """A note that answers a question, with the code it is about.

    `amended_by` are ids of later notes that change what it says."""

    note: Note
    score: float
    anchors: tuple[Anchor, ...]
    amended_by: tuple[str, ...]

    @property
    def is_stale(self) -> bool:
        """Return whether the note may no longer hold.

        Code that it is about has changed or gone, or rests on what has changed."""
        return any(anchor.state in STALE for anchor in self.anchors)


@dataclass(frozen=True, slots=True)
class StaleNote:
    """A note whose code is no longer what it was.

    `since` is the commit with which that began, "" where history does not tell."""

    note: Note
    anchors: tuple[Anchor, ...]
    since: str


class Memory:
    """The notes of a repository's namespace.

    Every write is recorded in an append-only log; the `undo_token` of a written note takes the write back. A note that
    holds a credential is refused with CredentialError.
    """

    def __init__(self, context: Context) -> None:
        """Make the memory of a context; `Repository.memory` is one."""
        self._context = context

    def add(
        self, text: str, *, kind: str = "context", about: Sequence[str] = (), tags: Sequence[str] = (),
        supersedes: str = "",
    ) -> Note:  # fmt: skip
        """Record a note and return it.

        `about` names symbols or files that the note is about: recall finds it by them, and it becomes stale when they
        change. `supersedes` is the id of a note that it replaces. The same text is recorded once. Raises NotFoundError
        when nothing of `about` exists.

        >>> note = repo.memory.add("Receipts round half up", kind="decision", about=["Money.format"])
        >>> note.kind
        'decision'
        """
        from codegraph.operations.memory.notes import add
        from codegraph.operations.memory.requests import AddRequest

        request = AddRequest(content=text, kind=kind, about=tuple(about), tag=tuple(tags), supersedes=supersedes)
        written = add(self._context, request).results
        return _build_note(written.memory, written.token)

    def recall(
        self, question: str = "", *, about: Sequence[str] = (), kinds: Sequence[str] = (), tags: Sequence[str] = (),
        limit: int = 10,
    ) -> Results[RecalledNote]:  # fmt: skip
        """Return the notes that answer a question, the best first.

        `about` names symbols and files that the notes are about. Stale notes are ranked lower and are not hidden.

        >>> [found.note.text for found in repo.memory.recall(about=["Money.format"])]
        ['Receipts round half up']
        """
        from codegraph.operations.memory.recollection import recall
        from codegraph.operations.memory.requests import RecallRequest

        request = RecallRequest(query=question, about=tuple(about), kind=tuple(kinds), tag=tuple(tags), limit=limit)
        answer = recall(self._context, request)
        return Results(map(_build_recalled_note, answer.results.hits), warnings=answer.warnings)

    def list(self, *, kinds: Sequence[str] = (), tags: Sequence[str] = (), limit: int = 20) -> Results[Note]:
        """Return the newest notes of the namespace.

        >>> repo.memory.list(kinds=["decision"]).total
        1
        """
        from codegraph.operations.memory.memory_list import list_memories
        from codegraph.operations.memory.requests import ListRequest

        answer = list_memories(self._context, ListRequest(kind=tuple(kinds), tag=tuple(tags), limit=limit))
        found = answer.results
        return Results(map(_build_note, found.memories), found.total, answer.warnings)

    def stale(self) -> Results[StaleNote]:
        """Return the notes whose code changed since somebody last vouched for them.

        >>> len(repo.memory.stale())
        0
        """
        from codegraph.operations.memory.recollection import list_stale
        from codegraph.operations.memory.requests import StaleRequest

        answer = list_stale(self._context, StaleRequest())
        rows = [
            StaleNote(_build_note(row.memory), tuple(map(_build_anchor, row.anchors)), row.since)
            for row in answer.results.stale
        ]
        return Results(rows, warnings=answer.warnings)

    def verify(self, id: str) -> Note:
        """Record that a note still holds for its code as it is now.

        >>> repo.memory.verify(note.id).status
        'active'
        """
        from codegraph.operations.memory.recollection import verify
        from codegraph.operations.memory.requests import VerifyRequest

        written = verify(self._context, VerifyRequest(id=id)).results
        return _build_note(written.memory, written.token)

    def archive(self, id: str) -> Note:
        """Take a note out of recall; its history stays.

        >>> archived = repo.memory.archive(note.id)
        >>> archived.status
        'archived'
        """
        from codegraph.operations.memory.notes import delete
        from codegraph.operations.memory.requests import IdRequest

        written = delete(self._context, IdRequest(id=id)).results
        return _build_note(written.memory, written.token)

    def undo(self, token: str) -> None:
        """Take a write back, by the token that it returned.

        >>> repo.memory.undo(archived.undo_token)
        >>> repo.memory.list().total
        1
        """
        from codegraph.operations.memory.notes import undo
        from codegraph.operations.memory.requests import UndoRequest

        undo(self._context, UndoRequest(token=token))


def _build_note(row: MemoryRow, token: str = "") -> Note:
    return Note(
        row.id, row.content, row.kind, row.status, row.namespace, row.tags, row.importance, row.confidence,
        row.revision, row.created_at, row.updated_at, token,
    )  # fmt: skip


def _build_anchor(row: AnchorRow) -> Anchor:
    return Anchor(row.now or row.target, row.state, row.path, row.line, row.because)


def _build_recalled_note(row: HitRow) -> RecalledNote:
    return RecalledNote(
        _build_note(row.memory), row.score, tuple(map(_build_anchor, row.anchors)),
        tuple(each.id for each in row.amended_by),
    )  # fmt: skip
