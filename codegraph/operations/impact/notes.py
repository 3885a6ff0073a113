"""What people and agents wrote about the code that a change touches."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.analysis.changes import Change, ChangeKind
from codegraph.memory.decisions import decision_chain
from codegraph.memory.model import Memory, MemoryKind, MemoryStatus
from codegraph.operations.impact.answers import Note
from codegraph.operations.impact.states import Comparison
from codegraph.operations.memory.place import readable_in
from codegraph.scan.identity import repository_id

SHOWN = (MemoryStatus.ACTIVE, MemoryStatus.STALE)
CHAIN_FILES = 50
"""Changed files whose decision chains are looked up; more would be a history of everything."""

_STATES = {
    ChangeKind.REMOVED: "gone",
    ChangeKind.RENAMED: "moved",
    ChangeKind.MOVED: "moved",
    ChangeKind.SIGNATURE: "changed",
    ChangeKind.BODY: "changed",
}
_ORDER = ("gone", "changed", "moved", "file changed")


def notes_on(comparison: Comparison, changes: Sequence[Change]) -> tuple[Note, ...]:
    """Memories anchored to changed symbols and files, and the decisions behind those files; what the change makes
    doubtful first."""
    states: dict[str, str] = {}
    difference = comparison.difference
    for path in (*difference.modified, *difference.removed):
        states[path] = "file changed" if path not in difference.removed else "gone"
    for change in changes:
        for side in (change.before, change.after):
            if side is not None and change.kind in _STATES:
                states[side.id] = _STATES[change.kind]
    if not states:
        return ()
    own = {repository_id(comparison.head.root), ""}
    places = readable_in(comparison.context.repo)
    found: dict[str, Note] = {}
    with comparison.context.memory("impact").read() as state:
        hits = state.anchored_to(states)
        memories = state.by_rows({row for row, _ in hits})
        anchors = state.anchors(memories)
        for row, target in hits:
            memory = memories.get(row)
            ours = any(a.target == target and a.repository in own for a in anchors.get(row, ()))
            if memory is not None and memory.status in SHOWN and ours:
                _add(found, _note(memory, target, states[target]))
        for path in [p for p in states if p in {*difference.modified, *difference.removed}][:CHAIN_FILES]:
            for memory in decision_chain(state, file_path=path, namespaces=places).decisions:
                if memory.status in SHOWN and memory.id not in found:
                    _add(found, _note(memory, path, states[path]))
    return tuple(sorted(found.values(), key=lambda n: (_ORDER.index(n.state), _rank(n), -n.created_at, n.id)))


def _rank(note: Note) -> int:
    """Decisions, and what warns, before the rest."""
    return 0 if note.kind in (MemoryKind.DECISION, "watch_out", "watch-out", "failure", "convention") else 1


def _add(found: dict[str, Note], note: Note) -> None:
    known = found.get(note.id)
    if known is None or _ORDER.index(note.state) < _ORDER.index(known.state):
        found[note.id] = note


def _note(memory: Memory, target: str, state: str) -> Note:
    return Note(
        memory.id, str(memory.body.kind), str(memory.status), memory.body.content, target, state, memory.created_at
    )
