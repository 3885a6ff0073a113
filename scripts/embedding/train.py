"""Contrastive training of a table of word pieces, with numpy and scipy alone.

A text's vector is the unit sum of its pieces' rows, each weighted by the square root of its count. Every query of a
batch must be nearer to its own text than to the others (InfoNCE, van den Oord et al. 2018, both ways), and a batch is
made of blocks from one repository, because that is where a search has to tell texts apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from scripts.embedding.prepare import Prepared

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """Rates are of Adam, at the top of a cosine schedule."""

    batch: int = 1024
    block: int = 512  # pairs of one group that stand together
    epochs: int = 2
    rate: float = 1e-2
    weight_rate: float = 1e-2
    temperature: float = 0.05  # at the start; it is learned
    pull: float = 0.0  # towards the start values
    path_share: float = 0.4  # texts that get their path in front
    drop: float = 0.2  # words left out of three queries of ten
    warm_up: int = 50  # steps
    seed: int = 0


class Start(NamedTuple):
    """Rows (pieces, dimension) and a positive weight for each."""

    rows: Floats
    weights: Floats


@dataclass(slots=True)
class Adam:
    """Kingma and Ba 2015, decay 0.9 and 0.99."""

    value: Floats
    first: Floats = field(init=False)
    second: Floats = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.value), np.zeros_like(self.value)

    def step(self, gradient: Floats, rate: float) -> None:
        self.steps += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.01 * (gradient * gradient - self.second)
        mean = self.first / (1 - 0.9**self.steps)
        spread = np.sqrt(self.second / (1 - 0.99**self.steps))
        self.value -= np.float32(rate) * mean / (spread + 1e-8)


def start_weights(frequency: Floats) -> Floats:
    """Start with smaller weights for frequent pieces (SIF, Arora et al. 2017)."""
    return (1e-2 / (1e-2 + frequency) + 1e-4).astype(np.float32)


def draw_start(frequency: Floats, dimension: int, seed: int = 0) -> Start:
    rows = np.random.default_rng(seed).normal(size=(len(frequency), dimension)) / math.sqrt(dimension)
    return Start(rows.astype(np.float32), start_weights(frequency))


def train(data: Prepared, start: Start, settings: Settings) -> tuple[Floats, list[float]]:
    """Train and return the table, multiplied by its weights, and every step's loss."""
    chance = np.random.default_rng(settings.seed)
    table, weight = Adam(start.rows.copy()), Adam(np.log(start.weights))
    sharpness = Adam(np.array([math.log(1 / settings.temperature)], dtype=np.float32))
    total = settings.epochs * max(1, len(data.group) // settings.batch)
    losses: list[float] = []
    for _ in range(settings.epochs):
        for rows in draw_batches(data.group, settings, chance):
            bag = _draw_bags(data, rows, len(start.rows), settings, chance)
            scale = np.exp(weight.value)[:, None]
            loss, pooled, sharp = compute_contrast(
                np.asarray(bag @ (table.value * scale)), float(np.exp(sharpness.value[0])), _find_same(data, rows)
            )
            change = np.asarray(bag.T.tocsr() @ pooled)
            rate = min(1, (len(losses) + 1) / settings.warm_up)
            rate *= 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(1, len(losses) / total)))
            towards = 2 * settings.pull / len(table.value) * (table.value - start.rows) if settings.pull else 0
            by_weight = (change * table.value).sum(axis=1) * scale[:, 0]
            table.step(change * scale + towards, settings.rate * rate)
            weight.step(by_weight, settings.weight_rate * rate)
            sharpness.step(np.array([sharp], dtype=np.float32), 1e-3)
            losses.append(loss)
    return table.value * np.exp(weight.value)[:, None], losses


def compute_contrast(sums: Floats, sharpness: float, same: NDArray[np.bool_]) -> tuple[float, Floats, float]:
    """Compute the loss and its gradients.

    The gradients are those by `sums` and by the logarithm of the sharpness. `sums` has the queries in its first half
    and their texts, in the same order, in the second; `same[i, j]` says that query j is query i again, whose text is no
    wrong answer.
    """
    count = len(sums) // 2
    length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
    unit = sums / length
    queries, texts = unit[:count], unit[count:]
    cosines = queries @ texts.T
    logits = np.where(same, np.float32(-1e4), sharpness * cosines)
    rows, columns = _compute_softmax(logits), _compute_softmax(logits.T).T
    own = np.arange(count)
    loss = -0.7 * np.log(rows[own, own] + 1e-12).mean() - 0.3 * np.log(columns[own, own] + 1e-12).mean()
    slope = 0.7 * rows + 0.3 * columns
    slope[own, own] -= 1
    slope = np.where(same, 0, slope / count).astype(np.float32)
    by_unit = np.concatenate([slope @ texts, slope.T @ queries]) * np.float32(sharpness)
    by_sums = (by_unit - unit * (unit * by_unit).sum(axis=1, keepdims=True)) / length
    return float(loss), by_sums.astype(np.float32), float((slope * cosines).sum() * sharpness)


def draw_batches(
    group: NDArray[np.int32], settings: Settings, chance: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Yield the rows of each batch: blocks of one group, in random order.

    The rests of the groups are mixed.
    """
    block = min(settings.block, settings.batch, max(2, len(group) // 2))
    blocks: list[NDArray[np.int64]] = []
    left: list[NDArray[np.int64]] = []
    for number in np.unique(group):
        rows = chance.permutation(np.flatnonzero(group == number))
        whole = len(rows) // block * block
        blocks += np.split(rows[:whole], whole // block) if whole else []
        left.append(rows[whole:])
    rest = chance.permutation(np.concatenate(left))
    blocks += [rest[at : at + block] for at in range(0, len(rest) - block + 1, block)]
    order, together = chance.permutation(len(blocks)), max(1, settings.batch // block)
    for at in range(0, len(order), together):
        yield np.concatenate([blocks[i] for i in order[at : at + together]])


def _draw_bags(
    data: Prepared, rows: NDArray[np.int64], pieces: int, settings: Settings, chance: np.random.Generator
) -> csr_matrix:
    """Return square roots of counts, shape (2 × rows, pieces).

    Queries have some words left out, texts some paths.
    """
    queries, texts = [], []
    for row in rows.tolist():
        query = data.queries.get(row)
        if len(query) > 3 and chance.random() < 0.3:
            query = query[chance.random(len(query)) > settings.drop]
        queries.append(query if len(query) else data.queries.get(row))
        text = data.texts.get(row)
        texts.append(np.concatenate([data.paths.get(row), text]) if chance.random() < settings.path_share else text)
    bags = [*queries, *texts]
    bounds = np.concatenate(([0], np.cumsum([len(bag) for bag in bags])))
    found = csr_matrix((np.ones(bounds[-1], np.float32), np.concatenate(bags), bounds), shape=(len(bags), pieces))
    found.sum_duplicates()
    found.data = np.sqrt(found.data)
    return found


def _find_same(data: Prepared, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    keys = np.array([hash(data.queries.get(row).tobytes()) for row in rows.tolist()])
    return (keys[:, None] == keys[None, :]) & ~np.eye(len(rows), dtype=bool)


def _compute_softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)
