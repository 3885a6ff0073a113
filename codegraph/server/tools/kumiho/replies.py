"""Replies that state their size, and limits for searches of operators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from codegraph.operations.context import Context
from codegraph.operations.provenance.answers import EngageAnswer
from codegraph.operations.provenance.item_queries import answer_with
from codegraph.server.call import Call
from codegraph.server.reply import MOST_TOKENS, Json, encode_json, strip_controls, to_json
from codegraph.text.token_counts import bound_tokens


def apply_settings(context: Context, request: Any) -> Any:
    """Return a search within the limit and the score floor of the settings."""
    bounded = replace(request, limit=min(request.limit, context.config.memory_retrieval_limit))
    if not hasattr(request, "min_score"):
        return bounded
    return replace(bounded, min_score=max(request.min_score, context.config.min_relevance_score))


def measure(call: Call, answer: EngageAnswer, project: Callable[..., object]) -> Json:
    """Return a recall with its own size in it.

    Whole results are dropped from the end until it fits.
    """
    results, count = answer.results, answer.count
    for shown in range(count, -1, -1):
        note = answer.note or ""
        if shown < count:
            left = f"shown {shown} of {count}; the rest did not fit, ask for fewer or for summaries"
            note = f"{note}; {left}" if note else left
        value = _count_tokens(answer_with(answer, results[:shown], note), project)
        if call.count(value) <= MOST_TOKENS:
            return value
    return to_json(project(answer_with(answer, (), answer.note or ""), approx_tokens=0, approx_payload_tokens=0))


def _count_tokens(answer: EngageAnswer, project: Callable[..., object]) -> Json:
    size, told = 0, bound_tokens(answer.context)
    value = to_json(project(answer, approx_tokens=told, approx_payload_tokens=size))
    for _ in range(4):  # the size is part of what is counted
        now = bound_tokens(strip_controls(encode_json(value)))
        if now == size:
            break
        size = now
        value = to_json(project(answer, approx_tokens=told, approx_payload_tokens=size))
    return value
