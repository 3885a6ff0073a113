#!/usr/bin/env python3
"""Cost of semantic search on a source tree.

The table has the encoder, indexing with and without vectors, a scan, and a cold start. CPU times count every process
that a command starts. Ratios are taken within one run; absolute numbers depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import measure
import numpy as np

from codegraph.embed.chunks import split_into_chunks
from codegraph.embed.static import StaticEncoder
from codegraph.embed.terms import split_name
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.settings.config import Config
from codegraph.store.vector_snapshot import VectorSnapshot
from codegraph_parsers.file_facts import FileStatus, SymbolKind

CODEGRAPH = (sys.executable, "-m", "codegraph")
SHORT_CHARS = 60
SCANNED_ROWS = 50_000
QUERIES = 80
CALLABLE = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CLASS)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="a source tree, such as an unpacked source package")
    options.add_argument("--rounds", type=int, default=1, help="cold indexings of each kind; the best counts")
    options.add_argument("--home", type=Path, help="an index of the folder that is there, or is made, for the queries")
    options.add_argument("--skip-index", action="store_true", help="measure the encoder and the scan only")
    chosen = options.parse_args()
    root = chosen.folder.resolve()
    print("| | |\n|---|---|")
    print_encoder_rows(root)
    scan_row()
    with tempfile.TemporaryDirectory() as scratch:
        if not chosen.skip_index:
            index_rows(root, Path(scratch), chosen.rounds)
        if chosen.home or not chosen.skip_index:
            query_rows(root, chosen.home or Path(scratch) / "queries")
    return 0


def print_encoder_rows(root: Path) -> None:
    texts = chunk_texts(root)
    short = [" ".join(text.split())[-SHORT_CHARS:] for text in texts]
    print_row(
        "loading the encoder and encoding one question, CPU",
        f"{time_call(lambda: StaticEncoder().encode(['question']))[0] * 1e3:.0f} ms",
    )
    for name, part in (
        (f"texts of {SHORT_CHARS} characters", short),
        (f"chunks of {compute_mean_size(texts):.0f} characters", texts),
    ):
        encoder = StaticEncoder()
        encoder.encode(["the table is mapped and the vocabulary read"])
        first = time_call(lambda part=part, encoder=encoder: encoder.encode(part))[0]
        again = time_call(lambda part=part, encoder=encoder: encoder.encode(part))[0]
        print_row(
            f"{len(part):,} {name}, one core: first time, words known",
            f"{len(part) / first:,.0f} / s, {len(part) / again:,.0f} / s",
        )


def chunk_texts(root: Path) -> list[str]:
    """Cut the texts of the tree into windows of lines, without parsing."""
    config = Config(root)
    texts: list[str] = []
    for candidate in scan(root, config).candidates:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if isinstance(read, ReadFile):
            text = read.content.decode("utf-8")
            texts += [chunk.body for chunk in split_into_chunks(text)]
    return texts


def compute_mean_size(texts: list[str]) -> float:
    return sum(map(len, texts)) / max(len(texts), 1)


def scan_row() -> None:
    random = np.random.default_rng(0)
    values = random.integers(-127, 128, size=(SCANNED_ROWS, 256), dtype=np.int8)
    vectors = VectorSnapshot(
        "", values, np.full(SCANNED_ROWS, 1e-3, np.float32), np.zeros((SCANNED_ROWS, 2), np.uint64)
    )
    query = random.normal(size=256).astype(np.float32)
    times = sorted(time_call(lambda: vectors.compute_scores(query))[0] for _ in range(50))
    print_row(f"cosines of {SCANNED_ROWS:,} chunks, CPU p50 / p95", f"{times[25] * 1e3:.1f} / {times[47] * 1e3:.1f} ms")


def index_rows(root: Path, scratch: Path, rounds: int) -> None:
    cpu: dict[bool, float] = {}
    for vectors in (False, True):
        costs = []
        for turn in range(rounds):
            home = scratch / f"{vectors}{turn}"
            flags = () if vectors else ("--no-vectors",)
            costs.append(
                measure.run((*CODEGRAPH, "index", str(root), *flags), env={**os.environ, "CODEGRAPH_HOME": str(home)})
            )
        best = min(costs, key=lambda cost: cost.cpu)
        cpu[vectors] = best.cpu
        print_row(
            f"index {'with' if vectors else 'without'} vectors, cold",
            f"{best.cpu:.1f} s CPU, {best.wall:.1f} s wall, {best.peak / 1e6:.0f} MB",
        )
    print_row("with / without, CPU", f"{cpu[True] / cpu[False]:.2f}")


def query_rows(root: Path, home: Path) -> None:
    """Query an index in this process and in a process per query.

    The rows also have the size of the index.
    """
    index_repository(root, Config(home))
    with Index.open(root, Config(home)) as index:
        symbols = [s for s in index.iterate_all_symbols() if s.kind in CALLABLE]
        chosen = symbols[:: max(1, len(symbols) // QUERIES)][:QUERIES]
        asked = [
            s.name if i % 4 == 0 else f"how does {' '.join(split_name(s.qualname))} work" for i, s in enumerate(chosen)
        ]
        stats = index.compute_stats()
        print_row("symbols, chunks", f"{sum(stats.symbols.values()):,}, {stats.vectors.rows:,}")
        for name, lexical in (("with vectors", False), ("by words", True)):
            index.search_code("warm", lexical=lexical)
            times = [time_call(lambda q=q, low=lexical: index.search_code(q, limit=10, lexical=low)) for q in asked]
            for kind, values in zip(("CPU", "wall"), zip(*times)):
                at = sorted(values)
                p50, p95 = at[len(at) // 2] * 1e3, at[len(at) * 95 // 100] * 1e3
                print_row(f"warm query {name}, {kind} p50 / p95", f"{p50:.1f} / {p95:.1f} ms")
        source = sum(f.size for f in index.list_files(limit=None).items if f.status is not FileStatus.SKIPPED)
        index_bytes, cache = (
            sum(f.stat().st_size for f in (home / d).rglob("*") if f.is_file()) for d in ("index", "facts")
        )
        print_row(
            "index / its source, with the facts cache",
            f"{index_bytes / source:.2f}, {(index_bytes + cache) / source:.2f}",
        )
    for flags in ((), ("--lexical",)):
        command = (*CODEGRAPH, "search", "how is a request answered", "--repo", str(root), *flags)
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"CODEGRAPH_HOME": str(home)}
        costs = [measure.run(command, env={**env, "PYTHONPYCACHEPREFIX": str(home / "pyc")}) for _ in range(6)][1:]
        cpu, wall = sorted(c.cpu for c in costs)[2], sorted(c.wall for c in costs)[2]
        print_row(f"cold `codegraph search {' '.join(flags)}`, median", f"{cpu:.2f} s CPU, {wall:.2f} s wall")


def time_call(work: Callable[[], object]) -> tuple[float, float]:
    """Return CPU and wall seconds of one call."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def print_row(name: str, value: str) -> None:
    print(f"| {name} | {value} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
