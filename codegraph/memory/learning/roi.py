"""Savings and costs of the learning loop in tokens and dollars.

Dollars are given when a price is known. The estimate is on the low side: only citations of runs that finished save
anything, and everything that was injected costs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory.memory_model import MemoryKind, Run, RunOutcome
from codegraph.memory.times import DAY
from codegraph.store.memory.reader import Reader

_K = MemoryKind
CREDITS: Final[Mapping[str, int]] = {
    _K.FAILURE_PATTERN: 1_500,
    _K.FACT: 500,
    _K.COMMAND: 400,
    _K.CONVENTION: 300,
    _K.PREFERENCE: 200,
}
"""Tokens that a citation is taken to have saved: what finding the same out again costs at least."""

OTHER_CREDIT: Final = 200
"""For kinds of other vocabularies: the least of the above."""

PRICES: Final[Mapping[str, float]] = {
    "claude-opus-4-5": 5.0,
    "claude-opus-4-1": 15.0,
    "claude-opus-4": 15.0,
    "claude-sonnet-4": 3.0,
    "claude-haiku-4": 1.0,
    "claude-3-7-sonnet": 3.0,
    "claude-3-5-sonnet": 3.0,
    "claude-3-5-haiku": 0.8,
    "gpt-5-mini": 0.25,
    "gpt-5-nano": 0.05,
    "gpt-5": 1.25,
    "gpt-4.1-mini": 0.4,
    "gpt-4.1-nano": 0.1,
    "gpt-4.1": 2.0,
    "gpt-4o-mini": 0.15,
    "gpt-4o": 2.5,
    "o4-mini": 1.1,
    "o3": 2.0,
    "gemini-2.5-pro": 1.25,
    "gemini-2.5-flash-lite": 0.1,
    "gemini-2.5-flash": 0.3,
}
"""US dollars per million input tokens by the beginning of a model's name, as the vendors listed them in 2025. The
setting `price_per_mtok` wins over it."""

WINDOWS: Final = ("7d", "30d", "all")


def parse_window(text: str) -> int:
    """Return the days of a window such as `7d`; 0 is everything.

    Raises InvalidError.
    """
    word = text.strip().lower()
    if word == "all":
        return 0
    match = re.fullmatch(r"([1-9]\d{0,4})d", word)
    if match is None:
        raise InvalidError(f"`--window` is {text!r}", hint="such as 7d, 30d or all")
    return int(match[1])


def find_price(model: str, override: float = 0.0) -> float | None:
    """Return the price of a model in dollars per million tokens.

    It is the override, else that of the longest listed prefix of the name, else None.
    """
    if override > 0:
        return override
    name = model.lower().rpartition("/")[2]
    known = [prefix for prefix in PRICES if name.startswith(prefix)]
    return PRICES[max(known, key=len)] if known else None


@dataclass(frozen=True, slots=True)
class Entry:
    """Savings of one memory."""

    memory: str
    kind: str
    citations: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Ledger:
    window: str
    since: int  # µs, 0 is everything
    runs: int
    citations: int
    by_kind: Mapping[str, int]  # tokens saved
    saved: int
    injected: int
    net: int  # may be negative, and is shown as it is
    usd: float | None  # of the net; None while the price of any of its tokens is unknown
    unpriced: tuple[str, ...]  # models without a price, "" where a run names none
    verdict: str  # saves, costs, even, or no data
    top: tuple[Entry, ...]


def build_ledger(
    state: Reader,
    now: int,
    namespaces: Sequence[str] = (),
    *,
    window: str = "30d",
    price_per_mtok: float = 0.0,
    top: int = 10,
) -> Ledger:
    """Build the ledger of a window that ends now.

    Raises InvalidError for a bad window.
    """
    days = parse_window(window)
    since = max(now - days * DAY, 1) if days else 0
    learning = state.learning
    runs = {run.id: run for run in learning.list_runs(namespaces)}
    good = {id for id, run in runs.items() if run.outcome is RunOutcome.FINISHED}
    cited = learning.list_citations(since=since, runs=good)
    memories = state.read_by_ids({c.memory for c in cited})
    by_kind: dict[str, int] = defaultdict(int)
    by_memory: dict[str, list[int]] = defaultdict(list)
    by_run: dict[str, int] = defaultdict(int)
    for citation in cited:
        memory = memories.get(citation.memory)
        kind = str(memory.body.kind) if memory else "erased"
        credit = CREDITS.get(kind, OTHER_CREDIT)
        by_kind[kind] += credit
        by_memory[citation.memory].append(credit)
        by_run[citation.run] += credit
    injections = learning.list_injections(namespaces, since=since)
    for injection in injections:
        by_run[injection.run] -= injection.tokens
    saved, injected = sum(by_kind.values()), sum(i.tokens for i in injections)
    usd, unpriced = _compute_price(by_run, runs, price_per_mtok)
    entries = [
        Entry(id, str(memories[id].body.kind) if id in memories else "erased", len(credits), sum(credits))
        for id, credits in by_memory.items()
    ]
    entries.sort(key=lambda e: (-e.tokens, e.memory))
    net = saved - injected
    return Ledger(
        window,
        since,
        sum(run.started_at >= since for run in runs.values()),
        len(cited),
        dict(sorted(by_kind.items())),
        saved,
        injected,
        net,
        usd,
        unpriced,
        "no data" if not cited and not injections else "saves" if net > 0 else "costs" if net < 0 else "even",
        tuple(entries[:top]),
    )


def _compute_price(
    by_run: Mapping[str, int], runs: Mapping[str, Run], override: float
) -> tuple[float | None, tuple[str, ...]]:
    total, unpriced = 0.0, set()
    for id, tokens in by_run.items():
        model = runs[id].model if id in runs else ""
        price = find_price(model, override)
        if price is None:
            unpriced.add(model)
        else:
            total += tokens / 1_000_000 * price
    if unpriced or not by_run:
        return None, tuple(sorted(unpriced))
    return round(total, 6), ()
