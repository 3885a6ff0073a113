#!/usr/bin/env python3
"""Score the JavaScript micro-benchmark of SWARM-CG.

Cases are complete and sound; P / R / F1 are over all call edges.

  CODEGRAPH_EVAL_SWARM  a checkout of the benchmark's repository

A case is a folder with sources and `callgraph.json`, which maps a caller's dotted name to those of its callees. Names
are `module.Class.method`, the module alone for top-level code, and `<arrowN>` for the N-th anonymous function of its
scope.

The benchmark is not consistent about anonymous functions: some are listed, some by the variable that holds them, and
calls by others are credited to the code around them. Either spelling is accepted; calls of those that are not listed at
all are left out.

Ends outside the case, such as builtins, are left out on both sides. A case is *complete* when no edge is false and
*sound* when none is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

import micro
from micro import Case, Pair

ANONYMOUS = re.compile(r"(?:\.<arrow\d+>)+$")
HELD = re.compile(r"(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>")
WRAPPED = re.compile(r"(?:const|let|var)\s+(\w+)\s*=\s*\w[\w.()]*\(\s*function\s*\(")
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
        scored = compare(case, read_truth(path), chosen.verbose)
        for name in (path.parent.relative_to(root).parts[0], "all"):
            totals.setdefault(name, Counter()).update(scored)
    totals["all"] = totals.pop("all")
    print(micro.format_table(totals))
    return 0


def read_truth(path: Path) -> set[Pair]:
    """Read the edges of a `callgraph.json`."""
    listed: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return {(caller, callee) for caller, callees in listed.items() for callee in callees}


def compare(case: Case, true: set[Pair], verbose: bool) -> Counter[str]:
    """Tally of one case. Only what the case defines counts."""
    listed = {normalize_edge(edge) for edge in true if all(micro.is_in_case(case, end) for end in edge)}
    found: set[Pair] = set()
    for edge in sorted(micro.list_candidates(case, "arrow")):
        if micro.is_in_case(case, edge[1]):
            known = next((other for other in list_spellings(normalize_edge(edge), case) if other in listed), None)
            if known is not None or not ANONYMOUS.search(edge[1]):
                found.add(known or normalize_edge(edge))
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


def normalize_edge(edge: Pair) -> Pair:
    """Normalize computed names: they follow their class with or without a dot."""
    return edge[0].replace(".[", "["), edge[1].replace(".[", "[")


def list_spellings(edge: Pair, case: Case) -> list[Pair]:
    """List the spellings of an edge with anonymous functions.

    They are named by their holder, by their number, or replaced by the code around them.
    """
    return [
        (caller, callee)
        for caller in (edge[0], ANONYMOUS.sub("", edge[0]), *list_numbered(edge[0], case))
        for callee in (edge[1], *list_numbered(edge[1], case))
    ]


def list_numbered(name: str, case: Case) -> list[str]:
    """List the numbered names of an anonymous function.

    `main.f` is also `main.<arrow2>` when `f` is a variable that holds the second arrow function of its file. The one
    anonymous function that a file passes to a call is also the variable that holds the call's result.
    """
    module, _, word = name.rpartition(".")
    for path, text in case.files.items():
        if micro.to_module_name(path) == module:
            arrows, wrapped = HELD.findall(text), WRAPPED.findall(text)
            if ANONYMOUS.search(name) and len(wrapped) == 1:
                return [f"{module}.{wrapped[0]}"]
            return [f"{module}.<arrow{arrows.index(word) + 1}>"] if word in arrows else []
    return []


if __name__ == "__main__":
    sys.exit(main())
