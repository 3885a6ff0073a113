"""Words found in items, forgiving about how they are spelled. Everything in scope is looked at, so nothing is cut
before it was compared; the words in use are those of the scope, so no other project's words are guessed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.memory.model import Memory
from codegraph.memory.provenance.items import title_of
from codegraph.memory.provenance.spelling import allowed, corrections, matching
from codegraph.memory.recall.words import STOP_WORDS
from codegraph.store.memory.reader import Reader
from codegraph.store.tokens import query_words

LEAST: Final = 0.3
"""Share of the query's words, weighted by how rare they are, that a hit has at least."""

_WHOLE: Final = re.compile(r"[^\W_]+")

TITLE: Final = 0.15
"""Part of a score that the title alone decides."""


class Depth(NamedTuple):
    """What is searched beside the text and the tags of an item."""

    revisions: bool = False  # metadata, tags and texts of all revisions
    artifacts: bool = False  # names of files


def wanted_words(texts: Iterable[str]) -> list[str]:
    """Words of a query as they are written, without those it is only asked with unless nothing else is left."""
    words = list({word.lower(): word for text in texts for word in _WHOLE.findall(text)}.values())
    return [word for word in words if word.lower() not in STOP_WORDS and len(word) > 1] or words


def words_of(text: str) -> frozenset[str]:
    """Words of a text in lower case: whole ones, and the parts of identifiers."""
    return frozenset(query_words(text)) | frozenset(word.lower() for word in _WHOLE.findall(text))


def search_items(
    state: Reader, memories: Sequence[Memory], words: Sequence[str], depth: Depth
) -> list[tuple[Memory, float]]:
    """The memories that hold the words, best first, each with a score of 0 to 1; the newest first among equals."""
    held = _held(state, memories, depth)
    titles = {m.row: words_of(title_of(m)) for m in memories}
    scores = ranked({m.row: (held[m.row], titles[m.row]) for m in memories}, words)
    by_row = {m.row: m for m in memories}
    found = [(by_row[row], score) for row, score in scores.items() if score >= LEAST]
    return sorted(found, key=lambda pair: (-round(pair[1], 6), -pair[0].created_at, -pair[0].row))


def ranked(texts: Mapping[int, tuple[frozenset[str], frozenset[str]]], words: Sequence[str]) -> dict[int, float]:
    """Scores of texts, given as the words of each and of its title."""
    spread = Counter(word for whole, _ in texts.values() for word in whole)
    meant: dict[str, dict[str, float]] = {}
    for written in words:
        parts = query_words(written)
        whole = _meant(written.lower(), spread)
        meant |= {written.lower(): whole} if whole or len(parts) < 2 else {p: _meant(p, spread) for p in parts}
    words = list(meant)
    rarity = {word: math.log(1 + len(texts) / (1 + sum(spread[w] for w in meant[word]))) + 0.1 for word in words}
    total = sum(rarity.values())
    if not total:
        return {}

    def coverage(held: frozenset[str]) -> float:
        return sum(rarity[w] * max((s for o, s in meant[w].items() if o in held), default=0.0) for w in words) / total

    return {row: (1 - TITLE) * coverage(whole) + TITLE * coverage(title) for row, (whole, title) in texts.items()}


def _meant(word: str, spread: Mapping[str, int]) -> dict[str, float]:
    """Words in use that a query's word may mean, with how well they match."""
    if word in spread:
        near = [other for other in spread if other.startswith(word)] if len(word) > 2 else [word]
    else:
        near = [other for other in spread if len(word) > 2 and other.startswith(word)]
        near = near or (corrections(word, spread.keys()) if allowed(word) else [])
    return {other: matching(word, [other]) for other in near}


def _held(state: Reader, memories: Sequence[Memory], depth: Depth) -> dict[int, frozenset[str]]:
    texts = state.texts(m.row for m in memories)
    held: dict[int, frozenset[str]] = {}
    for memory in memories:
        parts = [*texts.get(memory.row, ("", "", "")), memory.body.content, title_of(memory)]
        if depth.revisions:
            for revision in state.revisions(memory):
                parts += [revision.body.content, *revision.tags, *revision.body.tags]
                parts += [str(v) for pair in revision.body.metadata.items() for v in pair]
        if depth.artifacts:
            parts += [artifact.name for artifact in state.artifacts(memory.row)]
        held[memory.row] = words_of(" ".join(parts))
    return held
