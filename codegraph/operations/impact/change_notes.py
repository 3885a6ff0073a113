"""Notes of people and agents about the code that a change touches."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.analysis.symbol_differences import Change, ChangeKind
from codegraph.graph_model import EdgeKind
from codegraph.memory.decisions import find_decision_chain
from codegraph.memory.memory_model import RECALLABLE, Memory
from codegraph.operations.edges import CALLS
from codegraph.operations.impact.answers import Affected, Note
from codegraph.operations.impact.change_states import Comparison
from codegraph.operations.memory.knowledge import WEIGHTY, find_anchored
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.symbol_neighbourhood import VALUES
from codegraph.scan.repository_identity import compute_repository_id

MOST_AFFECTED = 1_000
"""Dependents whose notes are looked for, the nearest first."""

CHAIN_FILES = 50
"""Changed files whose decision chains are looked up; more would be a history of everything."""

_STATES = {
    ChangeKind.REMOVED: "gone",
    ChangeKind.RENAMED: "moved",
    ChangeKind.MOVED: "moved",
    ChangeKind.SIGNATURE: "changed",
    ChangeKind.BODY: "changed",
}
_EDITED = (ChangeKind.SIGNATURE, ChangeKind.BODY, ChangeKind.REMOVED)
_ORDER = ("gone", "changed", "suspect", "moved", "file changed", "depends on it")


def find_notes(
    comparison: Comparison, changes: Sequence[Change], affected: Sequence[Affected] = ()
) -> tuple[Note, ...]:
    """Return memories about changed symbols and files, and about dependents.

    They are anchored to them. The decisions behind those files are included, too. Memories that the change makes
    doubtful come first.
    """
    states = _find_states(comparison, changes)
    if not states:
        return ()
    reasons = {row.symbol.id: _find_reason(row, changes) for row in affected[:MOST_AFFECTED]}
    for id, because in reasons.items():
        states.setdefault(id, "suspect" if because else "depends on it")
    difference = comparison.difference
    files = {*difference.modified, *difference.removed}
    found: dict[str, Note] = {}
    with comparison.context.open_memory().read() as state:
        for memory, anchor in find_anchored(state, states, compute_repository_id(comparison.head.root)):
            because = reasons.get(anchor.target, "") if states[anchor.target] == "suspect" else ""
            _add(found, _build_note(memory, anchor.target, states[anchor.target], because))
        places = list_readable_namespaces(comparison.context.repo)
        for path in [p for p in states if p in files][:CHAIN_FILES]:
            for memory in find_decision_chain(state, file_path=path, namespaces=places).decisions:
                if memory.status in RECALLABLE and memory.id not in found:
                    _add(found, _build_note(memory, path, states[path]))
    return tuple(sorted(found.values(), key=lambda n: (_ORDER.index(n.state), _rank(n), -n.created_at, n.id)))


def _find_states(comparison: Comparison, changes: Sequence[Change]) -> dict[str, str]:
    """Return what a change does to each symbol and file, by id and path."""
    states: dict[str, str] = {}
    difference = comparison.difference
    for path in (*difference.modified, *difference.removed):
        states[path] = "file changed" if path not in difference.removed else "gone"
    for change in changes:
        for side in (change.before, change.after):
            if side is not None and change.kind in _STATES:
                states[side.id] = _STATES[change.kind]
    return states


def _find_reason(row: Affected, changes: Sequence[Change]) -> str:
    """Return the premise of a dependent that changed.

    Returns "" where that is only the body of something it calls."""
    if row.depth != 1 or not row.path:
        return ""
    change = next((c for c in changes if row.cause in {side.id for side in (c.before, c.after) if side}), None)
    if change is None:
        return ""
    name, kind = change.here.name, row.path[0].kind
    if change.here.kind in VALUES:
        return f"value of {name}" if kind is EdgeKind.REFERENCES and change.kind in _EDITED else ""
    return f"signature of {name}" if kind in CALLS and change.kind is ChangeKind.SIGNATURE else ""


def _rank(note: Note) -> int:
    """Rank decisions and warnings before the rest."""
    return 0 if note.kind in WEIGHTY else 1


def _add(found: dict[str, Note], note: Note) -> None:
    known = found.get(note.id)
    if known is None or _ORDER.index(note.state) < _ORDER.index(known.state):
        found[note.id] = note


def _build_note(memory: Memory, target: str, state: str, because: str = "") -> Note:
    body = memory.body
    return Note(memory.id, str(body.kind), str(memory.status), body.content, target, state, memory.created_at, because)
