"""The tools of a run: serve a context, cite from it, record a lesson."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.kind_translation import translate_kind
from codegraph.memory.learning import runs
from codegraph.memory.learning.context_selection import ROLES, Ask
from codegraph.memory.memory_model import KINDS, How, MemoryKind, Vocabulary
from codegraph.operations.answers import Answer
from codegraph.operations.learning import runs as ending
from codegraph.operations.learning.answers import CiteAnswer, ConflictRow, CreditRow, RunEndedAnswer
from codegraph.operations.learning.context_delivery import ServedContext, select_fitting, serve
from codegraph.operations.learning.lessons import build_conflict_rows, build_lesson, record_lesson
from codegraph.operations.learning.requests import RunFailRequest, RunFinishRequest
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.server import columns
from codegraph.server.call import Call
from codegraph.server.reply import MOST_TOKENS

RECORDED: Final = (*KINDS[Vocabulary.KIMETSU], *ROLES)
FRAME: Final = 290
"""Tokens of a reply without capsules, at most."""

HIT = "Read the capsules before planning, and call cite_memory with the id of each one you lean on."
SKIPPED = "Memory has nothing relevant enough. Go on without: this cost nothing."
NEAR = (
    "Memory has nothing relevant enough: {count} came near, and had too few of the question's words and too far a "
    "meaning. Ask once more in the words that a lesson would use, or go on without: this cost nothing."
)
USAGES = {
    How.ADDED: "Accepted: later contexts can deliver it.",
    How.MERGED: "A memory that says nearly the same was there and has taken this in.",
    How.DUPLICATE: "The same lesson was there already.",
    How.PROPOSED: "Proposed, because its confidence is low. The user decides with `codegraph memory learn accept`.",
}


def serve_context(call: Call, request: Any) -> Answer[ServedContext]:
    """Serve capsules whose reply, with its frame, stays within the budget.

    Capsules that are cut later count as not delivered.
    """
    copies = 2 if call.structured else 1
    budget = min(request.budget_tokens, MOST_TOKENS // copies - 200)  # which leaves room for a note
    ask = Ask(request.query, request.stage, request.min_score, request.max_capsules, request.tags, request.prefer_roles)
    fit = partial(select_fitting, budget=budget - FRAME, between=1)
    served = serve(call.open_without_index(), ask, fit, run=request.run_id, starts=True)
    return Answer(served, warnings=served.warnings)


class LessonOutcome(NamedTuple):
    result: str  # added, merged, duplicate, proposed; or ended, without a lesson
    usage: str
    memory: str | None  # the one that holds the lesson
    proposal: str | None  # in its place, while the lesson waits for review
    similarity: float | None
    conflicts: tuple[ConflictRow, ...] = ()
    run: RunEndedAnswer | None = None  # where an outcome ended it


def record(call: Call, request: Any) -> Answer[LessonOutcome]:
    """Record a lesson, then end the run when an outcome is given.

    Without a lesson, only end the run.
    """
    place, run, outcome = call.open_without_index(), request.run_id, request.outcome
    if request.category.strip() and not outcome:
        raise InvalidError("`category` needs an `outcome`", hint="give outcome failed with it")
    if outcome:
        with place.open_memory().read() as state:  # before anything is written
            run = runs.find_open(state, run, find_folder_namespace(place.repo)).id
    made, warnings = LessonOutcome("ended", "The run has ended.", None, None, None), ()
    if request.lesson.strip() or not outcome:
        kind, told = str(ROLES.get(request.kind, request.kind)), request.context if request.context.strip() else ""
        draft = build_lesson(place, request.lesson, kind, request.confidence, request.tags, told)
        done, _, warnings = record_lesson(place, draft, run=run)
        ids = (None, done.memory.id) if done.how is How.PROPOSED else (done.memory.id, None)
        similarity = columns.round_off(done.similarity) if done.similarity else None
        made = LessonOutcome(
            done.how.value, USAGES[done.how], *ids, similarity, build_conflict_rows(place, done.conflicts)
        )
    if outcome == "finished":
        made = made._replace(run=ending.finish(place, RunFinishRequest(run)).results)
    elif outcome:
        made = made._replace(run=ending.fail(place, RunFailRequest(run, request.category)).results)
    return Answer(made, warnings=warnings)


def count_citations(call: Call, answer: CiteAnswer, project: Callable[..., object]) -> object:
    with call.open_without_index().open_memory().read() as state:
        return project(answer, citations=len(state.learning.list_marks(answer.run)))


def describe_use(served: ServedContext) -> str:
    return HIT if served.shown else NEAR.format(count=served.excluded_count) if served.excluded_count else SKIPPED


def tell_kind(kind: MemoryKind) -> str:
    return translate_kind(kind, Vocabulary.KIMETSU)


def count_cited(credits: Sequence[CreditRow]) -> int:
    return sum(credit.cited for credit in credits)


def count_passengers(credits: Sequence[CreditRow]) -> int:
    return len(credits) - count_cited(credits)
