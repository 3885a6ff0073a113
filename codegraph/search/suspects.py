"""Where the cause of an issue is likely to be: what search finds, raised by stack frames, paths and git's history."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.analysis.cochange import Commit, shares_with
from codegraph.search.evidence import Frame, same_file

FRAME: Final = 1.0
"""What the innermost frame adds to its file; the one after it adds 1 / (1 + `FADING`) of that, and so on."""

FADING: Final = 0.35
TOGETHER: Final = 0.15
RECENT: Final = 0.05
HALF_LIFE_DAYS: Final = 90
SEEDS: Final = 3
"""Best files whose company in git's history counts."""


class Suspicion(NamedTuple):
    """What speaks for a file; the sum of the parts is its score."""

    path: str
    score: float
    parts: dict[str, float]


def frame_files(frames: Sequence[Frame], paths: Sequence[str]) -> list[tuple[Frame, str]]:
    """The indexed file of each frame that has one: the path that agrees with it from the end for longest."""
    by_name: dict[str, list[str]] = {}
    for path in paths:
        by_name.setdefault(path.rsplit("/", 1)[-1], []).append(path)
    found: list[tuple[Frame, str]] = []
    for frame in frames:
        near = by_name.get(frame.path.rsplit("/", 1)[-1], [])
        best = max((same_file(frame.path, path) for path in near), default=0)
        agreeing = [path for path in near if same_file(frame.path, path) == best]
        if len(agreeing) == 1:  # several files of that name say nothing of which one is meant
            found.append((frame, agreeing[0]))
    return found


def suspects(
    searched: dict[str, float], frames: Sequence[tuple[Frame, str]], history: Sequence[Commit]
) -> list[Suspicion]:
    """Files by suspicion, most first. `searched`: what search gave each file, at most 1; `history` newest first."""
    parts: dict[str, dict[str, float]] = {path: {"search": score} for path, score in searched.items()}
    for place, (_, path) in enumerate(frames):
        found = parts.setdefault(path, {})
        found.setdefault("stack", FRAME / (1 + FADING * place))
    sums = {path: sum(found.values()) for path, found in parts.items()}
    for path, share in shares_with(sorted(sums, key=lambda p: (-sums[p], p))[:SEEDS], history).items():
        if path in parts:
            parts[path]["changed together"] = TOGETHER * share
    newest = history[0].when if history else 0
    seen: set[str] = set()
    for commit in history:
        for path in commit.files:
            if path in parts and path not in seen:
                seen.add(path)
                days = (newest - commit.when) / 86_400
                parts[path]["recent"] = RECENT * math.pow(0.5, max(0.0, days) / HALF_LIFE_DAYS)
    ranked = [Suspicion(path, sum(found.values()), found) for path, found in parts.items()]
    return sorted(ranked, key=lambda s: (-s.score, s.path))
