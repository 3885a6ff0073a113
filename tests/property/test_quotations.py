"""The chunks that may quote a long text are those that have every word of a run of it, and no others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from codegraph.embed.terms import list_word_terms
from codegraph.search.query import STOP_WORDS, parse_query
from codegraph.search.quotations import MOST_READ, MOST_WORDS, RUN, TELLING, find_quoting, list_words
from codegraph.search.signals import CHUNK_SIGNALS, Candidates

SYLLABLES = ("ba", "do", "fi", "gu", "ka", "lo", "mi", "nu", "po", "ra", "su", "te", "vi", "zo")
FILLERS = ("the", "a", "is", "of", "and", "it")


class FakeCorpus:
    """Chunks as sets of terms, with the two questions that `possible` asks an index."""

    def __init__(self, chunks: Sequence[frozenset[str]]) -> None:
        self._chunks = chunks
        self.lexical = SimpleNamespace(find_postings=self._postings)

    def __len__(self) -> int:
        return len(self._chunks)

    def _postings(self, term: str) -> tuple[np.ndarray, np.ndarray]:
        having = np.array([i for i, chunk in enumerate(self._chunks) if term in chunk], np.uint32)
        return having, np.ones(len(having), np.uint8)


def issue_text(rng: random.Random) -> str:
    """A text of up to three hundred words, more than a query keeps as terms, with stop words and names between them.
    Parts of a name like `utf8_readFile` are words of the text, and no terms of the query."""
    known = ["".join(rng.choices(SYLLABLES, k=3)) for _ in range(rng.randint(4, 160))]
    for at in rng.sample(range(len(known)), k=len(known) // 5):
        known[at] = f"{known[at]}{rng.choice('0123456789')}_{rng.choice(known)}{rng.choice(known).title()}"
    return " ".join(
        rng.choice(FILLERS) if rng.random() < 0.2 else rng.choice(known) for _ in range(rng.randint(4, 300))
    )


def quotable(text: str, chunk: frozenset[str]) -> bool:
    """The definition of `possible`, word by word."""
    asked = list_words(text)[:MOST_WORDS]
    kept = parse_query(text).terms
    for start in range(len(asked) - RUN + 1):
        telling = [word for word in asked[start : start + RUN] if len(word) > 1 and word not in STOP_WORDS]
        terms = [next(iter(list_word_terms(word)), "") for word in telling]
        if len(telling) >= TELLING and all(term in kept and term in chunk for term in terms):
            return True
    return False


@examples(60)
@given(st.integers(0, 10_000))
def test_a_chunk_may_quote_a_long_text_when_it_has_every_word_of_a_run(seed: int) -> None:
    rng = random.Random(seed)
    text = issue_text(rng)
    words = [word for word in list_words(text) if word not in STOP_WORDS] or ["zozo"]
    chunks: list[frozenset[str]] = []
    for _ in range(MOST_READ - 1):  # fewer than are read, so that nothing is cut
        at = rng.randrange(len(words))
        picked = [*words[at : at + rng.randint(1, 6)], *rng.choices(words, k=rng.randint(0, 20))]
        chunks.append(frozenset(term for word in picked for term in list_word_terms(word)))
    signals = np.zeros((len(chunks), len(CHUNK_SIGNALS)), np.float32)
    numbers = np.arange(len(chunks))
    candidates = Candidates(
        numbers, numbers, numbers, signals, np.zeros((len(chunks), 4), np.float32), np.zeros((0, 0))
    )
    found = find_quoting(FakeCorpus(chunks), candidates, parse_query(text))
    assert sorted(found.tolist()) == [at for at, chunk in enumerate(chunks) if quotable(text, chunk)]
