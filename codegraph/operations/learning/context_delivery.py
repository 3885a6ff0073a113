"""Contexts: memories about a task within a budget.

What was served is recorded as delivered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from codegraph.errors import CodegraphError, InvalidError
from codegraph.memory import write_validation
from codegraph.memory.learning import runs
from codegraph.memory.learning.agent_sessions import close_run
from codegraph.memory.learning.context_selection import (
    MOST_CAPSULES,
    Ask,
    Capsule,
    CapsuleSelection,
    Delivery,
    build_candidates,
    choose,
    deliver,
)
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, RunOutcome
from codegraph.memory.recall.missing_terms import explain_missing
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.recall.signals import Location
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.learning import requests
from codegraph.operations.learning.answers import ContextAnswer
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.recalling import open_recaller
from codegraph.operations.projection import project

Fit = Callable[[Sequence[Capsule]], Sequence[Capsule]]
"""Takes the chosen capsules, best first, and gives those that fit into what is sent."""

POOL = 24
"""Candidates that a context is chosen from."""


@dataclass(frozen=True, slots=True)
class ServedContext:
    run: str
    serving: str
    chosen: CapsuleSelection
    shown: tuple[Capsule, ...]
    tokens: int
    warnings: tuple[str, ...]

    @property
    def excluded_count(self) -> int:
        return self.chosen.excluded + len(self.chosen.capsules) - len(self.shown)


_STARTED: Final[set[tuple[Path, str]]] = set()
"""Runs that this process started without being asked to: home folder and id."""


def serve(context: Context, ask: Ask, fit: Fit, *, run: str = "", starts: bool = False) -> ServedContext:
    """Answer a question and record the delivery.

    It belongs to the named run, else to the one open here, else to a new one. A disk that cannot be written does not
    prevent an answer. With `starts` a named run that is unknown is started.

    Raises InvalidError for an empty question or a run that has ended, NotFoundError for an unknown run.
    """
    if not ask.query.strip():
        raise InvalidError("`query` is empty", hint="say what the task is about, such as `how are tests run?`")
    namespace = find_folder_namespace(context.repo)
    engine = context.open_memory()
    if run:
        if starts:
            with engine.write() as recording:
                named = runs.find_or_start(recording, run, namespace)
        else:
            with engine.read() as state:
                named = runs.find(state, run, namespace)
        if named.outcome is not RunOutcome.OPEN:
            raise InvalidError(
                f"run {named.id!r} is {named.outcome.value}", hint="start one with `memory learn run start`"
            )
        run = named.id
    chosen = _choose(context, ask, namespace)
    shown = tuple(fit(chosen.capsules))
    tokens = sum(capsule.tokens for capsule in shown)
    missing = tuple(filter(None, [explain_missing(ask.query, (capsule.memory.body.content for capsule in shown))]))
    try:
        with engine.write() as recording:
            if not run:
                known = recording.state.learning.find_open_run(namespace)
                run = known.id if known else runs.start(recording, namespace=namespace, agent=recording.actor).id
                if known is None:
                    _STARTED.add((context.config.home, run))
            ids = tuple(c.memory.id for c in shown)
            delivery = Delivery(ask.query, run, namespace, ids, tokens, chosen.top_score, ask.stage)
            return ServedContext(run, deliver(recording, delivery), chosen, shown, tokens, missing)
    except CodegraphError as error:
        warning = f"this delivery was not recorded, so nothing of it can be cited: {error.message}"
        return ServedContext(run, "", chosen, shown, tokens, (*missing, warning))


def finish_started_runs() -> None:
    """End the runs that this process started by itself, as finished.

    Their client has gone, and said nothing else. What was cited in them counts. A disk that cannot be written leaves
    them open."""
    while _STARTED:
        home, run = _STARTED.pop()
        try:
            with MemoryEngine(home, actor="mcp").write() as recording:
                close_run(recording, run, RunOutcome.FINISHED)
        except CodegraphError as error:
            logging.getLogger(__name__).warning("run %s stays open: %s", run, error.message)


def _choose(context: Context, ask: Ask, namespace: str) -> CapsuleSelection:
    asked = RecallRequest(
        ask.query,
        location=Location(namespace),
        filter=Filter(list_readable_namespaces(context.repo)),
        limit=max(POOL, 2 * ask.max_capsules),
        bridges=False,
    )
    with open_recaller(context.config) as kept:
        found = build_candidates(ask.query, kept.recall(asked, judge_of(context)).results)
    engine = context.open_memory()
    with engine.read() as state:
        standings = state.learning.read_standings(c.memory.id for c in found)
        floors = state.learning.read_floors(namespace)
    return choose(ask, found, standings, floors, engine.clock(), context.config.decay_half_life_days)


def select_fitting(capsules: Sequence[Capsule], budget: int, between: int = 0) -> tuple[Capsule, ...]:
    """Select the capsules that fit into a number of tokens, in order.

    One that does not fit is skipped. `between` are tokens that each takes beside its own.
    """
    kept, used = [], 0
    for capsule in capsules:
        if used + capsule.tokens + between <= budget:
            kept.append(capsule)
            used += capsule.tokens + between
    return tuple(kept)


def deliver_context(context: Context, request: requests.ContextRequest) -> Answer[ContextAnswer]:
    budget = write_validation.check_integer(request.budget_tokens, "--budget-tokens", 1, 1_000_000)
    ask = Ask(
        request.query,
        request.stage,
        write_validation.check_fraction(request.min_score, "--min-score"),
        write_validation.check_integer(request.max_capsules, "--max-capsules", 1, MOST_CAPSULES),
        request.tag,
        request.prefer,
    )
    served = serve(context, ask, lambda capsules: select_fitting(capsules, budget), run=request.run)
    figures = {
        "top_score": round(served.chosen.top_score, 4),
        "budget_tokens": budget,
        "used_tokens": served.tokens,
        "excluded": served.excluded_count,
    }
    capsules = [capsule.to_payload() for capsule in served.shown]
    answer = project(ContextAnswer, served, ask, skipped=not capsules, capsules=capsules, **figures)
    return Answer(answer, None, served.warnings)
