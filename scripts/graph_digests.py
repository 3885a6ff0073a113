#!/usr/bin/env python3
"""Digests of the graphs of many repositories.

They show that a change leaves the graphs alone.

`graph_digests.py record DIR FILE` indexes every folder in DIR and writes one row a repository: the digest of its
exported graph, and how many rows of each kind and resolution it has. `graph_digests.py compare DIR FILE` indexes them
again and prints every repository whose digest differs, with the counts that changed; the exit status is 1 when any
does. With `--keep FOLDER` the exports stay, so that two of them can be compared with `diff`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 600
"""A repository that takes longer is reported as a failure."""


def run_codegraph(arguments: list[str], home: Path) -> str:
    """Return what a command of this checkout prints; raise RuntimeError when it fails."""
    environment = dict(os.environ, CODEGRAPH_HOME=str(home), CODEGRAPH_VECTORS="false")
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (ROOT, ROOT / "parsers")))
    command = [sys.executable, "-P", "-m", "codegraph", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}")
    return done.stdout


def export_graph(repository: Path) -> list[str]:
    """Return the exported rows of a repository's graph, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        run_codegraph(["index", "--quiet", str(repository)], home)
        shown = ["export", "--format", "jsonl", "--external", "--unresolved"]
        return sorted(run_codegraph(["-C", str(repository), *shown], home).splitlines())


def describe_graph(repository: Path, keep: Path | None) -> dict[str, Any]:
    """Return the digest of a repository's graph with counts by kind and resolution."""
    began = time.perf_counter()
    try:
        rows = export_graph(repository)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return {"digest": "", "error": str(error), "rows": {}}
    if keep is not None:
        (keep / f"{repository.name}.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    counts: Counter[str] = Counter()
    for row in map(json.loads, rows):
        counts[" ".join(filter(None, (row.get("type"), row.get("kind"), row.get("resolution"))))] += 1
    digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()[:32]
    print(f"{time.perf_counter() - began:6.1f} s  {len(rows):8,} rows  {repository.name}", file=sys.stderr, flush=True)
    return {"digest": digest, "error": "", "rows": dict(sorted(counts.items()))}


def describe_all(folder: Path, keep: Path | None, jobs: int) -> dict[str, dict[str, Any]]:
    """Return a description of every repository in a folder, by name."""
    repositories = sorted(path for path in folder.iterdir() if path.is_dir())
    with ThreadPoolExecutor(jobs) as pool:
        described = pool.map(lambda repository: describe_graph(repository, keep), repositories)
        return dict(zip((path.name for path in repositories), described))


def compare(before: dict[str, dict[str, Any]], now: dict[str, dict[str, Any]]) -> list[str]:
    """Return a line for every repository whose graph differs."""
    lines: list[str] = []
    for name in sorted(before.keys() | now.keys()):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            lines.append(f"{name}: only {'now' if old is None else 'before'}")
        elif old["digest"] != new["digest"]:
            kinds = sorted(old["rows"].keys() | new["rows"].keys())
            counts = [(kind, old["rows"].get(kind, 0), new["rows"].get(kind, 0)) for kind in kinds]
            changes = ", ".join(f"{kind} {was} -> {count}" for kind, was, count in counts if was != count)
            lines.append(f"{name}: {new['error'] or changes or 'the same counts, other rows'}")
    return lines


def main() -> int:
    """Record or compare; the exit status is 1 when a graph differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("folder", type=Path, help="a folder of checkouts")
    parser.add_argument("file", type=Path, help="JSON with the digests")
    parser.add_argument("--keep", type=Path, help="a folder for the exported graphs")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    described = describe_all(arguments.folder, arguments.keep, arguments.jobs)
    if arguments.action == "record":
        arguments.file.write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
        print(f"{len(described)} graphs", file=sys.stderr)
        return 0
    before = json.loads(arguments.file.read_text(encoding="utf-8"))
    differences = compare(before, described)
    print("\n".join(differences) if differences else f"{len(described)} graphs, none differs")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
