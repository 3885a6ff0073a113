"""Likeness of the name of a test to the names of what changed."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_EMPTY = frozenset({"test", "tests", "py", "init", "src", "get", "set", "is", "to", "the"})
_STEPS = 3.0
"""Steps of distance by which a test is nearer for all words of a changed symbol's name; half of that for a file's."""


def split_words(name: str) -> frozenset[str]:
    """Return the words of an identifier or path in lower case.

    Words that any test or symbol may have are left out.
    """
    return frozenset(map(str.lower, _WORD.findall(name))) - _EMPTY


class Likeness:
    """Of tests to changed symbols, given by name, and their files, given by path."""

    def __init__(self, names: Iterable[str], paths: Iterable[str]) -> None:
        self._names = {found for name in names if (found := split_words(name))}
        stems = (path.rpartition("/")[2].partition(".")[0] for path in paths)
        self._places: dict[str, tuple[frozenset[str], float]] = {}
        self._stems = {found for stem in stems if (found := split_words(stem))}
        self._words = frozenset[str]().union(*self._names)
        self._shares: dict[frozenset[str], float] = {}

    def compute_steps(self, test: str) -> float:
        """Return the similarity of a test's name in steps of distance.

        The test is given by its id, `language:path::qualified.name`.
        """
        place, _, name = test.partition(":")[2].partition("::")
        filed, file = self._place(place)
        named = split_words(name) | filed
        return _STEPS * self._share(named & self._words) + _STEPS / 2 * file

    def _share(self, said: frozenset[str]) -> float:
        """Return the largest share of a changed name's words that `said` contains."""
        found = self._shares.get(said)
        if found is None:
            shares = (len(wanted & said) / len(wanted) for wanted in self._names)
            found = self._shares[said] = max(shares, default=0.0)
        return found

    def _place(self, path: str) -> tuple[frozenset[str], float]:
        """Return the words of a test's path and its likeness to changed files.

        The likeness is the largest share of a changed file's words that the path has.
        """
        found = self._places.get(path)
        if found is None:
            filed = split_words(path)
            share = max((len(wanted & filed) / len(wanted) for wanted in self._stems), default=0.0)
            found = self._places[path] = (filed, share)
        return found
