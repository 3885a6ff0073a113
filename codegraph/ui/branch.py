"""Bases that a work tree may be compared with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from codegraph.scan.git import run_git

HEAD: Final = "HEAD"
_MAIN: Final = ("main", "master", "trunk", "develop", "origin/main", "origin/master")


def find_base(root: Path) -> str:
    """Return the base of a work tree unless another one is asked for.

    It is the main branch, or HEAD where that is checked out."""
    return list_bases(root)[0]


def list_bases(root: Path) -> list[str]:
    """Return bases that exist, the most useful first."""
    names = _list_branches(root)
    current = (run_git(root, "rev-parse", "--abbrev-ref", HEAD) or b"").decode("utf-8", "replace").strip()
    found = [name for name in _MAIN if name in names and name != current]
    on_main = current in _MAIN or not found
    return [HEAD, *found] if on_main else [*found, HEAD]


def _list_branches(root: Path) -> frozenset[str]:
    told = run_git(root, "rev-parse", "--symbolic", "--branches", "--remotes") or b""
    return frozenset(told.decode("utf-8", "replace").split("\n"))
