"""Checkouts of the repositories that the sets name, and what git says in them.

CODEGRAPH_EVAL_REPOS  folder with a clone of each, by its name in `repositories.json`, with history
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

SETS = Path(__file__).resolve().parent.parent.parent / "tests" / "evaluation" / "find"
VARIABLE = "CODEGRAPH_EVAL_REPOS"


class MissingCheckoutError(Exception):
    """A repository, commit or file of a set that is not there."""


class Repository(NamedTuple):
    """One repository: its name here, where it is published, and its commit."""

    name: str
    origin: str
    commit: str


class Checkouts:
    """A folder of clones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def from_environment(cls, folder: str = "") -> Checkouts:
        """Return the folder that was given or that the environment names."""
        chosen = folder or os.environ.get(VARIABLE, "")
        if not chosen:
            raise MissingCheckoutError(f"no folder of checkouts: set {VARIABLE} or give one")
        if not Path(chosen).is_dir():
            raise MissingCheckoutError(f"no folder {chosen}: make it with scripts/evaluation_checkouts.py")
        return cls(Path(chosen))

    def has(self, name: str) -> bool:
        """Say whether there is a clone by this name."""
        return (self.folder / name / ".git").exists()

    def read_git(self, name: str, *arguments: str) -> bytes:
        """Return what a git command prints in one clone."""
        if not self.has(name):
            raise MissingCheckoutError(f"no clone of {name} in {self.folder}: see scripts/evaluation_checkouts.py")
        command = ["git", "-c", "core.quotePath=off", "-C", str(self.folder / name), *arguments]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            reason = done.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
            raise MissingCheckoutError(f"{name}: git {' '.join(arguments[:3])} failed: {''.join(reason)}")
        return done.stdout

    def read_text(self, name: str, *arguments: str) -> str:
        """Return what a git command prints in one clone, as text."""
        return self.read_git(name, *arguments).decode("utf-8", "replace")

    def read_file(self, name: str, commit: str, path: str) -> bytes:
        """Return a file as it was at a commit."""
        return self.read_git(name, "show", f"{commit}:{path}")


def list_repositories() -> list[Repository]:
    """Return the repositories of the sets."""
    rows = json.loads((SETS / "repositories.json").read_text(encoding="utf-8"))
    return [Repository(row["name"], row["origin"], row["commit"]) for row in rows]


def read_rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of one set, such as `locate`."""
    with (SETS / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
