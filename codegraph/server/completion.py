"""Completion of arguments while a person types them.

It offers names of symbols and paths of files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from codegraph.errors import IncompatibleIndexError, NotIndexedError
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.server.call import Call
from codegraph.server.prompts import PROMPTS
from codegraph.server.resources import TEMPLATES

MOST_VALUES: Final = 100  # of the protocol
MOST_READ: Final = 2_000
"""Symbols that are read to find the best ones."""

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_PART: Final = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]")
_SYMBOLS: Final = frozenset({"id", "symbol"})
_NAMES_OF_PROMPTS: Final = frozenset({"topic", "change"})


class Completions(NamedTuple):
    """At most MOST_VALUES values, best first.

    `more` says whether there are others.
    """

    values: tuple[str, ...]
    more: bool = False


NOTHING: Final = Completions(())

Completer = Callable[[Index, str], Completions]


def complete_resource(uri: str, argument: str, text: str, call: Call) -> Completions:
    """Complete an argument of a resource template.

    It is the id of a symbol or the path of a file."""
    template = next((t for t in TEMPLATES if t.uri == uri), None)
    if argument in _SYMBOLS and (template is None or template.name == "symbol"):
        return _complete(call, text, complete_symbol)
    if template is not None and template.name == "file" and argument == "path":
        return _complete(call, text, complete_path)
    return NOTHING


def complete_prompt(name: str, argument: str, text: str, call: Call) -> Completions:
    """Complete an argument of a prompt while it is one word.

    The word may be the name of a symbol."""
    known = any(p.name == name and p.argument == argument for p in PROMPTS)
    if not known or argument not in _NAMES_OF_PROMPTS or not text or re.search(r"\s", text):
        return NOTHING
    return _complete(call, text, complete_symbol)


def complete_symbol(index: Index, text: str) -> Completions:
    """Return names of symbols that begin with `text`, abbreviate to it or contain it.

    Names that begin with `text` come first, then those whose words do (`StSa` is `Store.save` and `start_saving`), then
    those that contain it. Tests come last. A name of several symbols is given as their ids.
    """
    rows = {row.node: row for row in index.find_containing(text, limit=MOST_READ)}
    rows |= {row.node: row for row in index.find_abbreviated(_extract_initials(text), limit=MOST_READ)}
    ranked: list[tuple[tuple[bool, int, int, str], SymbolRow]] = []
    for row in rows.values():
        if row.qualname and (rank := _rank(row, text)) is not None:
            ranked.append(((row.is_test, rank, len(row.qualname), row.id), row))
    ranked.sort(key=lambda one: one[0])
    shared = Counter(row.qualname for _, row in ranked)
    values = [row.qualname if shared[row.qualname] == 1 else row.id for _, row in ranked]
    return _take_first(values)


def complete_path(index: Index, text: str) -> Completions:
    """Return paths of files that contain `text`.

    Those that begin with it come first, then those whose last part does.
    """
    small = text.casefold()
    ranked: list[tuple[int, str]] = []
    for path in index.read_known_files():
        lowered = path.casefold()
        if small in lowered:
            begins = lowered.startswith(small)
            ranked.append((0 if begins else 1 if lowered.rpartition("/")[2].startswith(small) else 2, path))
    return _take_first([path for _, path in sorted(ranked)])


def _complete(call: Call, text: str, of: Completer) -> Completions:
    """Complete from the present index, without waiting for a refresh."""
    try:
        return of(call.open_without_index().index(refresh=False), text.strip())
    except (NotIndexedError, IncompatibleIndexError):
        return NOTHING
    finally:
        call.close()


def _take_first(values: Iterable[str]) -> Completions:
    found = tuple(dict.fromkeys(values))
    return Completions(found[:MOST_VALUES], len(found) > MOST_VALUES)


def _rank(row: SymbolRow, text: str) -> int | None:
    """Return how well `text` spells a symbol, 0 best, None when it does not."""
    small = text.casefold()
    for spelt in (row.name, row.qualname):
        if spelt.casefold().startswith(small):
            return 0
    if is_abbreviation(text, row.name) or is_abbreviation(text, row.qualname):
        return 1
    return 2 if small in row.qualname.casefold() else None


def is_abbreviation(text: str, name: str) -> bool:
    """Return whether `text` is made of beginnings of the words of `name`.

    They are in the order of the words and begin with the first one. A capital or a separator begins a part (`StSa`,
    `st_sa`). In lower-case letters alone every letter is one (`ss`).
    """
    words = [word.casefold() for word in _WORD.findall(name)]
    return any(
        _begin(parts, words) for parts in (_split_parts(text), [part.casefold() for part in _WORD.findall(text)])
    )


def _begin(parts: list[str], words: list[str]) -> bool:
    if len(parts) < 2 or not words or not words[0].startswith(parts[0]):
        return False
    waiting = iter(words[1:])
    return all(any(word.startswith(part) for word in waiting) for part in parts[1:])


def _split_parts(text: str) -> list[str]:
    """Return the parts of an abbreviation as it is typed."""
    return list(text) if text.isalnum() and text.islower() else [part.casefold() for part in _PART.findall(text)]


def _extract_initials(text: str) -> str:
    """Return the letters that an abbreviated name contains in this order."""
    return "".join(part[0] for part in _split_parts(text))
