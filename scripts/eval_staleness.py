#!/usr/bin/env python3
"""State of anchored symbols in memory against a judge, over real histories.

    eval_staleness.py REPOSITORY OLD NEW [REPOSITORY OLD NEW ...]
    eval_staleness.py --languages lua ruby -- REPOSITORY OLD NEW ...

At commit OLD a note is stored for every sampled function, method and class, through the engine; then the work tree is
at NEW, and the state of every anchor is requested. The judge (`staleness_judges.py`) is independent of codegraph: it
compares `ast.dump` without documentation strings at both commits, or the words of other languages without comments, and
takes renamed files from git. A symbol that left its place counts as moved when the same text, except for the name,
stands at a place where it did not stand before; under another name only when it is long enough not to be a coincidence.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import cast

from staleness_judges import SUFFIXES, Definition, make_judge

STATES = ("unchanged", "changed", "moved", "gone")
UNSURE = ""
NODES_TOLD_APART = 18
"""Syntax nodes from which equal code under another name is no coincidence."""


Place = tuple[str, str]
Snapshot = dict[str, dict[str, Definition]]  # path -> qualified name


def run_git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(("git", "-C", str(repository), *arguments), capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


# the judge


def snapshot(repository: Path, commit: str, languages: Collection[str]) -> Snapshot:
    """Return the definitions of the files of a commit in some languages."""
    paths = run_git(repository, "ls-tree", "-r", "--name-only", commit).splitlines()
    judges = {suffix: make_judge(language) for suffix, language in SUFFIXES.items() if language in languages}
    return {
        path: judge(run_git(repository, "show", f"{commit}:{path}"))
        for path in paths
        if (judge := judges.get(Path(path).suffix)) is not None
    }


def find_renames(repository: Path, old: str, new: str) -> dict[str, str]:
    rows = (line.split("\t") for line in run_git(repository, "diff", "--name-status", "-M", old, new).splitlines())
    return {row[1]: row[2] for row in rows if row[0].startswith("R")}


def judge_definition(
    place: Place, old: Snapshot, new: Snapshot, renamed: dict[str, str], where: dict[str, list[Place]]
) -> str:
    path, name = place
    was = old[path][name]
    now = new.get(path, {}).get(name)
    if not was.text or (now is not None and not now.text):
        return UNSURE
    if now is not None:
        return "unchanged" if now.text == was.text else "changed"
    now = new.get(renamed.get(path, ""), {}).get(name)
    if now is not None and not now.text:
        return UNSURE
    if now is not None:
        return "moved" if now.text == was.text else "changed"
    for other_path, other in where.get(was.bare, ()):
        before = old.get(other_path, {}).get(other)
        same_name = other.rpartition(".")[2] == name.rpartition(".")[2]
        if (before is None or before.bare != was.bare) and (same_name or was.size >= NODES_TOLD_APART):
            return "moved"
    return "gone"


# ours


def ask_memory(home: Path, repository: Path, old: str, new: str, places: Mapping[Place, int]) -> dict[Place, str]:
    """Return the states of notes on definitions in memory.

    `places` gives the line of each.
    """
    from codegraph.memory.anchors.worktree import WorkTree
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.memory_model import Filter
    from codegraph.memory.notes import Draft, store
    from codegraph.settings.config import Config

    engine = MemoryEngine(home, actor="eval")
    run_git(repository, "checkout", "-q", "-f", old)
    tree = WorkTree(repository, Config(home=home))
    with engine.write() as recording:
        for (path, name), line in places.items():
            file = tree.read_file(path)
            last = name.rpartition(".")[2]
            symbols = file.list_symbols().values() if file is not None else ()
            keys = [each.key for each in symbols if each.line == line and each.name.strip("`") == last.strip("`")]
            if file is None or not keys:
                print(f"not anchored: {path}:{line} {name}", file=sys.stderr)
                continue
            anchor = tree.anchor(f"{file.language}:{path}::{keys[0]}")
            store(recording, Draft(f"{path} {name}: keep in mind", metadata={"place": [path, name]}, anchors=(anchor,)))
    run_git(repository, "checkout", "-q", "-f", new)
    tree = WorkTree(repository, Config(home=home))
    found: dict[Place, str] = {}
    with engine.read() as reader:
        for memory in reader.select(Filter()):
            path, name = cast("list[str]", memory.body.metadata["place"])
            (report,) = tree.judge(reader.read_anchors([memory.row])[memory.row])
            found[path, name] = report.state.value
    engine.close()
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("steps", nargs="+", metavar="REPOSITORY OLD NEW")
    arguments.add_argument("--sample", type=int, default=400, help="symbols of each step (default 400)")
    arguments.add_argument(
        "--languages", nargs="+", default=["python"], choices=sorted({*SUFFIXES.values()}), help="default: python"
    )
    arguments.add_argument("--show", action="store_true", help="list the disagreements")
    options = arguments.parse_args()
    if len(options.steps) % 3:
        arguments.error("give a repository and two commits for each step")
    pairs: Counter[tuple[str, str]] = Counter()
    by_language: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for at in range(0, len(options.steps), 3):
        source, old, new = options.steps[at : at + 3]
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "clone"
            run_git(Path(source), "clone", "-q", "--shared", "--no-checkout", source, str(clone))
            before, after = (snapshot(clone, commit, options.languages) for commit in (old, new))
            renamed = find_renames(clone, old, new)
            where: dict[str, list[Place]] = {}
            for path, names in after.items():
                for name, definition in names.items():
                    where.setdefault(definition.bare, []).append((path, name))
            places = sorted((path, name) for path, names in before.items() for name in names)
            judged = {place: judge_definition(place, before, after, renamed, where) for place in places}
            chosen = sample_places(judged, options.sample)
            lines = {(path, name): before[path][name].line for path, name in chosen}
            found = ask_memory(Path(folder) / "home", clone, old, new, lines)
            for place in chosen:
                pairs[judged[place], found.get(place, "none")] += 1
                by_language[SUFFIXES[Path(place[0]).suffix]][judged[place] == found.get(place)] += 1
                if options.show and judged[place] != found.get(place):
                    print(place, "judge:", judged[place], "ours:", found.get(place), file=sys.stderr)
    report(pairs)
    for language, counts in sorted(by_language.items()):
        print(f"{language}: {counts[True]} of {counts.total()} agree")
    return 0


def sample_places(judged: dict[Place, str], size: int) -> list[Place]:
    """Sample each state, up to a quarter of the sample."""
    drawn: list[Place] = []
    for state in STATES:
        places = [place for place, verdict in judged.items() if verdict == state]
        drawn += random.Random(0).sample(places, min(len(places), size // len(STATES)))
    return drawn


def report(pairs: Counter[tuple[str, str]]) -> None:
    print(f"{sum(pairs.values())} anchors\n\n| state | anchors | precision | recall |\n|---|---|---|---|")
    for state in STATES:
        right = pairs[state, state]
        told = sum(n for (_, ours), n in pairs.items() if ours == state)
        true = sum(n for (judge, _), n in pairs.items() if judge == state)
        print(f"| {state} | {true} | {right / max(told, 1):.3f} | {right / max(true, 1):.3f} |")
    rest = {pair: n for pair, n in pairs.items() if pair[0] != pair[1]}
    if rest:
        print("\nDisagreements (judge, ours): " + ", ".join(f"{a} {b}: {n}" for (a, b), n in sorted(rest.items())))


if __name__ == "__main__":
    sys.exit(main())
