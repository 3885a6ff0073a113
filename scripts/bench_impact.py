"""How long impact takes on an indexed repository: of symbols in a warm process, and of what differs from a revision.

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

from codegraph.analysis.impact import impact
from codegraph.config import load
from codegraph.operations.context import Context
from codegraph.operations.impact.states import root_of
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.network import USES, network
from codegraph.operations.requests import ImpactRequest
from codegraph.revision import graphs
from codegraph.revision.tree import resolve_revision, revision_tree


def timed(work: Sequence[Callable[[], object]]) -> tuple[list[float], list[float]]:
    """Wall and CPU milliseconds of each."""
    walls: list[float] = []
    cpus: list[float] = []
    for one in work:
        wall, cpu = time.perf_counter(), time.process_time()
        one()
        walls.append((time.perf_counter() - wall) * 1e3)
        cpus.append((time.process_time() - cpu) * 1e3)
    return walls, cpus


def row(what: str, work: Sequence[Callable[[], object]]) -> None:
    cells = [
        f"{value:,.1f}" for each in timed(work) for value in (statistics.median(each), np.percentile(each, 95))
    ]  # fmt: skip
    print(f"| {what} | {' | '.join(cells)} |", flush=True)


def _measure_older_graph(context: Context, base: str) -> None:
    """Measure the graph of a revision, made from cached facts and kept."""
    root, config = root_of(context), context.config
    tree = revision_tree(root, resolve_revision(root, base), config)
    graphs.facts_of(tree, sorted(tree.files), config)

    def open_graph() -> None:
        graphs.index_of(tree, config).close()

    shutil.rmtree(graphs.folder_of(tree, config).path, ignore_errors=True)
    row(f"graph of {base} from cached facts, {len(tree.files):,} files", [open_graph])
    row(f"graph of {base} where it is kept", [open_graph] * 5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", type=Path)
    parser.add_argument("--base", default="HEAD")
    parser.add_argument("--symbols", type=int, default=300)
    parser.add_argument("--reports", type=int, default=3)
    options = parser.parse_args()
    context = Context(options.repo, load(options.repo))
    index = context.index(refresh=False)  # as a server, which looks at files once for many questions
    nodes = random.Random(1).sample(range(index.stats().symbol_count), options.symbols)
    rows = index.symbols(nodes)
    net = network(index, USES)
    ranks, reverse = net.strength(), net.reverse
    print("| | wall ms | p95 | CPU ms | p95 |\n|---|---|---|---|---|")

    def search(node: int) -> Callable[[], object]:
        return lambda: impact(reverse, np.array([node]), ranks, max_depth=3)

    def ask(request: ImpactRequest) -> Callable[[], object]:
        return lambda: handler(BY_NAME["impact"])(context, request)

    row(f"dependents to depth 3 of {len(nodes)} symbols", [search(node) for node in nodes])
    of_symbols = [ask(ImpactRequest(one.id)) for one in rows]
    of_symbols[0]()
    row("the whole answer", of_symbols)
    if options.reports:
        _measure_older_graph(context, options.base)
        row(f"report since {options.base}", [ask(ImpactRequest(base=options.base)) for _ in range(options.reports)])
    context.close()


if __name__ == "__main__":
    main()
