#!/usr/bin/env python3
"""Score the Python micro-benchmark of PyCG by category.

A case is complete without a false edge, and sound without a missing edge.

  CODEGRAPH_EVAL_PYCG  a checkout of the benchmark's repository
  CODEGRAPH_EVAL_DIR   folder with `score_edges.py` (default: ../shared/eval)

The 112 programs of the paper are its sixteen categories; two more in the repository, `dynamic` and `external`, are
added with --all.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import micro
from micro import Case

ROOT = Path(__file__).resolve().parent.parent
LATER = frozenset({"dynamic", "external"})
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--all", action="store_true", help="also the categories that are not in the paper")
    options.add_argument("-v", "--verbose", action="store_true", help="list false and missing edges of every case")
    chosen = options.parse_args()
    checkout = os.environ.get("CODEGRAPH_EVAL_PYCG", "")
    snippets = Path(checkout) / "micro-benchmark" / "snippets"
    scorer = Path(os.environ.get("CODEGRAPH_EVAL_DIR", ROOT.parent / "shared" / "eval")) / "score_edges.py"
    if not checkout or not snippets.is_dir():
        return skip("set CODEGRAPH_EVAL_PYCG to a checkout of PyCG")
    if not scorer.exists():
        return skip(f"no scorer at {scorer}: set CODEGRAPH_EVAL_DIR")
    with tempfile.TemporaryDirectory() as scratch:
        truth, found = Path(scratch) / "truth.jsonl", Path(scratch) / "candidates.jsonl"
        with truth.open("w", encoding="utf-8") as true_file, found.open("w", encoding="utf-8") as found_file:
            for line in iterate_truth(snippets):
                if line["category"] in LATER and not chosen.all:
                    continue
                true_file.write(json.dumps(line) + "\n")
                pairs = sorted(micro.list_candidates(Case(line["case"], line["files"]), "lambda"))
                for caller, callee in pairs:
                    found_file.write(json.dumps({"case": line["case"], "caller": caller, "callee": callee}) + "\n")
                if chosen.verbose:
                    explain(line, set(pairs))
        return subprocess.run([sys.executable, str(scorer), "--pycg", str(truth), str(found)], check=False).returncode


def skip(reason: str) -> int:
    print(f"skipped: {reason}", file=sys.stderr)
    return 0


class TruthLine(TypedDict):
    """One case, as the scorer reads it."""

    case: str
    category: str
    files: dict[str, str]
    edges: list[list[str]]  # [caller, callee]
    defs: dict[str, tuple[str, int]]


def iterate_truth(snippets: Path) -> Iterator[TruthLine]:
    for path in sorted(snippets.rglob("callgraph.json")):
        files = micro.read_sources(path.parent, (".py",))
        graph: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
        yield {
            "case": path.parent.relative_to(snippets).as_posix(),
            "category": path.parent.relative_to(snippets).parts[0],
            "files": files,
            "edges": [[caller, callee] for caller, callees in graph.items() for callee in callees],
            "defs": {name: place for file, text in files.items() for name, place in iterate_definitions(file, text)},
        }


def iterate_definitions(file: str, text: str) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield (dotted name, (file, line)) of the module and its functions.

    The module has line 0; lambdas are included. A class is no code.
    """
    module = micro.to_module_name(file)
    yield module, (file, 0)
    yield from _iterate_inside(ast.parse(text), module, file)


def _iterate_inside(scope: ast.AST, prefix: str, file: str) -> Iterator[tuple[str, tuple[str, int]]]:
    lambdas: Counter[str] = Counter()
    for node in _iterate_own(scope):
        if isinstance(node, ast.Lambda):
            lambdas[prefix] += 1
            name = f"{prefix}.<lambda{lambdas[prefix]}>"
        else:
            name = f"{prefix}.{node.name}"
        if not isinstance(node, ast.ClassDef):
            yield name, (file, node.lineno)
        yield from _iterate_inside(node, name, file)


def _iterate_own(scope: ast.AST) -> Iterator[Definition]:
    """Yield definitions whose nearest enclosing one is `scope`, in source order."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, Definition):
            yield child
        else:
            yield from _iterate_own(child)


def explain(line: TruthLine, pairs: set[tuple[str, str]]) -> None:
    true = {(caller, callee) for caller, callee in line["edges"] if callee in line["defs"]}
    found = {pair for pair in pairs if pair[1] in line["defs"]}
    if true != found:
        print(f"{line['case']}\n  false   {sorted(found - true)}\n  missing {sorted(true - found)}")


if __name__ == "__main__":
    sys.exit(main())
