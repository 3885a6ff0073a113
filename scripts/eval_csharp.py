"""Compare the edges of C# trees with what the compiler binds.

`Bindings.cs` beside it prints what Roslyn binds of every name, call and operator (see its first lines for the input);
this script counts how many of the calls that lead into the tree have an edge, and how many edges the compiler agrees
with. Lines on which the compiler binds nothing, because a library is missing, are counted apart.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from route_truth.tree import resolve_tree

from codegraph.graph_model import Edge, EdgeKind, Graph, Resolution

CALLS = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)
JUDGED = (*CALLS, EdgeKind.REFERENCES)
Place = tuple[str, int]


class Truth:
    """Bindings of a tree, by file and line."""

    def __init__(self, path: Path) -> None:
        self.targets: dict[Place, set[str]] = defaultdict(set)  # line → places that are declared in the tree
        self.calls: list[tuple[Place, str, str]] = []  # line, places of the target, name
        self.open: set[Place] = set()  # lines with a name that the compiler does not bind
        self.above: dict[str, set[str]] = defaultdict(set)  # place of a member → places that it overrides
        for row in path.read_text(encoding="utf-8").splitlines():
            parts = row.split("\t")
            if parts[0] == "over":
                for place in parts[1].split("|"):
                    self.above[place].update(parts[2].split("|"))
                continue
            if parts[0] == "off":
                self.open.update((parts[1], line) for line in range(int(parts[2]), int(parts[3]) + 1))
                continue
            kind, file, line, target, _, name = parts
            at = (file, int(line))
            if target == "?":
                self.open.add(at)
            elif target != "-":
                self.targets[at].update(target.split("|"))
                if kind in ("call", "new"):
                    self.calls.append((at, target, name))

    def is_right(self, at: Place, target: str, *, dispatched: bool) -> bool:
        """Return whether a line names a target, or a member that the target overrides."""
        said = self.targets.get(at, set())
        return target in said or (dispatched and not self.above.get(target, set()).isdisjoint(said))


def describe(graph: Graph, gid: int) -> str:
    facts, symbol = graph.get_symbol(gid)
    return f"{facts.path}:{symbol.line}"


def list_judged(graph: Graph) -> Iterable[tuple[Place, Edge]]:
    for edge in graph.edges:
        facts, _ = graph.get_symbol(edge.source)
        if edge.kind in JUDGED and edge.target >= 0 and facts.language == "csharp":
            yield from (((facts.path, line), edge) for line in edge.lines)


def compute_wilson(hits: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    z, share = 1.96, hits / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    width = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return middle - width, middle + width


def measure(root: Path, truth: Truth, sample: int, shown: int) -> None:
    """Print precision and recall of one tree."""
    begin = time.perf_counter()
    _, graph = resolve_tree(root)
    print(f"{root.name}: {len(graph.edges)} edges in {time.perf_counter() - begin:.1f} s")
    known: dict[Place, set[str]] = defaultdict(set)
    wrong: list[tuple[Place, Edge]] = []
    right = unknown = guessed = 0
    for at, edge in list_judged(graph):
        target = describe(graph, edge.target)
        known[at].add(target)
        if edge.resolution is Resolution.HEURISTIC:
            guessed += 1
        elif truth.is_right(at, target, dispatched=edge.resolution is Resolution.DISPATCH):
            right += 1
        elif at in truth.open:
            unknown += 1
        else:
            wrong.append((at, edge))
    rows = [row for row in truth.calls if not _is_generated(row[0][0])]
    met = [row for row in rows if not known[row[0]].isdisjoint(row[1].split("|"))]
    _print_share("edges that the compiler agrees with", right, right + len(wrong))
    print(f"  {unknown} on lines that the compiler leaves open, {guessed} guesses")
    _print_share("calls into the tree that have an edge", len(met), len(rows))
    chosen = random.Random(7)
    if sample:
        _print_sample(graph, truth, chosen, sample)
    for at, edge in chosen.sample(wrong, min(shown, len(wrong))):
        print(f"  wrong  {at[0]}:{at[1]} {edge.kind} {edge.resolution} {describe(graph, edge.target)}")
    missed = [row for row in rows if known[row[0]].isdisjoint(row[1].split("|"))]
    for at, target, name in chosen.sample(missed, min(shown, len(missed))):
        print(f"  missed {at[0]}:{at[1]} {name} {target}")


def _is_generated(path: str) -> bool:
    return path.endswith((".g.cs", ".Designer.cs", ".designer.cs"))


def _print_share(what: str, hits: int, total: int) -> None:
    low, high = compute_wilson(hits, total)
    print(f"  {what}: {hits} of {total} = {hits / max(total, 1):.4f} [{low:.3f}, {high:.3f}]")


def _print_sample(graph: Graph, truth: Truth, chosen: random.Random, sample: int) -> None:
    """Print what a random sample says, as other languages are measured."""
    edges = [(at, edge) for at, edge in list_judged(graph) if at not in truth.open]
    edges = [each for each in edges if each[1].resolution is not Resolution.HEURISTIC]
    drawn = chosen.sample(edges, min(sample, len(edges)))
    agreed = [
        truth.is_right(at, describe(graph, edge.target), dispatched=edge.resolution is Resolution.DISPATCH)
        for at, edge in drawn
    ]
    _print_share(f"of {len(drawn)} random edges", sum(agreed), len(drawn))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("truth", type=Path, help="what Bindings.cs printed")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--show", type=int, default=0, help="examples of both kinds of errors")
    given = parser.parse_args()
    measure(given.root, Truth(given.truth), given.sample, given.show)


if __name__ == "__main__":
    main()
