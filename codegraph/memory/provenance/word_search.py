"""Search of items by words that may be mistyped.

Every item in scope is compared, without an earlier cut. The known words are those of the scope, so no words of other
projects are guessed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.memory.memory_model import Memory
from codegraph.memory.provenance.items import get_title
from codegraph.memory.recall.tokenization import STOP_WORDS, can_open, find_neighbours
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader

LEAST: Final = 0.3
"""Share of the query's words, weighted by how rare they are, that a hit has at least."""

_WHOLE: Final = re.compile(r"[^\W_]+")

_JOINED: Final = (2, 3)
"""Words beside each other that may be one name."""

TITLE: Final = 0.15
"""Part of a score that the title alone decides."""


CORRECTIONS: Final = 3
"""Words in use that one mistyped word may stand for."""


class Depth(NamedTuple):
    """Parts of an item that are searched in addition to its text and tags."""

    revisions: bool = False  # metadata, tags and texts of all revisions
    artifacts: bool = False  # names of files


class QueryWords(NamedTuple):
    """The words of a query."""

    words: tuple[str, ...]  # as they are written
    joined: Mapping[str, tuple[str, ...]]  # names that each spells together with the words beside it, in lower case
    opened: tuple[str, ...]  # those of two, of which the first is left out: `my sql`


def read_query(texts: Sequence[str]) -> QueryWords:
    """Return the words of a query.

    Words that only phrase the question are left out, unless nothing else is left.
    """
    every = list({word.lower(): word for text in texts for word in _WHOLE.findall(text)}.values())
    words = [word for word in every if word.lower() not in STOP_WORDS and len(word) > 1] or every
    joined: dict[str, list[str]] = {}
    opened: list[str] = []
    for together in (runs for text in texts for size in _JOINED for runs in find_neighbours(text, size)):
        name = "".join(together).lower()
        if len(together) == 2 and (len(together[0]) == 1 or can_open(*together)):
            opened.append(name)
        for word in together:
            joined.setdefault(word.lower(), []).append(name)
    return QueryWords(tuple(words), {word: tuple(names) for word, names in joined.items()}, tuple(opened))


def split_words(text: str) -> frozenset[str]:
    """Return the words of a text in lower case: whole ones, and parts of identifiers."""
    return frozenset(split_query(text)) | frozenset(word.lower() for word in _WHOLE.findall(text))


def search_items(
    state: Reader, memories: Sequence[Memory], asked: QueryWords, depth: Depth
) -> list[tuple[Memory, float]]:
    """Return the memories that hold the words, best first, with scores of 0 to 1.

    Among equals the newest comes first."""
    held = _collect_words(state, memories, depth)
    titles = {m.row: split_words(get_title(m)) for m in memories}
    scores = rank_texts({m.row: (held[m.row], titles[m.row]) for m in memories}, asked)
    by_row = {m.row: m for m in memories}
    found = [(by_row[row], score) for row, score in scores.items() if score >= LEAST]
    return sorted(found, key=lambda pair: (-round(pair[1], 6), -pair[0].created_at, -pair[0].row))


def rank_texts(texts: Mapping[int, tuple[frozenset[str], frozenset[str]]], asked: QueryWords) -> dict[int, float]:
    """Return the scores of texts, given as the words of each and of its title."""
    spread = Counter(word for whole, _ in texts.values() for word in whole)
    meant: dict[str, dict[str, float]] = {}
    halves: dict[str, list[frozenset[str]]] = {}
    for written in asked.words:
        word, parts = written.lower(), split_query(written)
        halves[word] = _split_word(word, spread) if word not in spread else []
        whole = _match_known_words(word, spread)
        known = whole or halves[word] or len(parts) < 2
        meant |= {word: whole} if known else {part: _match_known_words(part, spread) for part in parts}
    for word in meant:
        meant[word] |= {name: 1.0 for name in asked.joined.get(word, ()) if name in spread}
    for name in asked.opened:
        ways = _split_word(name, spread)
        if name in spread or any(both <= whole for both in ways for whole, _ in texts.values()):
            meant[name], halves[name] = {name: 1.0}, ways
    words = list(meant)
    rarity = {word: math.log(1 + len(texts) / (1 + sum(spread[w] for w in meant[word]))) + 0.1 for word in words}
    total = sum(rarity.values())
    if not total:
        return {}

    def has(word: str, held: frozenset[str]) -> float:
        if any(both <= held for both in halves.get(word, ())):
            return 1.0
        return max((share for other, share in meant[word].items() if other in held), default=0.0)

    def coverage(held: frozenset[str]) -> float:
        return sum(rarity[word] * has(word, held) for word in words) / total

    return {row: (1 - TITLE) * coverage(whole) + TITLE * coverage(title) for row, (whole, title) in texts.items()}


def _split_word(word: str, spread: Mapping[str, int]) -> list[frozenset[str]]:
    """Return the pairs of known words that together spell a word."""
    ways = ((word[:at], word[at:]) for at in range(1, len(word)))
    return [frozenset(way) for way in ways if way[0] in spread and way[1] in spread]


def _match_known_words(word: str, spread: Mapping[str, int]) -> dict[str, float]:
    """Return the known words that a query's word may mean, and how well each matches."""
    if word in spread:
        near = [other for other in spread if other.startswith(word)] if len(word) > 2 else [word]
    else:
        near = [other for other in spread if len(word) > 2 and other.startswith(word)]
        near = near or find_corrections(word, spread.keys())
    return {other: 1.0 if other == word else 0.9 if other.startswith(word) else 0.8 for other in near}


def _collect_words(state: Reader, memories: Sequence[Memory], depth: Depth) -> dict[int, frozenset[str]]:
    texts = state.read_texts(m.row for m in memories)
    held: dict[int, frozenset[str]] = {}
    for memory in memories:
        parts = [*texts.get(memory.row, ("", "", "")), memory.body.content, get_title(memory)]
        if depth.revisions:
            for revision in state.list_revisions(memory):
                parts += [revision.body.content, *revision.tags, *revision.body.tags]
                parts += [str(v) for pair in revision.body.metadata.items() for v in pair]
        if depth.artifacts:
            parts += [artifact.name for artifact in state.list_artifacts(memory.row)]
        held[memory.row] = split_words(" ".join(parts))
    return held


# spelling


def count_allowed_errors(word: str) -> int:
    """Return how many typing errors are allowed in a word of this length."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def find_corrections(word: str, known: Collection[str]) -> list[str]:
    """Return the known words nearest to a word, within its allowed errors.

    The nearest come first. There are none when the word itself is known.
    """
    most = count_allowed_errors(word)
    if word in known or not most:
        return []
    near: list[tuple[int, str]] = []
    for other in known:
        if abs(len(other) - len(word)) <= most:
            steps = measure_distance(word, other, most)
            if steps <= most:
                near.append((steps, other))
    return [other for _, other in sorted(near)[:CORRECTIONS]]


def measure_distance(a: str, b: str, most: int) -> int:
    """Return the optimal string alignment distance of two words, at most `most + 1`.

    A swap of neighbouring letters is one error, and so is an insertion, a deletion or a replacement.
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
