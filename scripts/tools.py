"""Indexers that are compared, and the small edits that they are asked about."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL
from typing import Final, NamedTuple

import measure

POLL_SECONDS: Final = 0.2

FUNCTIONS: Final = {
    ".py": "\n\ndef {name}(first):\n    return first\n\n\ndef {user}():\n    return {name}(1)\n",
    ".go": "\n\nfunc {name}(first int) int {{\n\treturn first\n}}\n\nfunc {user}() int {{\n\treturn {name}(1)\n}}\n",
    ".ts": "\n\nexport function {name}(first: number): number {{\n  return first;\n}}\n"
    "\nexport function {user}(): number {{\n  return {name}(1);\n}}\n",
}
FUNCTIONS[".tsx"] = FUNCTIONS[".ts"]
"""A function and a caller of it, by the suffix of the file to which they are appended."""


class Tool(NamedTuple):
    """An indexer with a command line, run inside the repository."""

    name: str
    command: tuple[str, ...]
    build: tuple[str, ...]
    refresh: tuple[str, ...]  # what takes an edit in before a question can see it; empty: the question does
    callers: tuple[str, ...]

    def run(self, verb: tuple[str, ...], *words: str, root: Path, env: Mapping[str, str]) -> measure.Cost:
        return measure.run((*self.command, *verb, *words), cwd=root, env=env)

    def ask(self, name: str, root: Path, env: Mapping[str, str]) -> measure.Cost:
        """Ask for the callers of a symbol, which the tool may not know."""
        return measure.run((*self.command, *self.callers, name), cwd=root, env=env, accept_failure=True)


OURS: Final = Tool("codegraph", (sys.executable, "-m", "codegraph"), ("index", "-q"), (), ("callers",))
COLBY: Final = Tool("@colbymchenry/codegraph", ("codegraph",), ("init",), ("sync",), ("callers",))
OPTAVE: Final = Tool("@optave/codegraph", ("codegraph",), ("build",), ("build",), ("query",))


def append_function(path: Path, number: int) -> tuple[str, str]:
    """Append a function and a caller of it to a file, and return their names."""
    name, user = f"freshly_made_{number}", f"fresh_user_{number}"
    with path.open("a", encoding="utf-8") as file:
        file.write(FUNCTIONS[path.suffix].format(name=name, user=user))
    return name, user


def take_in(tool: Tool, name: str, user: str, root: Path, env: Mapping[str, str]) -> measure.Cost:
    """Refresh and ask, once each, and exit when the answer is stale."""
    refreshed = tool.run(tool.refresh, root=root, env=env) if tool.refresh else measure.Cost(0.0, 0.0, 0, "")
    asked = tool.ask(name, root, env)
    if user not in asked.output:
        sys.exit(f"error: {tool.name} does not find {user}:\n{refreshed.output[-500:]}\n{asked.output[-500:]}")
    return measure.Cost(
        refreshed.wall + asked.wall, refreshed.cpu + asked.cpu, max(refreshed.peak, asked.peak), asked.output
    )


class FirstAnswer(NamedTuple):
    answered: float  # wall seconds until an answer is right
    built: float  # until the command that indexes ends
    is_asked_after: bool  # the tool cannot be asked while it indexes


def wait_for_first_answer(
    tool: Tool, name: str, user: str, root: Path, env: Mapping[str, str], *, poll: bool = True
) -> FirstAnswer | None:
    """Start to index from nothing, and ask until the answer is right.

    Without `poll` the first question follows the end. Returns None when indexing fails, as one tool's does when its
    database is read meanwhile."""
    began = time.perf_counter()
    with subprocess.Popen((*tool.command, *tool.build), cwd=root, env=env, stdout=DEVNULL, stderr=DEVNULL) as building:
        if not poll:
            building.wait()
        built = time.perf_counter() - began
        while user not in tool.ask(name, root, env).output:
            if building.poll():
                return None
            time.sleep(POLL_SECONDS)
        answered = time.perf_counter() - began
        if poll:
            building.wait()
            built = time.perf_counter() - began
        return FirstAnswer(answered, built, not poll) if building.returncode == 0 else None
