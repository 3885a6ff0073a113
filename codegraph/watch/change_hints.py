"""Changes that a backend noticed since it was last asked."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

MOST_PATHS: Final = 2_000
"""Above this many, which paths they were is worth less than what telling them costs: the tree is compared."""


class ChangeHints(NamedTuple):
    """Paths that may have changed.

    They are relative to the root; folders end in "/". `lost` says why they may be incomplete, "" when they are not:
    otherwise the whole tree has to be compared.
    """

    paths: frozenset[str] = frozenset()
    lost: str = ""

    def __bool__(self) -> bool:
        return bool(self.paths or self.lost)

    def merge(self, other: ChangeHints) -> ChangeHints:
        paths = self.paths | other.paths
        lost = self.lost or other.lost
        if len(paths) > MOST_PATHS:
            return ChangeHints(frozenset(), lost or "many files changed")
        return ChangeHints(paths, lost)


class BudgetError(Exception):
    """A backend cannot watch all of the tree; the text names the shortage."""


class Backend(Protocol):
    """One way of noticing changes.

    It is not safe to use from several threads.
    """

    name: str

    @property
    def watches(self) -> int:
        """Number of folders registered one by one, 0 if a tree is watched as a whole."""
        ...

    def wait(self, seconds: float) -> ChangeHints:
        """Return the changes since the last call, as soon as there are any.

        The result is empty after `seconds`.
        """
        ...

    def close(self) -> None: ...


ROOT: Final = "/"
"""The watched folder itself: it was moved, removed or replaced."""

INDEX_CHANGED: Final = "git's index changed"
"""It decides which files belong to the repository."""
