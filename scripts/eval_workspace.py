#!/usr/bin/env python3
"""Precision and recall of edges between the repositories of a workspace.

A system is a folder with one folder for each repository and a list of every true edge between them, `edges.toml`. Each
repository is committed and indexed in a home of its own; the edges that the workspace has are compared with the list.
Of the kinds of edges those are compared that the list has. An object that is made is a call of its class or of its
constructor, whichever an edge names.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import open_workspace
from codegraph.workspace.repository_edge import WorkspaceEdge
from codegraph_parsers.file_facts import SymbolKind

SYSTEMS = Path(__file__).resolve().parent.parent / "tests" / "evaluation" / "workspaces"
LISTING = "edges.toml"
KINDS = frozenset(
    (EdgeKind.CALLS, EdgeKind.REQUESTS, EdgeKind.PUBLISHES, EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
)  # fmt: skip


class Link(NamedTuple):
    """An edge between repositories, as the list spells it."""

    source: str
    kind: str
    target: str


class Score(NamedTuple):
    """Edges of one system, and what is wrong about them."""

    system: str
    repositories: int
    true: int
    found: int
    right: int
    wrong: tuple[Link, ...]
    missed: tuple[Link, ...]


def read_links(listing: Path) -> set[Link]:
    """Return the true edges of a system."""
    table = tomllib.loads(listing.read_text(encoding="utf-8"))
    return {Link(edge["source"], edge["kind"], edge["target"]) for edge in table["edge"]}


def make_repository(source: Path, target: Path) -> None:
    """Copy the files of a repository and commit them."""
    shutil.copytree(source, target)
    git = ("git", "-c", "user.name=eval", "-c", "user.email=eval@example.org", "-C", str(target))
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", f"{target.name}: begin")):
        subprocess.run((*git, *arguments), check=True, capture_output=True)


def spell_edge(edge: WorkspaceEdge) -> Link:
    """Return an edge as a list spells it; a constructor stands for its class."""
    target = edge.target
    name = target.qualname
    if target.kind is SymbolKind.CONSTRUCTOR:
        name = name.rpartition(".")[0] or name
    source = f"{edge.member.name} {edge.source.path}::{edge.source.qualname}"
    return Link(source, edge.kind.value, f"{edge.provider.name} {target.path}::{name}")


def measure(system: Path, folder: Path) -> Score:
    """Index the repositories of a system and compare its edges with the list."""
    names = sorted(each.name for each in system.iterdir() if each.is_dir())
    config = Config(folder / "home", workers=1, vectors=False)
    for name in names:
        make_repository(system / name, folder / name)
        index_repository(folder / name, config)
    wanted = read_links(system / LISTING)
    with Index.open(folder / names[0], config) as home, open_workspace(home, config) as workspace:
        found = {spell_edge(edge) for edge in WorkspaceLinks(workspace).list_edges() if edge.kind in KINDS}
    right = found & wanted
    wrong, missed = tuple(sorted(found - wanted)), tuple(sorted(wanted - found))
    return Score(system.name, len(names), len(wanted), len(found), len(right), wrong, missed)


def main() -> int:
    """Print the figures of each system and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SYSTEMS, help="the folder of the systems")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    scores: list[Score] = []
    for system in sorted(each for each in given.folder.iterdir() if (each / LISTING).is_file()):
        with tempfile.TemporaryDirectory() as folder:
            scores.append(measure(system, Path(folder)))
    if given.json:
        json.dump([score._asdict() for score in scores], sys.stdout, indent=2)
        return 0
    for score in scores:
        print_score(score)
    print_score(
        Score(
            "all", sum(s.repositories for s in scores), sum(s.true for s in scores), sum(s.found for s in scores),
            sum(s.right for s in scores), (), (),
        )
    )  # fmt: skip
    return 0


def print_score(score: Score) -> None:
    """Print the figures of a system, and what is wrong about its edges."""
    precision = score.right / score.found if score.found else 1.0
    recall = score.right / score.true if score.true else 1.0
    head = f"{score.system}: {score.repositories} repositories, {score.true} edges, {score.found} found"
    print(f"{head}, precision {precision:.3f}, recall {recall:.3f}")
    for sign, links in (("wrong ", score.wrong), ("missed", score.missed)):
        for link in links:
            print(f"  {sign} {link.source} {link.kind} {link.target}")


if __name__ == "__main__":
    sys.exit(main())
