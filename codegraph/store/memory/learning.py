"""Tables of the learning loop: runs, what was delivered in them, what was cited, and how each memory stands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from codegraph.memory.model import (
    Citation,
    Conflict,
    Floors,
    FloorsChange,
    How,
    Injection,
    Lesson,
    Proposal,
    ProposalOutcome,
    Resolution,
    Run,
    RunOutcome,
    Serving,
    Standing,
)

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

_BATCH: Final = 900


class LearningTables:
    """Reads and writes of one transaction. An empty `namespaces` is every namespace."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    # runs

    def run(self, id: str) -> Run | None:
        row = self._db.execute("SELECT * FROM runs WHERE id = ?", (id,)).fetchone()
        return _run(row) if row else None

    def runs(self, namespaces: Sequence[str] = (), *, since: int = 0, limit: int = -1) -> list[Run]:
        """Runs started at or after `since`, the newest first."""
        where, values = _within(namespaces)
        sql = f"SELECT * FROM runs WHERE {where} AND started_at >= ? ORDER BY started_at DESC, id DESC LIMIT ?"
        return [_run(row) for row in self._db.execute(sql, (*values, since, limit))]

    def runs_like(self, beginning: str) -> list[Run]:
        """Runs whose ids begin so, at most six."""
        sql = "SELECT * FROM runs WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 6"
        return [_run(row) for row in self._db.execute(sql, (len(beginning), beginning))]

    def open_run(self, namespace: str) -> Run | None:
        """The open run of a namespace that was started last."""
        sql = "SELECT * FROM runs WHERE namespace = ? AND outcome = 'open' ORDER BY started_at DESC, id DESC LIMIT 1"
        row = self._db.execute(sql, (namespace,)).fetchone()
        return _run(row) if row else None

    def put_run(self, run: Run) -> None:
        values = (
            run.id, run.namespace, run.started_at, run.session, run.agent, run.task, run.model, run.ended_at,
            run.outcome.value, run.category,
        )  # fmt: skip
        self._db.execute(f"INSERT OR REPLACE INTO runs VALUES({_marks(values)})", values)

    # deliveries

    def add_serving(self, seq: int, serving: Serving) -> None:
        x = serving
        values = (
            seq, x.id, x.run, x.namespace, x.at, x.query, x.stage, x.capsules, x.tokens, x.top_score, int(x.skipped),
            x.source,
        )  # fmt: skip
        self._db.execute(f"INSERT INTO servings VALUES({_marks(values)})", values)

    def servings(self, namespaces: Sequence[str] = (), *, since: int = 0, run: str | None = None) -> list[Serving]:
        """Retrievals in the order they happened."""
        where, values = _within(namespaces)
        if run is not None:
            where, values = f"{where} AND run = ?", [*values, run]
        sql = (
            "SELECT id, run, namespace, at, query, stage, capsules, tokens, top_score, skipped, source FROM servings "
            f"WHERE {where} AND at >= ? ORDER BY seq"
        )
        return [_serving(row) for row in self._db.execute(sql, (*values, since))]

    def add_injection(self, seq: int, injection: Injection) -> None:
        values = (
            seq,
            injection.serving,
            injection.run,
            injection.namespace,
            injection.at,
            json.dumps(injection.memories),
            injection.tokens,
            injection.source,
        )
        self._db.execute(f"INSERT INTO injections VALUES({_marks(values)})", values)

    def injections(self, namespaces: Sequence[str] = (), *, since: int = 0, run: str | None = None) -> list[Injection]:
        where, values = _within(namespaces)
        if run is not None:
            where, values = f"{where} AND run = ?", [*values, run]
        sql = (
            "SELECT serving, run, namespace, at, memories, tokens, source FROM injections "
            f"WHERE {where} AND at >= ? ORDER BY seq"
        )
        return [
            Injection(r[0], r[1], r[2], r[3], tuple(json.loads(r[4])), r[5], r[6])
            for r in self._db.execute(sql, (*values, since))
        ]

    # citations

    def put_mark(self, citation: Citation) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO citation_marks VALUES(?, ?, ?, ?)",
            (citation.run, citation.memory, citation.at, citation.reason),
        )

    def drop_mark(self, run: str, memory: str) -> None:
        self._db.execute("DELETE FROM citation_marks WHERE run = ? AND memory = ?", (run, memory))

    def marks(self, run: str) -> list[Citation]:
        """Citations noted in a run that is open."""
        sql = "SELECT run, memory, at, reason FROM citation_marks WHERE run = ? ORDER BY at, memory"
        return [Citation(0, r[0], r[1], r[1], r[2], r[3]) for r in self._db.execute(sql, (run,))]

    def put_citation(self, citation: Citation) -> None:
        self.drop_mark(citation.run, citation.original)
        values = (citation.seq, citation.run, citation.memory, citation.original, citation.at, citation.reason)
        self._db.execute(f"INSERT INTO memory_citations VALUES({_marks(values)})", values)

    def landed(self, run: str, memory: str) -> bool:
        """Whether a run's citation of what was then this memory is in the ledger."""
        sql = "SELECT 1 FROM memory_citations WHERE run = ? AND original = ?"
        return self._db.execute(sql, (run, memory)).fetchone() is not None

    def drop_citation(self, run: str, memory: str) -> None:
        self._db.execute("DELETE FROM memory_citations WHERE run = ? AND original = ?", (run, memory))

    def citations(
        self, *, run: str | None = None, memory: str | None = None, since: int = 0, runs: Iterable[str] | None = None
    ) -> list[Citation]:
        """Landed citations in order."""
        parts, values = ["at >= ?"], [since]
        for column, value in (("run", run), ("memory", memory)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)  # type: ignore[arg-type]
        sql = f"SELECT seq, run, memory, original, at, reason FROM memory_citations WHERE {' AND '.join(parts)}"
        found = [Citation(*row) for row in self._db.execute(f"{sql} ORDER BY seq", values)]
        if runs is None:
            return found
        wanted = set(runs)
        return [c for c in found if c.run in wanted]

    def move_citations(self, seqs: tuple[int, ...], source: str, target: str) -> None:
        for at in range(0, len(seqs), _BATCH):
            part = seqs[at : at + _BATCH]
            sql = f"UPDATE memory_citations SET memory = ? WHERE memory = ? AND seq IN ({_marks(part)})"
            self._db.execute(sql, (target, source, *part))

    # usefulness

    def standing(self, memory: str) -> Standing:
        row = self._db.execute("SELECT * FROM usefulness WHERE memory = ?", (memory,)).fetchone()
        return Standing(*row[1:]) if row else Standing()

    def standings(self, memories: Iterable[str] | None = None) -> dict[str, Standing]:
        """Of these memories, or of all; those that no run spoke of are left out."""
        if memories is None:
            return {row[0]: Standing(*row[1:]) for row in self._db.execute("SELECT * FROM usefulness ORDER BY memory")}
        found: dict[str, Standing] = {}
        todo = list(memories)
        for at in range(0, len(todo), _BATCH):
            part = todo[at : at + _BATCH]
            sql = f"SELECT * FROM usefulness WHERE memory IN ({_marks(part)})"
            found.update((row[0], Standing(*row[1:])) for row in self._db.execute(sql, part))
        return found

    def put_standing(self, memory: str, standing: Standing) -> None:
        if standing == Standing():
            self._db.execute("DELETE FROM usefulness WHERE memory = ?", (memory,))
            return
        values = (memory, standing.score, standing.uses, standing.cited, standing.last_useful_at, standing.rated_at)
        self._db.execute(f"INSERT OR REPLACE INTO usefulness VALUES({_marks(values)})", values)

    # conflicts

    def get_conflict(self, id: str) -> Conflict | None:
        row = self._db.execute("SELECT * FROM memory_conflicts WHERE id = ?", (id,)).fetchone()
        return _conflict(row) if row else None

    def conflicts(self, namespaces: Sequence[str] = (), *, only_open: bool = True) -> list[Conflict]:
        """The newest first. An open conflict is one whose two memories can both still be recalled."""
        where, values = _within(namespaces, "c.")
        sql = f"SELECT c.* FROM memory_conflicts c WHERE {where}"
        if only_open:
            live = "SELECT 1 FROM memories m WHERE m.status IN ('active', 'stale', 'pending') AND m.id ="
            sql += f" AND c.resolution = '' AND EXISTS ({live} c.newer) AND EXISTS ({live} c.existing)"
        return [_conflict(row) for row in self._db.execute(f"{sql} ORDER BY c.at DESC, c.id", values)]

    def put_conflict(self, conflict: Conflict) -> None:
        values = (
            conflict.id,
            conflict.newer,
            conflict.existing,
            conflict.similarity,
            conflict.namespace,
            conflict.at,
            conflict.resolution.value,
            conflict.resolved_at,
        )
        self._db.execute(f"INSERT OR REPLACE INTO memory_conflicts VALUES({_marks(values)})", values)

    # lessons and proposals

    def add_lesson(self, lesson: Lesson) -> None:
        values = (
            lesson.seq,
            lesson.memory,
            lesson.run,
            lesson.namespace,
            lesson.at,
            lesson.how.value,
            lesson.source,
            lesson.similarity,
        )
        self._db.execute(f"INSERT INTO lessons VALUES({_marks(values)})", values)

    def lessons(self, namespaces: Sequence[str] = (), *, since: int = 0) -> list[Lesson]:
        where, values = _within(namespaces)
        sql = f"SELECT * FROM lessons WHERE {where} AND at >= ? ORDER BY seq"
        return [_lesson(row) for row in self._db.execute(sql, (*values, since))]

    def get_proposal(self, memory: str) -> Proposal | None:
        row = self._db.execute("SELECT * FROM proposals WHERE memory = ?", (memory,)).fetchone()
        return _proposal(row) if row else None

    def proposals(self, namespaces: Sequence[str] = (), outcome: ProposalOutcome | None = None) -> list[Proposal]:
        """In the order they were filed. One is pending only as long as its memory waits."""
        where, values = _within(namespaces)
        if outcome is not None:
            where, values = f"{where} AND outcome = ?", [*values, outcome.value]
        if outcome is ProposalOutcome.PENDING:
            where += " AND EXISTS (SELECT 1 FROM memories m WHERE m.id = memory AND m.status = 'pending')"
        sql = f"SELECT * FROM proposals WHERE {where} ORDER BY filed_at, memory"
        return [_proposal(row) for row in self._db.execute(sql, values)]

    def put_proposal(self, proposal: Proposal) -> None:
        values = (
            proposal.memory, proposal.namespace, proposal.filed_at, proposal.expires_at, proposal.source, proposal.run,
            proposal.outcome.value, proposal.settled_at, proposal.reason,
        )  # fmt: skip
        self._db.execute(f"INSERT OR REPLACE INTO proposals VALUES({_marks(values)})", values)

    # floors

    def floors(self, namespace: str) -> Floors:
        """As they were set last, or the shipped ones."""
        changes = self.floor_changes(namespace)
        return changes[-1].floors if changes else Floors()

    def floor_changes(self, namespace: str) -> list[FloorsChange]:
        """In the order they were made."""
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
        self._db.execute(f"INSERT INTO floors VALUES({_marks(values)})", values)

    def erase(self, memory: str) -> None:
        """Words about a memory go; figures stay."""
        for table in ("citation_marks", "proposals"):
            self._db.execute(f"UPDATE {table} SET reason = '' WHERE memory = ?", (memory,))
        self._db.execute("UPDATE memory_citations SET reason = '' WHERE original = ?", (memory,))


def _run(row: Sequence[Any]) -> Run:
    id, namespace, started_at, session, agent, task, model, ended_at, outcome, category = row
    return Run(id, namespace, started_at, session, agent, task, model, ended_at, RunOutcome(outcome), category)


def _serving(row: Sequence[Any]) -> Serving:
    id, run, namespace, at, query, stage, capsules, tokens, top_score, skipped, source = row
    return Serving(id, run, namespace, at, query, stage, capsules, tokens, top_score, bool(skipped), source)


def _lesson(row: Sequence[Any]) -> Lesson:
    seq, memory, run, namespace, at, how, source, similarity = row
    return Lesson(seq, memory, run, namespace, at, How(how), source, similarity)


def _conflict(row: Sequence[Any]) -> Conflict:
    id, newer, existing, similarity, namespace, at, resolution, resolved_at = row
    return Conflict(id, newer, existing, similarity, namespace, at, Resolution(resolution), resolved_at)


def _proposal(row: Sequence[Any]) -> Proposal:
    memory, namespace, filed_at, expires_at, source, run, outcome, settled_at, reason = row
    state = ProposalOutcome(outcome)
    return Proposal(memory, namespace, filed_at, expires_at, source, run, state, settled_at, reason)


def _within(namespaces: Sequence[str], prefix: str = "") -> tuple[str, list[Any]]:
    if not namespaces:
        return "1", []
    return f"{prefix}namespace IN ({_marks(namespaces)})", list(namespaces)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
