"""Sessions of coding agents as runs.

A run is opened with a session, under the session's id. What hooks tell the agent is recorded as delivered. The end of
the session is the end of the run.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.memory.learning import runs
from codegraph.memory.learning.context_selection import Delivery, deliver
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Run, RunOutcome, Session
from codegraph.text.token_counts import bound_tokens

UNNAMED = "unnamed"
"""Id of the session of an agent that tells none: it is everybody's, and no run."""


def open_run(recording: Recording, session: Session, *, task: str = "", model: str = "") -> Run | None:
    """Return the open run of a session, started if there is none.

    The result is None when it has ended, and for a session without a name.
    """
    if session.id == UNNAMED:
        return None
    known = recording.state.learning.find_run(session.id)
    if known is not None:
        return known if known.outcome is RunOutcome.OPEN else None
    return runs.start(
        recording,
        namespace=session.namespace,
        id=session.id,
        session=session.id,
        agent=session.agent,
        task=task,
        model=model,
    )


def record_delivery(
    recording: Recording, session: Session, query: str, memories: Sequence[str], text: str, source: str
) -> None:
    """Record what a hook told the agent.

    `text` is all of it, "" for nothing.
    """
    run = open_run(recording, session)
    if run is not None:
        delivery = Delivery(query, run.id, run.namespace, tuple(memories), bound_tokens(text), 0.0, source=source)
        deliver(recording, delivery)


def close_run(recording: Recording, id: str, outcome: RunOutcome, category: str = "") -> bool:
    """End the run of a session if it is open.

    An earlier end of the run takes precedence.
    """
    run = recording.state.learning.find_run(id)
    if run is None or run.outcome is not RunOutcome.OPEN:
        return False
    runs.end(recording, run, outcome, category)
    return True
