"""Tables of the learning loop.

They hold runs, deliveries and citations of runs, and the standing of each memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from codegraph.memory.memory_model import (
    Citation,
    Conflict,
    Floors,
    FloorsChange,
    Injection,
    Lesson,
    Proposal,
    ProposalOutcome,
    Run,
    Serving,
    Standing,
)
from codegraph.store.memory.row_conversion import Table, mark, split_batches

PROJECTIONS: Final = (
    "runs",
    "servings",
    "injections",
    "citation_marks",
    "memory_citations",
    "usefulness",
    "memory_conflicts",
    "lessons",
    "proposals",
    "floors",
)

TABLES: Final = """
CREATE TABLE IF NOT EXISTS runs(
    id TEXT PRIMARY KEY, namespace TEXT NOT NULL, started_at INTEGER NOT NULL, session TEXT NOT NULL,
    agent TEXT NOT NULL, task TEXT NOT NULL, model TEXT NOT NULL, ended_at INTEGER NOT NULL, outcome TEXT NOT NULL,
    category TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS servings(
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, run TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL,
    query TEXT NOT NULL, stage TEXT NOT NULL, capsules INTEGER NOT NULL, tokens INTEGER NOT NULL,
    top_score REAL NOT NULL, skipped INTEGER NOT NULL, source TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS servings_run ON servings(run);
CREATE TABLE IF NOT EXISTS injections(
    seq INTEGER PRIMARY KEY, serving TEXT NOT NULL, run TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL,
    memories TEXT NOT NULL, tokens INTEGER NOT NULL, source TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS injections_run ON injections(run);
CREATE TABLE IF NOT EXISTS citation_marks(
    run TEXT NOT NULL, memory TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(run, memory))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS memory_citations(
    seq INTEGER PRIMARY KEY, run TEXT NOT NULL, memory TEXT NOT NULL, original TEXT NOT NULL, at INTEGER NOT NULL,
    reason TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS memory_citations_run ON memory_citations(run);
CREATE INDEX IF NOT EXISTS memory_citations_memory ON memory_citations(memory);
CREATE TABLE IF NOT EXISTS usefulness(
    memory TEXT PRIMARY KEY, score REAL NOT NULL, uses INTEGER NOT NULL, cited INTEGER NOT NULL,
    last_useful_at INTEGER NOT NULL, rated_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS memory_conflicts(
    id TEXT PRIMARY KEY, newer TEXT NOT NULL, existing TEXT NOT NULL, similarity REAL NOT NULL,
    namespace TEXT NOT NULL, at INTEGER NOT NULL, resolution TEXT NOT NULL, resolved_at INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lessons(
    seq INTEGER PRIMARY KEY, memory TEXT NOT NULL, run TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL,
    how TEXT NOT NULL, source TEXT NOT NULL, similarity REAL NOT NULL);
CREATE TABLE IF NOT EXISTS proposals(
    memory TEXT PRIMARY KEY, namespace TEXT NOT NULL, filed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    source TEXT NOT NULL, run TEXT NOT NULL, outcome TEXT NOT NULL, settled_at INTEGER NOT NULL, reason TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS floors(
    seq INTEGER PRIMARY KEY, namespace TEXT NOT NULL, at INTEGER NOT NULL, lexical_before REAL NOT NULL,
    semantic_before REAL NOT NULL, lexical REAL NOT NULL, semantic REAL NOT NULL, reverts INTEGER NOT NULL);
"""

_RUNS: Final = Table("runs", Run)
_SERVINGS: Final = Table("servings", Serving, "seq")
_INJECTIONS: Final = Table("injections", Injection, "seq")
_CITATIONS: Final = Table("memory_citations", Citation)
_STANDINGS: Final = Table("usefulness", Standing, "memory")
_CONFLICTS: Final = Table("memory_conflicts", Conflict)
_LESSONS: Final = Table("lessons", Lesson)
_PROPOSALS: Final = Table("proposals", Proposal)


class LearningTables:
    """Reads and writes of one transaction.

    An empty `namespaces` is every namespace.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    # runs

    def find_run(self, id: str) -> Run | None:
        return _RUNS.find(self._db, "id = ?", (id,))

    def list_runs(self, namespaces: Sequence[str] = (), *, since: int = 0, limit: int = -1) -> list[Run]:
        """Return the runs started at or after `since`, the newest first."""
        where, values = _build_namespace_clause(namespaces)
        where += " AND started_at >= ? ORDER BY started_at DESC, id DESC LIMIT ?"
        return _RUNS.select(self._db, where, (*values, since, limit))

    def find_runs(self, beginning: str) -> list[Run]:
        """Return the runs whose ids begin with a text, at most six."""
        return _RUNS.select(self._db, "substr(id, 1, ?) = ? ORDER BY id LIMIT 6", (len(beginning), beginning))

    def find_open_run(self, namespace: str) -> Run | None:
        """Return the open run of a namespace that was started last."""
        where = "namespace = ? AND outcome = 'open' ORDER BY started_at DESC, id DESC LIMIT 1"
        return _RUNS.find(self._db, where, (namespace,))

    def put_run(self, run: Run) -> None:
        _RUNS.put(self._db, run)

    # deliveries

    def add_serving(self, seq: int, serving: Serving) -> None:
        _SERVINGS.put(self._db, serving, seq)

    def list_servings(self, namespaces: Sequence[str] = (), *, since: int = 0, run: str | None = None) -> list[Serving]:
        """Return the retrievals in the order in which they happened."""
        return _SERVINGS.select(self._db, *_match_delivered(namespaces, since, run))

    def add_injection(self, seq: int, injection: Injection) -> None:
        _INJECTIONS.put(self._db, injection, seq)

    def list_injections(
        self, namespaces: Sequence[str] = (), *, since: int = 0, run: str | None = None
    ) -> list[Injection]:
        return _INJECTIONS.select(self._db, *_match_delivered(namespaces, since, run))

    # citations

    def put_mark(self, citation: Citation) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO citation_marks VALUES(?, ?, ?, ?)",
            (citation.run, citation.memory, citation.at, citation.reason),
        )

    def drop_mark(self, run: str, memory: str) -> None:
        self._db.execute("DELETE FROM citation_marks WHERE run = ? AND memory = ?", (run, memory))

    def list_marks(self, run: str) -> list[Citation]:
        """Return the citations noted in an open run."""
        sql = "SELECT run, memory, at, reason FROM citation_marks WHERE run = ? ORDER BY at, memory"
        return [Citation(0, r[0], r[1], r[1], r[2], r[3]) for r in self._db.execute(sql, (run,))]

    def put_citation(self, citation: Citation) -> None:
        self.drop_mark(citation.run, citation.original)
        _CITATIONS.put(self._db, citation)

    def has_landed(self, run: str, memory: str) -> bool:
        """Return whether a run's citation of a memory is in the ledger.

        The memory is given by its id at the time of the citation.
        """
        sql = "SELECT 1 FROM memory_citations WHERE run = ? AND original = ?"
        return self._db.execute(sql, (run, memory)).fetchone() is not None

    def drop_citation(self, run: str, memory: str) -> None:
        self._db.execute("DELETE FROM memory_citations WHERE run = ? AND original = ?", (run, memory))

    def list_citations(
        self, *, run: str | None = None, memory: str | None = None, since: int = 0, runs: Iterable[str] | None = None
    ) -> list[Citation]:
        """Return landed citations in order."""
        parts, values = ["at >= ?"], [since]
        for column, value in (("run", run), ("memory", memory)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)  # type: ignore[arg-type]
        found = _CITATIONS.select(self._db, f"{' AND '.join(parts)} ORDER BY seq", values)
        if runs is None:
            return found
        wanted = set(runs)
        return [c for c in found if c.run in wanted]

    def move_citations(self, seqs: tuple[int, ...], source: str, target: str) -> None:
        for part in split_batches(seqs):
            sql = f"UPDATE memory_citations SET memory = ? WHERE memory = ? AND seq IN ({mark(part)})"
            self._db.execute(sql, (target, source, *part))

    # usefulness

    def read_standing(self, memory: str) -> Standing:
        return _STANDINGS.find(self._db, "memory = ?", (memory,)) or Standing()

    def read_standings(self, memories: Iterable[str] | None = None) -> dict[str, Standing]:
        """Return the standings of these memories, or of all.

        Memories that no run mentioned are left out.
        """
        if memories is None:
            return {row[0]: Standing(*row[1:]) for row in self._db.execute("SELECT * FROM usefulness ORDER BY memory")}
        found: dict[str, Standing] = {}
        for part in split_batches(memories):
            sql = f"SELECT * FROM usefulness WHERE memory IN ({mark(part)})"
            found.update((row[0], Standing(*row[1:])) for row in self._db.execute(sql, part))
        return found

    def put_standing(self, memory: str, standing: Standing) -> None:
        if standing == Standing():
            self._db.execute("DELETE FROM usefulness WHERE memory = ?", (memory,))
        else:
            _STANDINGS.put(self._db, standing, memory)

    # conflicts

    def get_conflict(self, id: str) -> Conflict | None:
        return _CONFLICTS.find(self._db, "id = ?", (id,))

    def list_conflicts(self, namespaces: Sequence[str] = (), *, only_open: bool = True) -> list[Conflict]:
        """Return conflicts, the newest first.

        A conflict is open while both of its memories can still be recalled.
        """
        where, values = _build_namespace_clause(namespaces)
        if only_open:
            live = "SELECT 1 FROM memories m WHERE m.status IN ('active', 'stale', 'pending') AND m.id ="
            where += f" AND resolution = '' AND EXISTS ({live} newer) AND EXISTS ({live} existing)"
        return _CONFLICTS.select(self._db, f"{where} ORDER BY at DESC, id", values)

    def put_conflict(self, conflict: Conflict) -> None:
        _CONFLICTS.put(self._db, conflict)

    # lessons and proposals

    def add_lesson(self, lesson: Lesson) -> None:
        _LESSONS.put(self._db, lesson)

    def list_lessons(self, namespaces: Sequence[str] = (), *, since: int = 0) -> list[Lesson]:
        where, values = _build_namespace_clause(namespaces)
        return _LESSONS.select(self._db, f"{where} AND at >= ? ORDER BY seq", (*values, since))

    def get_proposal(self, memory: str) -> Proposal | None:
        return _PROPOSALS.find(self._db, "memory = ?", (memory,))

    def list_proposals(self, namespaces: Sequence[str] = (), outcome: ProposalOutcome | None = None) -> list[Proposal]:
        """Return proposals in the order in which they were filed.

        A proposal is pending only as long as its memory waits.
        """
        where, values = _build_namespace_clause(namespaces)
        if outcome is not None:
            where, values = f"{where} AND outcome = ?", [*values, outcome.value]
        if outcome is ProposalOutcome.PENDING:
            where += " AND EXISTS (SELECT 1 FROM memories m WHERE m.id = memory AND m.status = 'pending')"
        return _PROPOSALS.select(self._db, f"{where} ORDER BY filed_at, memory", values)

    def put_proposal(self, proposal: Proposal) -> None:
        _PROPOSALS.put(self._db, proposal)

    # floors

    def read_floors(self, namespace: str) -> Floors:
        """Return the floors as they were set last, or the shipped ones."""
        changes = self.list_floor_changes(namespace)
        return changes[-1].floors if changes else Floors()

    def list_floor_changes(self, namespace: str) -> list[FloorsChange]:
        """Return the changes of floors in the order in which they were made."""
        sql = "SELECT * FROM floors WHERE namespace = ? ORDER BY seq"
        return [
            FloorsChange(r[0], r[1], r[2], Floors(r[3], r[4]), Floors(r[5], r[6]), r[7])
            for r in self._db.execute(sql, (namespace,))
        ]

    def add_floors(self, change: FloorsChange) -> None:
        values = (
            change.seq, change.namespace, change.at, change.before.lexical, change.before.semantic,
            change.floors.lexical, change.floors.semantic, change.reverts,
        )  # fmt: skip
        self._db.execute(f"INSERT INTO floors VALUES({mark(values)})", values)

    def erase(self, memory: str) -> None:
        """Erase words about a memory; figures stay."""
        for table in ("citation_marks", "proposals"):
            self._db.execute(f"UPDATE {table} SET reason = '' WHERE memory = ?", (memory,))
        self._db.execute("UPDATE memory_citations SET reason = '' WHERE original = ?", (memory,))


def _match_delivered(namespaces: Sequence[str], since: int, run: str | None) -> tuple[str, list[Any]]:
    """Return a condition for deliveries in order, with its values."""
    where, values = _build_namespace_clause(namespaces)
    if run is not None:
        where, values = f"{where} AND run = ?", [*values, run]
    return f"{where} AND at >= ? ORDER BY seq", [*values, since]


def _build_namespace_clause(namespaces: Sequence[str]) -> tuple[str, list[Any]]:
    if not namespaces:
        return "1", []
    return f"namespace IN ({mark(namespaces)})", list(namespaces)
