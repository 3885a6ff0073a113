"""Costs of resolving in one process and in several.

    python scripts/bench_resolve.py ROOT [--processes 1 2 4] [--rounds 2]

Facts of ROOT are parsed once. Each run resolves them in a process of its own and makes what is stored of dependencies,
as the first index does; runs of one round follow one another, so that they meet about the same machine. CPU is that of
all processes of a run, user and system, of which `shards` is that of the processes beside the first, and `store` what
the first spends on dependencies in the end. Wall time is without that. Graphs are compared.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import resource
import statistics
import tempfile
import time
from collections import defaultdict
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from codegraph.indexing.parse_pool import ParsePool, ParseSettings, decode_entry
from codegraph.indexing.resolve_pool import Outcome, emit_program
from codegraph.resolve.incremental.incremental_program import Resident
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileFacts


class Cost(NamedTuple):
    cpu: float  # seconds, of all processes
    shards: float  # seconds, of all but the first
    store: float  # seconds, of the first
    wall: float  # seconds
    digest: str  # of the graph


def parse(root: Path) -> list[FileFacts]:
    """Return the facts of a tree, in path order."""
    config = Config(Path(tempfile.gettempdir()))
    found = scan(root, config)
    settings = ParseSettings(str(root), "", "p", "c", config.max_file_bytes, (), cuts=False, alone_s=60)
    outcomes = [p for batch in ParsePool(settings, 2, 60).run(found.candidates) for p in batch]
    entries = [p.entry for p in sorted(outcomes, key=lambda p: p.path) if p.entry is not None]
    return [facts for entry in entries if (facts := decode_entry(entry)) is not None]


def resolve(facts: list[FileFacts], count: int, pipe: Connection) -> None:
    """Resolve in `count` processes, and send what that cost."""
    gc.disable()
    began, before = time.perf_counter(), time.process_time()
    resident = Resident.prepare(facts, {}, [each.path for each in facts])
    outcome = emit_program(resident, count, Path(tempfile.gettempdir()))
    wall, own = time.perf_counter() - began, time.process_time() - before
    if count > 1 and outcome is not Outcome.DONE:
        raise SystemExit(f"{count} processes: {outcome.name}")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    graph, shards = resident.take_graph(), usage.ru_utime + usage.ru_stime
    said = hashlib.sha256(repr((graph.offsets, graph.externals, graph.edges, graph.unresolved)).encode())
    before = time.process_time()
    resident.make_base()
    store = time.process_time() - before
    pipe.send(Cost(own + shards + store, shards, store, wall, said.hexdigest()))
    pipe.close()
    os._exit(0)  # freeing takes seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    facts = parse(arguments.root)
    costs: defaultdict[int, list[Cost]] = defaultdict(list)
    for _ in range(arguments.rounds):
        for count in arguments.processes:
            ours, theirs = Pipe(duplex=False)
            process = get_context("fork").Process(target=resolve, args=(facts, count, theirs))
            process.start()
            theirs.close()
            costs[count].append(ours.recv())
            process.join()
            print(f"{count} processes: {costs[count][-1]}", flush=True)
    if len({cost.digest for found in costs.values() for cost in found}) > 1:
        raise SystemExit("the graphs differ")
    print(f"{len(facts)} files, {sum(each.size for each in facts) / 1e6:.1f} MB\n")
    print("| processes | CPU s | of which shards | of which store | wall s |\n|---|---|---|---|---|")
    for count, found in costs.items():
        columns = zip(*(cost[:4] for cost in found), strict=True)
        print(f"| {count} | {' | '.join(f'{statistics.median(column):.1f}' for column in columns)} |")


if __name__ == "__main__":
    main()
