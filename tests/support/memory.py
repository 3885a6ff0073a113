"""A memory engine with a clock that tests set, ids that repeat, and a copy of everything it holds."""

from __future__ import annotations

import random
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Memory
from codegraph.memory.notes import Draft
from codegraph.store.memory.schema import PROJECTIONS

START = 1_750_000_000_000_000
DAY = 86_400_000_000


def moment(text: str) -> int:
    """Microseconds of an ISO date or time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000_000


class Clock:
    """Microseconds; each reading is one later than the last."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at += 1
        return self.at

    def pass_days(self, days: float) -> None:
        self.at += int(days * DAY)


class TestEngine(MemoryEngine):
    __test__ = False

    def __init__(self, home: Path, seed: int = 0) -> None:
        self.time = Clock()
        super().__init__(home, actor="test", clock=self.time, noise=random.Random(seed).randbytes)

    def store(self, content: str, **values: object) -> Memory:
        with self.write() as recording:
            return notes.store(recording, Draft(content, **values)).memory  # type: ignore[arg-type]

    def get(self, id: str) -> Memory:
        with self.read() as state:
            return state.resolve(id)


def projections(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every projection, and what the full-text index holds of each."""
    connection = sqlite3.connect(path)
    try:
        held = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in PROJECTIONS}
        connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'lexical', 'instance')")
        held["words"] = sorted(connection.execute("SELECT * FROM temp.words"))
        return held
    finally:
        connection.close()
