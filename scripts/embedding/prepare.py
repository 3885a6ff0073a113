"""Pairs as arrays of piece numbers, and the vocabulary they are cut with."""

from __future__ import annotations

import json
import random
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.word_pieces import CONTINUES, RUNS, UNKNOWN, Pieces, split_run
from scripts.embedding.pairs import Pair

CAPS = {"name": 1800, "path": 500, "doc": 7000, "heading": 900, "prose": 900, "commit": 1500}
"""Pairs of a kind that one group gives at most: a large repository must not decide everything."""

LONGEST_WORD = 24


class Bags(NamedTuple):
    """Pieces of many texts, concatenated.

    Text i has `pieces[bounds[i]:bounds[i + 1]]`.
    """

    pieces: NDArray[np.int32]
    bounds: NDArray[np.int64]

    def get(self, text: int) -> NDArray[np.int32]:
        return self.pieces[self.bounds[text] : self.bounds[text + 1]]


class Prepared(NamedTuple):
    """Arrays have a row a pair. `frequency` is the share of texts that have a piece."""

    queries: Bags
    texts: Bags
    paths: Bags
    group: NDArray[np.int32]
    kind: NDArray[np.int32]
    frequency: NDArray[np.float32]


def list_characters() -> list[str]:
    """Return the smallest base: every word can be spelt with it."""
    letters = string.ascii_lowercase + string.digits
    return [UNKNOWN, *string.punctuation, *letters, *(CONTINUES + letter for letter in letters)]


def build_vocabulary(pairs: Iterable[Pair], base: Sequence[str], added: int, least_groups: int = 4) -> list[str]:
    """Return `base` and the most frequent words that it would split.

    There are `added` such words, seen in at least `least_groups` groups.
    """
    known = set(base)
    counts: Counter[str] = Counter()
    groups: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        met = {word for run in RUNS.findall(f"{pair.query}\n{pair.text}") for word in split_run(run)}
        for word in met:
            if word not in known and 2 < len(word) <= LONGEST_WORD and word.isalpha() and word.isascii():
                counts[word] += 1
                groups[word].add(pair.group)
    frequent = (word for word, _ in counts.most_common() if len(groups[word]) >= least_groups)
    return [*base, *(word for word, _ in zip(frequent, range(added)))]


def cap_pairs(pairs: Iterable[Pair], caps: dict[str, int] = CAPS) -> list[Pair]:
    """Sample at most `caps[kind]` pairs of a kind and group.

    The sample is the same in every run.
    """
    by: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        by[pair.group, pair.kind].append(pair)
    kept: list[Pair] = []
    for (group, kind), part in sorted(by.items()):
        cap = caps.get(kind, 1000)
        kept += random.Random(f"{group} {kind}").sample(part, cap) if len(part) > cap else part
    return kept


def prepare(pairs: Sequence[Pair], vocabulary: Sequence[str]) -> Prepared:
    """Prepare the piece numbers of every pair.

    Pairs without a known word on one side are left out.
    """
    cutter = Pieces({word: number for number, word in enumerate(vocabulary) if word != UNKNOWN})
    columns = [_build_bags(cutter, [getattr(pair, name) for pair in pairs]) for name in ("query", "text", "path")]
    full = np.flatnonzero((np.diff(columns[0].bounds) > 0) & (np.diff(columns[1].bounds) > 5))
    queries, texts, paths = (_select_rows(column, full) for column in columns)
    groups, kinds = (sorted({getattr(pair, name) for pair in pairs}) for name in ("group", "kind"))
    owner = np.repeat(np.arange(len(full)), np.diff(texts.bounds))
    met = np.unique(np.stack([owner, texts.pieces]), axis=1)[1]
    frequency = np.bincount(met, minlength=len(vocabulary)) / max(len(full), 1)
    return Prepared(
        queries, texts, paths,
        np.array([groups.index(pairs[i].group) for i in full.tolist()], dtype=np.int32),
        np.array([kinds.index(pairs[i].kind) for i in full.tolist()], dtype=np.int32),
        frequency.astype(np.float32),
    )  # fmt: skip


def _build_bags(cutter: Pieces, texts: Sequence[str]) -> Bags:
    parts = [cutter.tokenize(texts[at : at + 4096]) for at in range(0, len(texts), 4096)]
    lengths = np.concatenate([length for _, length in parts])
    return Bags(np.concatenate([found for found, _ in parts]), np.concatenate(([0], np.cumsum(lengths))))


def _select_rows(bags: Bags, rows: NDArray[np.int64]) -> Bags:
    parts = [bags.get(row) for row in rows.tolist()]
    bounds = np.concatenate(([0], np.cumsum([len(part) for part in parts], dtype=np.int64)))
    return Bags(np.concatenate([*parts, np.empty(0, np.int32)]), bounds)


def read_vocabulary(path: Path) -> list[str]:
    """Read the words of a `tokenizer.json`, or of a list with one word per line."""
    if path.suffix == ".json":
        numbers: dict[str, int] = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]
        return sorted(numbers, key=numbers.__getitem__)
    return path.read_text(encoding="utf-8").split("\n")


def save_prepared(path: Path, prepared: Prepared) -> None:
    flat: dict[str, NDArray] = {"group": prepared.group, "kind": prepared.kind, "frequency": prepared.frequency}
    for name in ("queries", "texts", "paths"):
        bags: Bags = getattr(prepared, name)
        flat |= {f"{name}_pieces": bags.pieces, f"{name}_bounds": bags.bounds}
    np.savez(path, allow_pickle=False, **flat)


def load_prepared(path: Path) -> Prepared:
    with np.load(path, allow_pickle=False) as stored:
        queries, texts, paths = (
            Bags(stored[f"{name}_pieces"], stored[f"{name}_bounds"]) for name in ("queries", "texts", "paths")
        )
        return Prepared(queries, texts, paths, stored["group"], stored["kind"], stored["frequency"])
