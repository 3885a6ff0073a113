#!/usr/bin/env python3
"""Precision and recall of the graph against compiler-grade edges, as Markdown.

  CODEGRAPH_EVAL_DIR    folder with `edges/<name>.jsonl.gz` and `score_edges.py` (default: ../shared/eval)
  CODEGRAPH_EVAL_REPOS  folder with a checkout `<name>` for each, at the commit the truth was made from

Each checkout is indexed afresh into a throw-away home and exported; the scorer next to the truth judges.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("call", "inherit", "import", "ref")
CERTAIN = "exact,typed,inferred"


class Row(NamedTuple):
    """One scored (repository, kind); ratios in 0..1."""

    name: str
    language: str
    kind: str
    truth: int
    precision: float
    recall: float
    f1: float
    certain_precision: float  # of the `exact`, `typed` and `inferred` edges alone
    certain_recall: float
    unmapped: float  # share of the candidate edges between the truth's files whose end is no definition there


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--kind", action="append", choices=KINDS, help="only these kinds (repeatable)")
    options.add_argument("--keep", type=Path, help="folder for the exported edges, for a closer look")
    options.add_argument("--json", action="store_true", help="one JSON object a row instead of the table")
    options.add_argument(
        "--confidence", action="store_true", help="precision of calls by language and resolution instead"
    )
    chosen = options.parse_args()
    truth = Path(os.environ.get("CODEGRAPH_EVAL_DIR", ROOT.parent / "shared" / "eval"))
    repos = os.environ.get("CODEGRAPH_EVAL_REPOS", "")
    if not (truth / "score_edges.py").exists():
        return skip(f"no scorer in {truth}: set CODEGRAPH_EVAL_DIR")
    if not repos or not Path(repos).is_dir():
        return skip("no checkouts: set CODEGRAPH_EVAL_REPOS to a folder that holds them")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as scratch:
        for edges in sorted((truth / "edges").glob("*.jsonl.gz")):
            name = edges.name.removesuffix(".jsonl.gz")
            if chosen.names and name not in chosen.names:
                continue
            if not (Path(repos) / name).is_dir():
                say(f"{name}: skipped, no checkout in {repos}")
                continue
            exported = (chosen.keep or Path(scratch)) / f"{name}.jsonl"
            exported.parent.mkdir(parents=True, exist_ok=True)
            say(f"{name}: indexing")
            export(Path(repos) / name, exported, Path(scratch) / name)
            if chosen.confidence:
                print_confidence(truth / "score_edges.py", edges, exported)
                continue
            rows += score(truth / "score_edges.py", edges, exported, chosen.kind or list(KINDS))
    if chosen.confidence:
        return 0
    if not rows:
        return skip("nothing to score")
    print("\n".join(json.dumps(row._asdict()) for row in rows) if chosen.json else format_table(rows))
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def skip(reason: str) -> int:
    say(f"skipped: {reason}")
    return 0


def export(repo: Path, target: Path, home: Path) -> None:
    """Index `repo` and write its graph to `target` as JSON lines.

    Raises CalledProcessError.
    """
    env = os.environ | {"CODEGRAPH_HOME": str(home)}
    command = [sys.executable, "-m", "codegraph"]
    subprocess.run([*command, "index", "--quiet", str(repo)], env=env, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [*command, "export", str(repo), "--format", "jsonl", "--output", str(target)],
        env=env,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def score(scorer: Path, truth: Path, candidate: Path, kinds: list[str]) -> Iterator[Row]:
    """Score every kind that the truth has edges of."""
    for kind in kinds:
        every = judge(scorer, truth, candidate, "--kind", kind)
        if not every["truth"]:
            continue
        certain = judge(scorer, truth, candidate, "--kind", kind, "--resolution", CERTAIN)
        lost = sum(every["unmapped"].values())
        yield Row(
            every["name"],
            every["lang"],
            kind,
            every["truth"],
            every["P"],
            every["R"],
            every["F1"],
            certain["P"],
            certain["R"],
            lost / (lost + every["cand"]) if lost else 0.0,
        )


def print_confidence(scorer: Path, truth: Path, candidate: Path) -> None:
    """Print the lines of `confidence.MEASURED`.

    The confidence of an edge is the precision of its language and resolution.
    """
    for resolution in ("exact", "typed", "inferred", "heuristic"):
        found = judge(scorer, truth, candidate, "--kind", "call", "--resolution", resolution)
        if found["tp"] + found["fp"] >= FEWEST:
            key = f'("{found["lang"]}", Resolution.{resolution.upper()})'
            print(f"    {key}: {found['P']:.3f},  # {found['tp'] + found['fp']:,}")


FEWEST = 20  # judged edges below which a precision says nothing


def judge(scorer: Path, truth: Path, candidate: Path, *options: str):
    """Judge one pair of files and return the scorer's own JSON object."""
    ran = subprocess.run(
        [sys.executable, str(scorer), str(truth), str(candidate), "--json", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"error: {scorer.name} failed\n{ran.stderr}")
    return json.loads(ran.stdout)


def format_table(rows: list[Row]) -> str:
    lines = [
        "| repository | language | kind | truth | P | R | F1 | P proven | R proven | unmapped |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for r in rows:
        ratios = (r.precision, r.recall, r.f1, r.certain_precision, r.certain_recall)
        shown = " | ".join(f"{x:.3f}" for x in ratios)
        lines.append(f"| {r.name} | {r.language} | {r.kind} | {r.truth:,} | {shown} | {r.unmapped:.1%} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
