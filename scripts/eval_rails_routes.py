"""Routes of a Rails application against the table that Rails makes.

    ruby scripts/route_probes/rails_routes.rb APPLICATION > TRUTH
    python scripts/eval_rails_routes.py APPLICATION TRUTH [--wrong]

A route is right if method, path and the method of the controller are. Forms of paths with optional parts count each;
what the library answers itself, such as redirections, has no action and is left out.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from eval_ruby_calls import read_files

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.frameworks.rails import routing

Row = tuple[str, str, str]
"""Method, path and action."""


def get_path_word(word: str) -> str:
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", word)).lower()


def read_truth(path: Path) -> set[Row]:
    found: set[Row] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        method, spec, action = json.loads(line)
        found.update((method, form.replace("*", ":"), action) for form in routing.expand(spec) if action)
    return found


def list_routes(graph: Graph) -> Iterator[Row]:
    """Yield what codegraph says, without an action where it knows none."""
    targets: dict[int, int] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.HANDLES:
            targets[edge.source] = edge.target
    for facts, offset in zip(graph.files, graph.offsets, strict=True):
        for local, symbol in enumerate(facts.symbols):
            if symbol.kind is not SymbolKind.ENDPOINT:
                continue
            method, _, path = symbol.name.removeprefix("http:").partition(" ")
            path = re.sub(r"\{\*?(\w+)(?:\.\.\.)?\}", r":\1", path)
            target = targets.get(offset + local)
            action = ""
            if target is not None:
                at = bisect_right(graph.offsets, target) - 1
                handler = graph.files[at].symbols[target - graph.offsets[at]]
                *modules, name, action = handler.qualname.split(".")
                parts = [get_path_word(each) for each in (*modules, name.removesuffix("Controller"))]
                action = f"{'/'.join(parts)}#{action}"
            yield method, path, action


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("application", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--wrong", action="store_true", help="list what is wrong and what is missed")
    given = parser.parse_args()
    files = read_files(given.application)
    said = set(list_routes(resolve(files, {}, [facts.path for facts in files])))
    truth = read_truth(given.truth)
    known = {row for row in said if row[2]}
    right = known & truth
    print(
        f"{given.application.name}: {len(truth)} routes, precision {len(right) / max(len(known), 1):.3f} "
        f"of {len(known)}, recall {len(right) / max(len(truth), 1):.3f}"
    )
    for label, rows in (("wrong", known - truth), ("missed", truth - known)) if given.wrong else ():
        for row in sorted(rows):
            print(label, *row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
