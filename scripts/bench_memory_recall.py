#!/usr/bin/env python3
"""Time of a recall in a store with many memories.

    python scripts/bench_memory_recall.py --memories 10000 100000

Recalls are warm, right after a write, and first in a process. The notes are those of `bench_memory_store.py`; a tenth
of them are linked, a tenth are anchored. A question is six words of a stored note. *one namespace* is a fortieth of the
store.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from bench_memory_store import fill, format_row, generate_word, note, time_calls

from codegraph.embed.static import StaticEncoder
from codegraph.memory import notes
from codegraph.memory.events import MemoryAnchored
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Anchor, AnchorKind, Filter, Relationship
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest

WARM_UP = 20


def tie(engine: MemoryEngine, rng: random.Random) -> None:
    """Link a tenth of the memories, and anchor another tenth to 500 symbols."""
    with engine.read() as state:
        memories = state.select(Filter())
    with engine.write() as recording:
        for memory in rng.sample(memories, len(memories) // 10):
            near = memories[min(memory.row % len(memories) + 40, len(memories) - 1)]
            if near.id != memory.id:
                notes.link(recording, memory.id, near.id, rng.choice(tuple(Relationship)))
        for memory in rng.sample(memories, len(memories) // 10):
            file, name = rng.randrange(50), rng.randrange(10)
            path = f"src/m{file}.py"
            anchor = Anchor(AnchorKind.SYMBOL, "commit:0", f"python:{path}::f{name}", "", "", path, 1)
            recording.record(MemoryAnchored(memory.id, (), (anchor,)))


def measure_recalls(count: int, times: int) -> None:
    rng = random.Random(count)
    vocabulary = sorted({generate_word(rng) for _ in range(30_000)})
    rng.shuffle(vocabulary)
    with tempfile.TemporaryDirectory() as folder:
        engine = MemoryEngine(Path(folder))
        fill(engine, rng, vocabulary, count)
        tie(engine, rng)
        recaller = Recaller(engine, StaticEncoder())
        with engine.read() as state:
            texts = [memory.body.content.split() for memory in state.select(Filter(), limit=2000)]
        questions = [" ".join(rng.sample(rng.choice(texts), 6)) for _ in range(times + WARM_UP)]

        def ask(number: int, space: str = "", by: Recaller = recaller) -> None:
            by.recall(RecallRequest(questions[number], filter=Filter(namespaces=(space,) if space else ())))

        def write_and_ask(number: int) -> None:
            with engine.write() as recording:
                notes.store(recording, note(rng, vocabulary, count + number))
            ask(number)

        made = time_calls(lambda number: ask(number), 1)
        time_calls(ask, WARM_UP)
        print(format_row(f"{count:,} warm", time_calls(ask, times)), flush=True)
        print(
            format_row(f"{count:,} warm, one namespace", time_calls(lambda n: ask(n, "/srv/project-7"), times)),
            flush=True,
        )
        print(format_row(f"{count:,} each after a write, both", time_calls(write_and_ask, min(times, 30))), flush=True)
        print(
            format_row(
                f"{count:,} first in a process", time_calls(lambda n: ask(n, by=Recaller(engine, StaticEncoder())), 5)
            )
        )
        print(format_row(f"{count:,} making the arrays", made), flush=True)
        engine.close()


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--memories", type=int, nargs="+", default=[10_000, 100_000])
    arguments.add_argument("--times", type=int, default=200)
    options = arguments.parse_args()
    print("| recall, ms | wall p50 | p95 | p99 | CPU p50 | p95 | p99 |\n|---|---|---|---|---|---|---|")
    for count in options.memories:
        measure_recalls(count, options.times)
    return 0


if __name__ == "__main__":
    sys.exit(main())
