"""Time of impact on an indexed repository.

It is measured for symbols in a warm process, and for the difference from a revision.

    python scripts/bench_impact.py path/to/repo --base HEAD

Prints a Markdown table; wall and CPU milliseconds, median and 95th percentile.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from codegraph.analysis.impact import compute_reach
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.change_states import find_root
from codegraph.operations.network import USES, load_network
from codegraph.operations.requests import ImpactRequest
from codegraph.revision import graphs
from codegraph.revision.tree import read_revision_tree, resolve_revision
from codegraph.settings.config import load


def time_calls(work: Sequence[Callable[[], object]]) -> tuple[list[float], list[float]]:
    """Return wall and CPU milliseconds of each call."""
    walls: list[float] = []
    cpus: list[float] = []
    for call in work:
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append((time.perf_counter() - wall) * 1e3)
        cpus.append((time.process_time() - cpu) * 1e3)
    return walls, cpus


def print_row(label: str, work: Sequence[Callable[[], object]]) -> None:
    cells = [
        f"{value:,.1f}" for each in time_calls(work) for value in (statistics.median(each), np.percentile(each, 95))
    ]  # fmt: skip
    print(f"| {label} | {' | '.join(cells)} |", flush=True)


def _measure_older_graph(context: Context, base: str) -> None:
    """Measure opening the graph of a revision, from cached facts and as stored."""
    root, config = find_root(context), context.config
    tree = read_revision_tree(root, resolve_revision(root, base), config)
    graphs.read_facts(tree, sorted(tree.files), config)

    def open_graph() -> None:
        graphs.open_index(tree, config).close()

    shutil.rmtree(graphs.get_graph_folder(tree, config).path, ignore_errors=True)
    print_row(f"graph of {base} from cached facts, {len(tree.files):,} files", [open_graph])
    print_row(f"graph of {base} where it is kept", [open_graph] * 5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", type=Path)
    parser.add_argument("--base", default="HEAD")
    parser.add_argument("--symbols", type=int, default=300)
    parser.add_argument("--reports", type=int, default=3)
    options = parser.parse_args()
    context = Context(options.repo, load(options.repo))
    index = context.index(refresh=False)  # as in a server, which checks files once for many questions
    nodes = random.Random(1).sample(range(index.compute_stats().symbol_count), options.symbols)
    rows = index.list_symbols(nodes)
    net = load_network(index, USES)
    ranks, reverse = net.compute_ranks(), net.reverse
    print("| | wall ms | p95 | CPU ms | p95 |\n|---|---|---|---|---|")

    def bind_search(node: int) -> Callable[[], object]:
        return lambda: compute_reach(reverse, np.array([node]), ranks, max_depth=3)

    def bind_question(request: ImpactRequest) -> Callable[[], object]:
        return lambda: load_handler(BY_NAME["impact"])(context, request)

    print_row(f"dependents to depth 3 of {len(nodes)} symbols", [bind_search(node) for node in nodes])
    of_symbols = [bind_question(ImpactRequest(row.id)) for row in rows]
    of_symbols[0]()
    print_row("the whole answer", of_symbols)
    if options.reports:
        _measure_older_graph(context, options.base)
        report = bind_question(ImpactRequest(base=options.base))
        print_row(f"report since {options.base}", [report] * options.reports)
    context.close()


if __name__ == "__main__":
    main()
