"""Scores of findings against the truth."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from route_truth.applications import Application

Score = dict[str, object]


def make_score(application: Application, counted: str, true: int, found: int, *, precise: int, recalled: int) -> Score:
    """Return the figures of an application.

    `counted` names the things of which `true` exist and `found` were found. `precise` counts the found ones that are
    right, `recalled` the true ones that were found.
    """
    return {
        "application": application.name, "framework": application.framework, counted: true, "found": found,
        "precision": round(precise / max(1, found), 3), "recall": round(recalled / max(1, true), 3),
    }  # fmt: skip


def print_differences(application: Application, missing: Iterable[object], wrong: Iterable[object]) -> None:
    """Print the missing and the wrong findings of an application."""
    for sign, rows in (("missing", missing), ("wrong", wrong)):
        for row in rows:
            sys.stderr.write(f"{application.name}: {sign} {row}\n")
