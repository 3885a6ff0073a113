"""Files that the same commits touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

LARGEST: Final = 30
"""Files of a commit above which it says nothing of how they belong together."""

SELDOM: Final = 3
"""Common commits below which company is chance."""

USUAL: Final = 0.4
"""Share of a file's commits from which another file usually changes with it."""


MARKED: Final = 2.0
"""How many times as often as in commits of other files of its kind: a changelog goes with whatever changes."""


class Commit(NamedTuple):
    """Commit with its time and files.

    `when` is in seconds since the epoch; paths are relative to the root, as ids spell them.
    """

    when: int
    files: tuple[str, ...]


class CoChange(NamedTuple):
    """`file` changed in `together` of the `commits` of `changed`."""

    file: str
    changed: str
    together: int
    commits: int

    @property
    def share(self) -> float:
        return self.together / self.commits


def select_informative(history: Sequence[Commit]) -> list[Commit]:
    """Return the commits that are small enough to be informative."""
    return [commit for commit in history if len(commit.files) <= LARGEST]


def find_co_changes(
    changed: Collection[str], history: Sequence[Commit], of: Collection[str] | None = None
) -> list[CoChange]:
    """Find files that usually change with one of `changed` and did not this time.

    `of` limits which of the changed files are considered. Each result has the changed file that it follows most; those
    that follow most surely come first.
    """
    wanted = frozenset(changed)
    asked = wanted if of is None else wanted.intersection(of)
    alike: Counter[str] = Counter()  # commits of a kind of file
    alone: Counter[tuple[str, str]] = Counter()  # of those, where a file is the only one of the kind
    commits: Counter[str] = Counter()
    there: Counter[tuple[str, str]] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    kinds = {_get_extension(path) for path in asked}
    for commit in select_informative(history):
        here = asked.intersection(commit.files)
        others = [path for path in commit.files if path not in wanted]
        commits.update(here)
        for kind in kinds:
            own = [path for path in commit.files if _get_extension(path) == kind]
            alike[kind] += bool(own)
            alone.update((kind, path) for path in own[:1] if len(own) == 1)
            there.update((kind, other) for other in others if own not in ([], [other]))
        together.update((one, other) for one in here for other in others)
    best: dict[str, CoChange] = {}
    for (one, other), count in together.items():
        found = CoChange(other, one, count, commits[one])
        kind = _get_extension(one)
        apart = (there[kind, other] - count) / max(1, alike[kind] - commits[one] - alone[kind, other])
        known = best.get(other)
        if count < SELDOM or found.share < max(USUAL, MARKED * apart):
            continue
        if known is None or _order(found) < _order(known):
            best[other] = found
    return sorted(best.values(), key=_order)


def _get_extension(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2]


def _order(found: CoChange) -> tuple[float, int, str, str]:
    return -found.share, -found.together, found.file, found.changed


def compute_shares(seeds: Collection[str], history: Sequence[Commit]) -> dict[str, float]:
    """Return the share of each file's commits that also touched a seed.

    The seeds themselves are left out.
    """
    every: Counter[str] = Counter()
    common: Counter[str] = Counter()
    for commit in history:
        with_seed = not frozenset(commit.files).isdisjoint(seeds)
        for path in commit.files:
            every[path] += 1
            common[path] += with_seed
    return {p: common[p] / every[p] for p in every if common[p] >= SELDOM and p not in seeds}
