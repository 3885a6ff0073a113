"""Neighbours: the memories near a new one in words, code or meaning.

A process that writes often keeps the texts that it compared last with their vectors, and follows the log: a write reads
only what changed since the previous write, not the whole store.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.errors import EncoderError
from codegraph.memory.amendments import CUE_TERMS
from codegraph.memory.memory_ids import build_scope_word
from codegraph.memory.memory_model import RECALLABLE, RULES, Memory
from codegraph.memory.recall.tokenization import tokenize
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""Unit vectors of texts, a row each."""

COMPARED: Final = 16
"""The nearest memories: as many are compared with a statement, and those that are found by its words."""

NEWEST: Final = 600
"""Rules that are compared with a new one by meaning, the newest."""

_WORDED: Final = 8
"""Memories that have one of the rarest words, the newest: candidates as well as those of the same code."""

_WORDS: Final = 3
"""Words by which candidates are searched: those that the newest rules have least, the longest of these."""

_PAIRED: Final = 5
"""Words of which an older rule has two."""

_OLDER: Final = 24
"""Older rules that are compared, the newest of them."""

_PREFIX: Final = 4
"""Letters from which a stem finds longer words, too."""

_KEPT: Final = 16_384
"""Texts that a process keeps; beyond that it begins anew."""

_WORD: Final = re.compile(r"[^\W_]+")


class Neighbour(NamedTuple):
    """Memory that is near a new one."""

    row: int
    text: str
    cosine: float
    anchored: bool  # to the same code


class _Text(NamedTuple):
    text: str
    hash: str
    place: int  # of its vector


class _Rules:
    """The newest rules of a namespace, and the number of them with each word."""

    def __init__(self) -> None:
        self.rows: dict[int, str] = {}  # their texts, oldest first
        self.words: Counter[str] = Counter()

    def add(self, row: int, text: str) -> None:
        self.rows[row] = text
        self.words.update(_list_words(text))
        if len(self.rows) > NEWEST:
            oldest = next(iter(self.rows))
            self.words.subtract(_list_words(self.rows.pop(oldest)))


class Neighbourhood:
    """Texts of one log that were compared lately.

    Each answer is for the state of the reader that asks.
    """

    def __init__(self, encode: Encode | None) -> None:
        self._encode = encode
        self._forget()

    def _forget(self) -> None:
        self._last, self._mark = 0, ""
        self._texts: dict[int, _Text] = {}
        self._vectors = np.zeros((0, 0), dtype=np.float32)
        self._placed = 0
        self._rules: dict[str, _Rules] = {}

    def find(self, state: Reader, memory: Memory) -> list[Neighbour]:
        """Find memories that share words, code or meaning with a new one.

        They are of its namespace, nearest first. Without an encoder, or when it fails, words and code decide.
        """
        try:
            return self._find(state, memory)
        except EncoderError:
            self._encode = None
            self._forget()
            return self._find(state, memory)

    def _find(self, state: Reader, memory: Memory) -> list[Neighbour]:
        self._forget_changed(state)
        rules = self._rules.get(memory.namespace) or self._read_rules(state, memory.namespace)
        own = state.read_anchors([memory.row]).get(memory.row, ())
        anchored = {row for row, _ in state.find_anchored_to({anchor.target for anchor in own})} if own else set[int]()
        worded = _find_by_words(state, memory, rules)
        others = anchored.union(worded)
        others.discard(memory.row)
        rows = state.keep_recallable(others, memory.namespace)
        if self._encode is not None and memory.body.kind in RULES:
            rows = list({*rows, *rules.rows} - {memory.row})
        if not rows:
            return []
        self._read_texts(state, [*rows, memory.row])
        cosines = self._vectors[[self._texts[row].place for row in rows]] @ self._vectors[self._texts[memory.row].place]
        ties = np.fromiter((row in anchored for row in rows), bool, len(rows))
        order = np.lexsort((np.negative(rows), -cosines, ~ties)).tolist()
        order = order[:COMPARED] + [at for at in order[COMPARED:] if rows[at] in worded]
        return [Neighbour(rows[at], self._texts[rows[at]].text, float(cosines[at]), bool(ties[at])) for at in order]

    def _forget_changed(self, state: Reader) -> None:
        """Forget what the log changed since the last call.

        For another log, everything is forgotten.
        """
        if self._last and (state.build_event_mark(self._last) != self._mark or self._placed > _KEPT):
            self._forget()
        if self._last:
            self._add_changed(state, [row for row, _ in state.list_changed_since(self._last)])
            if state.list_erased_since(self._last):
                self._forget()
        self._last = state.read_last_seq()
        self._mark = state.build_event_mark(self._last)

    def _add_changed(self, state: Reader, changed: Sequence[int]) -> None:
        """Add memories that changed.

        New rules are added to the newest ones; after other changes the newest are read again.
        """
        for memory in sorted(state.read_by_rows(changed).values(), key=lambda one: one.row):
            known = self._texts.get(memory.row)
            is_other = known is not None and known.hash != memory.content_hash
            if is_other:
                del self._texts[memory.row]
            rules = self._rules.get(memory.namespace)
            if rules is None:
                continue
            is_rule = memory.body.kind in RULES and memory.status in RECALLABLE
            is_newer = memory.row > next(reversed(rules.rows), 0)
            if is_rule and is_newer:
                rules.add(memory.row, memory.body.content)
            elif is_other or is_rule != (memory.row in rules.rows):
                del self._rules[memory.namespace]

    def _read_rules(self, state: Reader, namespace: str) -> _Rules:
        rules = self._rules[namespace] = _Rules()
        for row, text, _ in state.read_contents(state.list_newest(namespace, RECALLABLE, sorted(RULES), NEWEST)):
            rules.add(row, text)
        return rules

    def _read_texts(self, state: Reader, rows: Iterable[int]) -> None:
        missing = [row for row in rows if row not in self._texts]
        if not missing:
            return
        read = state.read_contents(missing)
        texts = [text for _, text, _ in read]
        vectors = self._encode(texts) if self._encode is not None else np.zeros((len(texts), 1), dtype=np.float32)
        start, end = self._placed, self._placed + len(texts)
        if end > len(self._vectors):
            more = np.zeros((max(end, 2 * start), vectors.shape[1]), dtype=np.float32)
            more[:start] = self._vectors[:start].reshape(start, vectors.shape[1])
            self._vectors = more
        self._vectors[start:end] = vectors
        self._placed = end
        self._texts.update((row, _Text(text, hash, start + at)) for at, (row, text, hash) in enumerate(read))


@lru_cache(maxsize=4)
def get_neighbourhood(log: str, encode: Encode | None) -> Neighbourhood:
    """Return the cache of this process for a log, identified by its first event."""
    return Neighbourhood(encode)


def _find_by_words(state: Reader, memory: Memory, rules: _Rules) -> set[int]:
    """Return the newest memories that have one of the rarest words of a text.

    Rules older than those that are compared by meaning need two words, which may be common ones. Words match in any
    form. The memories are of the same namespace.
    """
    words = sorted(split_query(memory.body.content), key=lambda word: (rules.words[word], -len(word)))
    stems = {word: stem for word in words for stem in tokenize(word)[:1]}
    forms = [_list_forms(word, stem) for word, stem in stems.items()]
    if not forms:
        return set()
    of_namespace = f"scope : {build_scope_word(memory.namespace)} AND content : "
    found = set(state.find_newest(f"{of_namespace}({' OR '.join(map(_match_any, forms[:_WORDS]))})", _WORDED))
    if len(rules.rows) < NEWEST or memory.body.kind not in RULES:
        return found
    own = _list_words(memory.body.content)
    about = [_list_forms(word, stem) for word, stem in stems.items() if stem not in CUE_TERMS]
    about.sort(key=lambda some: all(rules.words[form] <= (form in own) for form in some))  # those that others say first
    common = [_match_any(some) for some in about[:_PAIRED]]
    pairs = (f"({first} AND ({' OR '.join(common[at:])}))" for at, first in enumerate(common[:-1], 1))
    if len(common) > 1:
        match = f"{of_namespace}({' OR '.join(pairs)})"
        found.update(state.find_newest(match, _OLDER, before=next(iter(rules.rows))))
    return found


def _list_forms(word: str, stem: str) -> list[str]:
    """Return the forms of a word to search for."""
    return sorted({word, f"{word}s", stem, f"{stem}s", f"{stem}e"})


def _match_any(forms: Sequence[str]) -> str:
    return " OR ".join(f'"{form}"' for form in forms).join("()")


def _list_words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def list_prefixes(text: str) -> list[str]:
    """Return the words of a text for a search that finds their other forms.

    Words that carry no meaning are left out."""
    found: dict[str, None] = {}
    for word in split_query(text):
        stems = tokenize(word)
        if stems:
            same = takewhile(lambda letters: letters[0] == letters[1], zip(word, stems[0]))
            begin = "".join(letter for letter, _ in same)
            found[f'"{begin}"*' if len(begin) >= _PREFIX else f'"{word}"'] = None
    return list(found)
