#!/usr/bin/env python3
"""Score the JavaScript micro-benchmark of SWARM-CG: per case complete and sound, and P / R / F1 over all call edges.

  CODEGRAPH_EVAL_SWARM  a checkout of the benchmark's repository

A case is a folder with sources and `callgraph.json`, which maps a caller's dotted name to those of its callees. Names
are `module.Class.method`, the module alone for top-level code, and `<arrowN>` for the N-th anonymous function of its
scope.
Callees outside the case, such as builtins, are left out on both sides. A case is *complete* when no edge is false and
*sound* when none is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path

import micro
from micro import Case, Pair

SUFFIXES = (".js", ".mjs", ".cjs")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-v", "--verbose", action="store_true", help="list false and missing edges of every case")
    chosen = options.parse_args()
    checkout = os.environ.get("CODEGRAPH_EVAL_SWARM", "")
    if not checkout or not (root := Path(checkout) / "benchmarks" / "javascript" / "swarm_js").is_dir():
        print("skipped: set CODEGRAPH_EVAL_SWARM to a checkout of SWARM-CG", file=sys.stderr)
        return 0
    totals: dict[str, Counter[str]] = {}
    for path in sorted(root.rglob("callgraph.json")):
        case = Case(path.parent.relative_to(root).as_posix(), micro.read_sources(path.parent, SUFFIXES))
        scored = compare(case, truth(path), chosen.verbose)
        for name in (path.parent.relative_to(root).parts[0], "all"):
            totals.setdefault(name, Counter()).update(scored)
    totals["all"] = totals.pop("all")
    print(micro.table(totals))
    return 0


def truth(path: Path) -> set[Pair]:
    """Edges of a `callgraph.json`."""
    listed: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return {(caller, callee) for caller, callees in listed.items() for callee in callees}


def compare(case: Case, true: set[Pair], verbose: bool) -> Counter[str]:
    """Tally of one case. Only callees that the case defines count."""
    listed = {edge for edge in true if micro.within(case, edge[1])}
    found = {edge for edge in micro.candidates(case, "arrow") if micro.within(case, edge[1])}
    if verbose and found != listed:
        print(f"{case.name}\n  false   {sorted(found - listed)}\n  missing {sorted(listed - found)}")
    return Counter(
        cases=1,
        complete=int(found <= listed),
        sound=int(listed <= found),
        tp=len(found & listed),
        fp=len(found - listed),
        fn=len(listed - found),
    )


if __name__ == "__main__":
    sys.exit(main())
