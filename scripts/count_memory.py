#!/usr/bin/env python3
"""Count the lines of the memory half of codegraph, by area.

    python scripts/count_memory.py --most 26000

Lines are counted as `wc -l` does, comments and blank lines included. Whole folders belong to memory or not; of `cli`,
`render` and `server` the modules are listed by name. With `--most N` more than N lines are a failure.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent / "codegraph"

AREAS: Final[Mapping[str, tuple[str, ...]]] = {
    "memory": ("memory",),
    "store": ("store/memory",),
    "operations": (
        "operations/facts",
        "operations/learning",
        "operations/memory",
        "operations/provenance",
        "operations/review",
        "operations/tools/codemem_memory.py",
        "operations/tools/engram.py",
        "operations/tools/kimetsu.py",
        "operations/tools/kronroe.py",
        "operations/tools/kumiho.py",
    ),
    "server": (
        "server/deliveries.py",
        "server/tools/codemem/graph.py",
        "server/tools/codemem/memories.py",
        "server/tools/codemem/ranks.py",
        "server/tools/codemem/recalls.py",
        "server/tools/codemem/store.py",
        "server/tools/codemem/traverse.py",
        "server/tools/codemem/upkeep.py",
        "server/tools/default/memory.py",
        "server/tools/default/feedback.py",
        "server/tools/default/timeline.py",
        "server/tools/engram",
        "server/tools/kimetsu",
        "server/tools/kronroe",
        "server/tools/kumiho",
    ),
    "render": (
        "render/text/brief.py",
        "render/text/facts.py",
        "render/text/learning.py",
        "render/text/memory.py",
        "render/text/provenance.py",
        "render/text/review.py",
        "render/text/upkeep.py",
    ),
    "cli": (
        "cli/hook.py",
        "cli/hook_session.py",
        "cli/hook_verb.py",
        "cli/learn_triage.py",
        "cli/memory_export.py",
    ),
}
"""Folders and modules by area. One that is not there counts nothing: parts of memory come and go."""


def count_lines(root: Path, names: Sequence[str]) -> int:
    """Return the lines of Python in the modules and folders that are named."""
    found = {path for name in names for path in _list_modules(root / name)}
    return sum(path.read_bytes().count(b"\n") for path in found)


def _list_modules(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.rglob("*.py"))
    return [path] if path.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--most", type=int, help="fail when there are more lines")
    parser.add_argument("--root", type=Path, default=ROOT, help="the package that is counted")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    counted = {area: count_lines(chosen.root, names) for area, names in AREAS.items()}
    total = sum(counted.values())
    if chosen.json:
        print(json.dumps(counted | {"total": total}))
    else:
        print("\n".join(f"{area:<12}{lines:>8,}" for area, lines in (counted | {"total": total}).items()))
    if chosen.most is not None and total > chosen.most:
        print(f"memory has {total:,} lines, more than {chosen.most:,}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
