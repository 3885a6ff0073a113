"""Scores of what was found against what is true."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from route_truth.applications import Application

Score = dict[str, object]


def make_score(application: Application, counted: str, true: int, found: int, *, precise: int, recalled: int) -> Score:
    """Return the figures of an application.

    `precise` are those of what was found that are right, `recalled` those of the truth that were found."""
    return {
        "application": application.name, "framework": application.framework, counted: true, "found": found,
        "precision": round(precise / max(1, found), 3), "recall": round(recalled / max(1, true), 3),
    }  # fmt: skip


def print_differences(application: Application, missing: Iterable[object], wrong: Iterable[object]) -> None:
    """Print what was not found and what is not right."""
    for sign, rows in (("missing", missing), ("wrong", wrong)):
        for row in rows:
            sys.stderr.write(f"{application.name}: {sign} {row}\n")
