"""Feedback: which memories were used, how the attempt ended, and which still hold."""

from __future__ import annotations

from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.anchors.anchor_updates import verify
from codegraph.memory.learning import runs
from codegraph.memory.learning.context_selection import Delivery, deliver
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import MIXED, Run, RunOutcome
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.answers import FeedbackAnswer
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.memory.requests import FeedbackRequest

SOURCE: Final = "recall"
"""Source of what was delivered without a run being named."""

OUTCOMES: Final = {
    "worked": (RunOutcome.FINISHED, ""),
    "failed": (RunOutcome.FAILED, ""),
    "mixed": (RunOutcome.FAILED, MIXED),
}
"""How a run ends by the word for it, and why. A mixed one says nothing about its memories."""


class Feedback(NamedTuple):
    used: tuple[str, ...] = ()  # ids of memories that were leaned on
    outcome: str = ""  # of OUTCOMES, "" while the attempt goes on
    verified: tuple[str, ...] = ()  # ids of memories that were checked and still hold
    run: str = ""  # the caller's own id
    note: str = ""
    delivered: tuple[str, ...] = ()  # ids of everything that was put before the caller


def record_feedback(context: Context, request: FeedbackRequest) -> Answer[FeedbackAnswer]:
    """Record the feedback of a person. Raises as `give_feedback` does."""
    feedback = Feedback(request.used, request.outcome, request.verified, request.run, request.note)
    return Answer(give_feedback(context, feedback))


def give_feedback(context: Context, feedback: Feedback) -> FeedbackAnswer:
    """Record feedback.

    Raises NotFoundError, InvalidError, and then nothing is recorded."""
    if not (feedback.used or feedback.outcome or feedback.verified):
        raise InvalidError(
            "there is no feedback", hint="name memories that you used, with an --outcome, or --verified ones"
        )
    tree = judge_of(context)
    with context.open_memory().write() as recording:
        verified = [notes.find(recording.state, id) for id in feedback.verified]
        for memory in verified:
            verify(recording, memory, tree)
        held = tuple(memory.id for memory in verified)
        if not (feedback.used or feedback.outcome):
            return FeedbackAnswer("", "", (), 0, held, recording.operation)
        return _note_run(recording, feedback, find_folder_namespace(context.repo))._replace(verified=held)


def _note_run(recording: Recording, feedback: Feedback, namespace: str) -> FeedbackAnswer:
    """Cite what was used in its run, and end that run where an outcome is known."""
    state = recording.state
    used = tuple(dict.fromkeys(state.resolve(id).id for id in feedback.used))
    run = _find_run(recording, feedback.run, namespace)
    known = runs.list_delivered(state, run.id)
    missing = tuple(id for id in dict.fromkeys((*feedback.delivered, *used)) if id not in known)
    if missing and run.outcome is RunOutcome.OPEN:
        deliver(recording, Delivery("", run.id, namespace, missing, 0, 0.0, source=SOURCE))
    for id in used:
        runs.cite(recording, run, id, feedback.note)
    outcome = run.outcome
    if feedback.outcome:
        outcome, category = OUTCOMES[feedback.outcome]
        runs.end(recording, run, outcome, category)
    others = len(set(runs.list_delivered(state, run.id)) - set(used))
    return FeedbackAnswer(run.id, outcome.value, used, others, (), recording.operation)


def _find_run(recording: Recording, id: str, namespace: str) -> Run:
    """Return the run that is named, else the one open here, else a new one."""
    if id.strip():
        return runs.find_or_start(recording, id, namespace)
    known = recording.state.learning.find_open_run(namespace)
    return known or runs.start(recording, namespace=namespace, agent=recording.actor)
