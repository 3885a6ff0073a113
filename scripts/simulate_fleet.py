#!/usr/bin/env python3
"""Simulation of a home folder and a place with many small repositories.

    python scripts/simulate_fleet.py --repositories 10000 [--questions list doctor callers again links gc]

Two small repositories are indexed. The index of the second is cloned for each of the others, of which every tenth
declares that it needs the first. Then commands are run that look at all of them: CPU seconds and peak memory of the
process. `callers` makes the summaries of all repositories, `again` reads them. `links` finds the edges between all of
them, as the second pass of a fleet does.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import measure

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config, load
from codegraph.store.cloning import Checkout, clone_generation
from codegraph.store.layout import get_index_folder
from codegraph.store.reader import Reader
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import open_workspace

CODEGRAPH = (sys.executable, "-m", "codegraph")
QUESTIONS = {
    "list": ("list",),
    "doctor": ("doctor",),
    "callers": ("callers", "handle", "--workspace"),
    "again": ("callers", "handle", "--workspace"),
    "links": (),
    "gc": ("gc", "--dry-run"),
    "index": ("index", "--quiet"),
}


def write_repository(root: Path, number: int) -> None:
    """Write a package that uses the first one, and declares so or not."""
    package, used = f"part{number}", "part1" if number % 10 == 2 else f"part{number - 1}"
    (root / package).mkdir(parents=True)
    (root / "pyproject.toml").write_text(
        f'[project]\nname = "{package}"\nversion = "1.0"\ndependencies = ["{used}"]\n', encoding="utf-8"
    )
    (root / package / "__init__.py").write_text("", encoding="utf-8")
    (root / package / "work.py").write_text(
        "from part1.work import handle as other\n\n\ndef handle(value):\n    return other(value)\n", encoding="utf-8"
    )


def make_home(folder: Path, repositories: int) -> Path:
    """Make a home folder with indexes, and return it."""
    home = folder / "home"
    config = Config(home, vectors_table=False)
    for number in (1, 2):
        write_repository(folder / f"part{number}", number)
        index_repository(folder / f"part{number}", config)
    with closing(Reader.open(get_index_folder(home, folder / "part2"))) as donor:
        for number in range(3, repositories + 1):
            root = folder / f"part{number}"
            write_repository(root, number)
            clone_generation(
                donor, get_index_folder(home, root), Checkout(root, f"simulated:{number}", {}), least=1, vectors=True
            )
    return home


def count_links(root: Path) -> int:
    """Return the number of edges between the repositories of a home folder."""
    config = load(root)
    with Index.open(root, config) as index, open_workspace(index, config) as workspace:
        return sum(1 for _ in WorkspaceLinks(workspace).list_edges())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repositories", type=int, default=10_000)
    parser.add_argument("--questions", nargs="+", choices=QUESTIONS, default=[*QUESTIONS])
    parser.add_argument("--count-links", type=Path, metavar="ROOT", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.count_links:
        print(f"{count_links(given.count_links):,} edges")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        home = make_home(folder, given.repositories)
        print(f"{given.repositories:,} repositories, {measure.measure_size(home) / 1e6:,.0f} MB", flush=True)
        environment = os.environ | {"CODEGRAPH_HOME": str(home), "CODEGRAPH_VECTORS_TABLE": "false"}
        for name in given.questions:
            root = str(folder / "part1")
            command = [*CODEGRAPH, "-C", root, *QUESTIONS[name]]
            if name == "links":
                command = [sys.executable, __file__, "--count-links", root]
            cost = measure.run(command, env=environment, accept_failure=True)
            told = (cost.output.strip().splitlines() or [""])[-1]
            print(f"{name:8} {cost.cpu:8.2f} CPU s {cost.peak >> 20:6} MB  {told[:100]}", flush=True)


if __name__ == "__main__":
    main()
