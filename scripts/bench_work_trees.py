#!/usr/bin/env python3
"""Disk of a home folder with indexes of several work trees of one repository.

The repository is copied, indexed, and given linked work trees, in each of which a few files are edited before it is
indexed by `codegraph index`. Sizes are of blocks on disk; a file with several names counts once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PRIME = 97
"""Of so many files one is edited in a work tree, another one in each."""


def measure_blocks(folder: Path) -> int:
    """Return the bytes of the blocks below a folder."""
    found = {(s.st_dev, s.st_ino): s.st_blocks * 512 for s in (p.lstat() for p in folder.rglob("*"))}
    return sum(found.values())


def run_git(folder: Path, *arguments: str) -> str:
    """Run git in a folder and return what it prints."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@example.org")
    return subprocess.run(("git", *who, *arguments), cwd=folder, check=True, capture_output=True, text=True).stdout


def edit_files(tree: Path, number: int, suffix: str, count: int) -> None:
    """Append a function to some files of a work tree, which no other work tree edits."""
    paths = [path for path in run_git(tree, "ls-files", "-z").split("\0") if path.endswith(suffix)]
    for path in paths[number::PRIME][:count]:
        with open(tree / path, "a", encoding="utf-8") as out:
            out.write(f"\n\ndef edited_{number}():\n    return {number}\n")


def index_tree(tree: Path, home: Path) -> None:
    """Index a work tree by the command line."""
    environment = os.environ | {"CODEGRAPH_HOME": str(home)}
    command = (sys.executable, "-m", "codegraph", "index", str(tree), "-q")
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    """Print the size of one index and of those of all work trees."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--trees", type=int, default=10)
    parser.add_argument("--edits", type=int, default=5, help="files that are edited in each work tree but the first")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        home, first = Path(place) / "home", Path(place) / "trees" / "w0"
        shutil.copytree(given.repository, first, symlinks=True)
        if not (first / ".git").exists():
            for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "bench: begin")):
                run_git(first, *arguments)
        index_tree(first, home)
        one = measure_blocks(home)
        for number in range(1, given.trees):
            tree = first.parent / f"w{number}"
            run_git(first, "worktree", "add", "-q", "--detach", str(tree))
            edit_files(tree, number, ".py", given.edits)
            index_tree(tree, home)
        every = measure_blocks(home)
    print(f"one work tree: {one / 1e6:.1f} MB; {given.trees}: {every / 1e6:.1f} MB, {every / one:.2f} ×")
    return 0


if __name__ == "__main__":
    sys.exit(main())
