"""Answers that say how large they are, on what is finally sent."""

from __future__ import annotations

from collections.abc import Callable

from codegraph.operations.provenance.answers import EngageAnswer, RecallAnswer, Result
from codegraph.operations.provenance.finding import engaged
from codegraph.server.call import Call
from codegraph.server.reply import MOST_TOKENS, Exact, Json, dumps, plain, to_json
from codegraph.server.tools.kumiho.models import EngageOutput, RecallOutput
from codegraph.tokens import token_bound


def engage_reply(call: Call, answer: EngageAnswer) -> Exact:
    def make(results: tuple[Result, ...], note: str | None, size: int) -> EngageOutput:
        told = engaged(results, answer.recall_mode, answer.expansion)
        return EngageOutput(
            told.context,
            told.results,
            told.source_krefs,
            told.count,
            told.recall_mode,
            token_bound(told.context),
            size,
            answer.expansion,
            answer.deduplicated,
            note,
        )

    return _fitted(call, answer.results, answer.note, make)


def recall_reply(call: Call, answer: RecallAnswer) -> Exact:
    def make(results: tuple[Result, ...], note: str | None, size: int) -> RecallOutput:
        return RecallOutput(
            results,
            len(results),
            answer.recall_mode,
            answer.graph_augmented,
            size,
            answer.expansion,
            answer.deduplicated,
            note,
        )

    return _fitted(call, answer.results, answer.note, make)


def _fitted(
    call: Call,
    results: tuple[Result, ...],
    note: str | None,
    make: Callable[[tuple[Result, ...], str | None, int], object],
) -> Exact:
    """The answer with its size in it. Whole results go from the end until it fits."""
    for count in range(len(results), -1, -1):
        more = note
        if count < len(results):
            left = f"shown {count} of {len(results)}; the rest did not fit, ask for fewer or for summaries"
            more = f"{note}; {left}" if note else left
        size = 0
        value: Json = to_json(make(results[:count], more, size))
        for _ in range(4):  # the size is part of what is counted
            now = token_bound(plain(dumps(value)))
            if now == size:
                break
            size = now
            value = to_json(make(results[:count], more, size))
        if call.count(value) <= MOST_TOKENS:
            return Exact(value)
    return Exact(to_json(make((), note, 0)))
