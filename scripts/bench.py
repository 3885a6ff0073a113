#!/usr/bin/env python3
"""Speed and size of the index on a source tree, as one Markdown table.

They are compared with parsing alone and, if given, with other tools. The peers are npm packages that index into the
tree itself, so they work on a copy: @colbymchenry/codegraph (`init`) and @optave/codegraph (`build`). Ratios are taken
within one run; absolute numbers depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import measure
import tools
from installed_size import get_distribution, measure_packages
from measure import Cost

from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph_parsers import grammar, languages

MB = 1_000_000
CODEGRAPH = (sys.executable, "-m", "codegraph")


class Tree(NamedTuple):
    """Source files of a tree that have a grammar."""

    root: Path
    paths: tuple[str, ...]
    size: int  # bytes


BYTECODE = Path(tempfile.gettempdir()) / "codegraph-bench-bytecode"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="a source tree, such as an unpacked source package")
    options.add_argument("--colby", metavar="COMMAND", help="the `codegraph` of @colbymchenry/codegraph")
    options.add_argument("--optave", metavar="COMMAND", help="the `codegraph` of @optave/codegraph")
    options.add_argument("--growth", type=int, nargs="*", default=[], metavar="FILES", help="e.g. 300 2800 20000")
    options.add_argument("--rounds", type=int, default=3, help="cold runs of each; the best counts")
    options.add_argument("--peers-only", action="store_true", help="the other tools alone: they seldom change")
    options.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    tree = list_sources(chosen.folder.resolve())
    if chosen.parse_only:
        return parse_only(tree)
    print(f"{len(tree.paths):,} source files, {tree.size / MB:.1f} MB\n\n| | wall s | CPU s | peak MB | on disk MB |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        measure_speed(tree, chosen, Path(scratch))
        measure_growth(tree, chosen.growth, Path(scratch))
    return 0


def list_sources(root: Path) -> Tree:
    """List the files that `codegraph index` would parse."""
    paths: list[str] = []
    size = 0
    for each in scan(root, Config(home=root)).candidates:
        with (root / each.real).open("rb") as file:
            if languages.detect(each.path, file.read(512)):
                paths.append(each.real)
                size += each.size
    return Tree(root, tuple(paths), size)


def parse_only(tree: Tree) -> int:
    """Parse every file in one process and drop the trees.

    This is the lower bound of any indexer of this kind.
    """
    for path in tree.paths:
        content = (tree.root / path).read_bytes()
        language = languages.detect(path, content[:512])
        assert language is not None
        grammar.load_parser(languages.load_spec(language).grammar).parse(content)
    return 0


def measure_speed(tree: Tree, chosen: argparse.Namespace, scratch: Path) -> None:
    if chosen.peers_only:
        for name, command, verb in list_peers(chosen):
            print_row(name, *measure_peer(tree, command, verb, scratch, chosen.rounds))
        return
    parsed = choose_best(
        [measure.run([sys.executable, __file__, str(tree.root), "--parse-only"]) for _ in range(chosen.rounds)]
    )
    print_row("tree-sitter parsing alone, one process", parsed)
    home = scratch / "home"
    whole = index(tree.root, home)
    disk = measure.measure_size(home / "index")
    print_row("codegraph index, cold, with vectors", whole, disk)
    # The peers make no vectors, so what is compared with them makes none either.
    ours = choose_best([index(tree.root, home, "--no-vectors") for _ in range(chosen.rounds)])
    print_row("codegraph index --no-vectors, cold", ours, measure.measure_size(home / "index"))
    again = measure.run([*CODEGRAPH, "index", "--quiet", "--no-vectors", tree.root], env=build_environment(home))
    print_row("codegraph index, nothing changed", again)
    peers = [
        (name, measure_peer(tree, command, verb, scratch, chosen.rounds)) for name, command, verb in list_peers(chosen)
    ]
    for name, (cost, peer_disk) in peers:
        print_row(name, cost, peer_disk)
    print("\n| ratio | CPU | wall |\n|---|---|---|")
    for name, cost in [("parsing alone", parsed), *((name, cost) for name, (cost, _) in peers)]:
        print(f"| codegraph / {name} | {ours.cpu / cost.cpu:.2f} | {ours.wall / cost.wall:.2f} |")
    print("\n| | |\n|---|---|")
    print(f"| index on disk / source | {disk / tree.size:.2f} |")
    print(f"| facts cache on disk / source | {measure.measure_size(home / 'facts') / tree.size:.2f} |")
    place = find_most_called(tree.root, home, scratch)
    if place:
        cold = measure.measure_median_wall([*CODEGRAPH, "callers", place], env=build_environment(home), cwd=tree.root)
        print(f"| cold `codegraph callers`, median | {cold * 1000:.0f} ms |")
    helped = measure.measure_median_wall([*CODEGRAPH, "--help"], env=build_environment(home))
    print(f"| `codegraph --help`, median | {helped * 1000:.0f} ms |")
    print(f"| installed size with dependencies | {compute_installed_size() / MB:.0f} MB |")


def measure_growth(tree: Tree, counts: list[int], scratch: Path) -> None:
    """Measure cold runs on trees of those sizes.

    The trees have the first files, or copies that differ by trailing newlines.
    """
    if not counts:
        return
    print("\n| files | source MB | wall s | CPU s | peak MB | CPU ms a file | CPU s a MB, to the row above |")
    print("|---|---|---|---|---|---|---|")
    before = 0.0
    for count in counts:
        root = scratch / f"grown{count}"
        size = grow(tree, count, root)
        cost = index(root, scratch / "growth")
        rate = cost.cpu / size
        ratio = f"{rate / before:.2f}" if before else ""
        cells = f"{size / MB:.1f} | {cost.wall:.1f} | {cost.cpu:.1f} | {cost.peak / MB:.0f}"
        print(f"| {count:,} | {cells} | {cost.cpu / count * 1000:.1f} | {ratio} |", flush=True)
        before = rate
        shutil.rmtree(root)


def grow(tree: Tree, count: int, root: Path) -> int:
    """Write `count` files below `root` and return the number of bytes.

    No two are equal, so that nothing is read from a cache.
    """
    written = size = 0
    copy = 0
    while written < count:
        for path in tree.paths[: count - written]:
            target = root / f"part{copy}" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = (tree.root / path).read_bytes() + b"\n" * copy
            target.write_bytes(content)
            size += len(content)
            written += 1
        copy += 1
    return size


def build_environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"CODEGRAPH_HOME": str(home), "PYTHONPYCACHEPREFIX": str(BYTECODE)}  # as an installation has it


def index(root: Path, home: Path, *options: str) -> Cost:
    """Index from scratch: the home folder, with the facts cache in it, is empty."""
    shutil.rmtree(home, ignore_errors=True)
    return measure.run([*CODEGRAPH, "index", "--quiet", *options, root], env=build_environment(home))


def list_peers(chosen: argparse.Namespace) -> list[tuple[str, str, tuple[str, ...]]]:
    found = [(tools.COLBY, chosen.colby), (tools.OPTAVE, chosen.optave)]
    return [(f"{tool.name} {tool.build[0]}", command, tool.build) for tool, command in found if command]


def measure_peer(tree: Tree, command: str, verb: tuple[str, ...], scratch: Path, rounds: int) -> tuple[Cost, int]:
    """Return the best cost of a peer on fresh copies of the tree, and its disk use."""
    costs: list[Cost] = []
    disk = 0
    for _ in range(rounds):
        copy = scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tree.root, copy, symlinks=True)
        before = measure.measure_size(copy)
        costs.append(measure.run([command, *verb], cwd=copy))
        disk = measure.measure_size(copy) - before
    return choose_best(costs), disk


def choose_best(costs: list[Cost]) -> Cost:
    """Return the run that used least CPU.

    On a shared machine, others run slower because of other processes.
    """
    return min(costs, key=lambda cost: cost.cpu)


def print_row(name: str, cost: Cost, disk: int = 0) -> None:
    size = f"{disk / MB:.1f}" if disk else ""
    print(f"| {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.peak / MB:.0f} | {size} |", flush=True)


def find_most_called(root: Path, home: Path, scratch: Path) -> str:
    """Return FILE:LINE of the symbol with most call edges."""
    exported = scratch / "export.jsonl"
    command = [*CODEGRAPH, "export", str(root), "--format", "jsonl", "--output", str(exported)]
    subprocess.run(command, env=build_environment(home), check=True, capture_output=True)
    called: Counter[str] = Counter()
    with exported.open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line["type"] == "edge" and line["kind"] == "call" and line["callee_line"]:
                called[f"{line['callee_file']}:{line['callee_line']}"] += 1
    return called.most_common(1)[0][0] if called else ""


def compute_installed_size() -> int:
    """Sum the bytes of what the installed distribution needs, and of itself."""
    return sum(measure_packages(get_distribution()).values())


if __name__ == "__main__":
    sys.exit(main())
