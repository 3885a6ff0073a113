#!/usr/bin/env python3
"""Cost of a durable write of one memory in a large store.

The cost of the disk alone is shown next to it.

    python scripts/bench_memory_store.py --memories 100000

Each write is one operation as the command line and the tools make it: screened, logged, projected, indexed for full
text, and synced before it returns. A statement is also compared with the existing ones: which earlier ones it amends,
and which are similar. Both kinds are written in turns, so that other load of the machine affects both alike.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from codegraph.embed.static import StaticEncoder
from codegraph.memory import notes
from codegraph.memory.intake import Statement, record_statement
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import CODEMEM_KINDS
from codegraph.memory.notes import Draft, Edit

SYLLABLES = (
    "ka",
    "lo",
    "mi",
    "ren",
    "sto",
    "vel",
    "ath",
    "qui",
    "dor",
    "pex",
    "san",
    "tur",
    "bel",
    "nox",
    "fin",
    "gra",
)


WARM_UP = 100
PART = 20


def generate_word(rng: random.Random) -> str:
    return "".join(rng.choices(SYLLABLES, k=rng.randint(1, 4)))


def note(rng: random.Random, vocabulary: list[str], number: int) -> Draft:
    """Note 12 to 60 random words, frequent ones first as in any language."""
    size = rng.randint(12, 60)
    words = [vocabulary[min(int(rng.paretovariate(0.6)), len(vocabulary)) - 1] for _ in range(size)]
    return Draft(
        " ".join([*words, str(number)]),
        rng.choice(CODEMEM_KINDS),
        rng.random(),
        tags=tuple(rng.choices(vocabulary[:400], k=3)),
        namespace=f"/srv/project-{number % 40}",
    )


def fill(engine: MemoryEngine, rng: random.Random, vocabulary: list[str], count: int) -> float:
    """Store `count` notes, a thousand an operation; returns seconds."""
    began = time.perf_counter()
    for start in range(0, count, 1000):
        with engine.write() as recording:
            for number in range(start, min(count, start + 1000)):
                notes.store(recording, note(rng, vocabulary, number))
    return time.perf_counter() - began


def time_calls(action: Callable[[int], object], times: int) -> list[tuple[float, float]]:
    """Return wall and CPU milliseconds of each call."""
    taken = []
    for number in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        action(number)
        taken.append(((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000))
    return taken


def format_row(name: str, taken: list[tuple[float, float]]) -> str:
    wall, cpu = (sorted(column) for column in zip(*taken))
    cells = [f"{values[int(len(values) * share)]:.2f}" for values in (wall, cpu) for share in (0.5, 0.95, 0.99)]
    return f"| {name} | {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--writes", type=int, default=400)
    parser.add_argument("--folder", type=Path, default=None, help="a folder on the disk to measure")
    asked = parser.parse_args()
    rng = random.Random(7)
    vocabulary = list(dict.fromkeys(generate_word(rng) for _ in range(30_000)))
    with tempfile.TemporaryDirectory(dir=asked.folder) as home:
        engine = MemoryEngine(Path(home), actor="bench")
        seconds = fill(engine, rng, vocabulary, asked.memories)
        ids: list[str] = []
        told: list[int] = []

        def store(_: int) -> None:
            with engine.write() as recording:
                ids.append(notes.store(recording, note(rng, vocabulary, asked.memories + len(ids))).memory.id)

        encode = StaticEncoder().encode

        def tell(_: int) -> None:
            told.append(asked.memories + asked.writes + len(told))
            with engine.write() as recording:
                record_statement(recording, Statement(note(rng, vocabulary, told[-1])), encode)

        def update(number: int) -> None:
            with engine.write() as recording:
                notes.revise(recording, ids[number], Edit(content=note(rng, vocabulary, -number).content))

        def raw(number: int) -> None:
            os.pwrite(handle, os.urandom(4096), number % 64 * 4096)
            os.fsync(handle)

        time_calls(tell, WARM_UP)
        turns = [(time_calls(store, PART), time_calls(tell, PART)) for _ in range(0, asked.writes, PART)]
        handle = os.open(Path(home) / "raw", os.O_RDWR | os.O_CREAT)
        tables = [
            format_row("store one memory", [one for stored, _ in turns for one in stored]),
            format_row("tell a statement", [one for _, compared in turns for one in compared]),
            format_row("update one memory", time_calls(update, asked.writes)),
            format_row("4 KiB written and synced, for comparison", time_calls(raw, asked.writes)),
        ]
        os.close(handle)
        size = engine.database.measure_size()
        engine.close()
    print(f"\n{asked.memories:,} memories stored in {seconds:.0f} s, {size / asked.memories / 1024:.1f} KiB each\n")
    print("| | wall p50 ms | p95 | p99 | processor p50 ms | p95 | p99 |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    print("\n".join(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
