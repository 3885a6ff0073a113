"""Uses of files by others, told by names alone.

For ranking only: an edge of the graph is never made from this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from codegraph.embed.term_fields import DEFINES, Weight
from codegraph.embed.terms import stem
from codegraph.graph_model import FileChunks

MOST_DEFINERS = 2
"""Names that more files define say nothing about which of them is meant."""

SHORTEST = 4


def name_uses(files: Callable[[], Iterable[tuple[str, FileChunks]]]) -> dict[tuple[str, str], int]:
    """Count the names of a definer that a user mentions, by (user, definer).

    Only different names count. `files` is called again for all files by path when any file defines an informative name,
    so that nothing has to keep them all.
    """
    definers: dict[str, list[str]] = {}
    for path, entry in files():
        for name in _list_defined(entry):
            definers.setdefault(stem(name), []).append(path)
    telling = {term: paths for term, paths in definers.items() if len(paths) <= MOST_DEFINERS}
    if not telling:
        return {}
    uses: Counter[tuple[str, str]] = Counter()
    for path, entry in files():
        for word in filter(telling.__contains__, entry.words):
            uses.update((path, definer) for definer in telling[word] if definer != path)
    return dict(uses)


def _list_defined(entry: FileChunks) -> set[str]:
    """Return the folded names of the types and functions that a file defines."""
    names = {i: word[1:] for i, word in enumerate(entry.words) if word[0] == DEFINES and len(word) > SHORTEST}
    if not names:
        return set()
    return {
        names[index] for index, count in zip(entry.indices, entry.counts) if index in names and count >= Weight.FUNCTION
    }
