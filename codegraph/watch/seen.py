"""Changes that a backend saw since it was last asked."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

MOST_PATHS: Final = 2_000
"""Above this many, which paths they were is worth less than what telling them costs: the tree is compared."""


class Seen(NamedTuple):
    """Paths that may have changed, relative to the root; folders end in "/". `lost` says why that may not be all of
    them, "" when it is: then the whole tree has to be compared."""

    paths: frozenset[str] = frozenset()
    lost: str = ""

    def __bool__(self) -> bool:
        return bool(self.paths or self.lost)

    def joined(self, other: Seen) -> Seen:
        paths = self.paths | other.paths
        lost = self.lost or other.lost
        if len(paths) > MOST_PATHS:
            return Seen(frozenset(), lost or "many files changed")
        return Seen(paths, lost)


class BudgetError(Exception):
    """A backend cannot watch all of the tree; the text says what is short."""


class Backend(Protocol):
    """One way of noticing changes. Not safe to use from several threads."""

    name: str

    @property
    def watches(self) -> int:
        """Folders registered one by one, 0 where a tree is watched as a whole."""
        ...

    def wait(self, seconds: float) -> Seen:
        """What changed since the last call, as soon as something did; empty after `seconds`."""
        ...

    def close(self) -> None: ...


ROOT: Final = "/"
"""The watched folder itself: it was moved, removed or replaced."""

INDEX_CHANGED: Final = "git's index changed"
"""It decides which files belong to the repository."""
