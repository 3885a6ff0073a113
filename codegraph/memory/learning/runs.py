"""Runs: their start, citations and end.

Memories are judged at the end. Each function takes a `Recording`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from codegraph.errors import AmbiguousError, InvalidError, NotFoundError
from codegraph.memory import write_validation
from codegraph.memory.events import (
    Access,
    CitationNoted,
    MemoriesAccessed,
    MemoryCited,
    RunEnded,
    RunStarted,
    UsefulnessChanged,
)
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.learning.usefulness import update_standing
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Citation, Memory, MemoryStatus, Run, RunOutcome, Standing
from codegraph.store.memory.reader import Reader

_PREFIX: Final = 6
"""Characters of a run's id that may stand for it."""

BRIEF: Final = "brief"
"""Source of what is told at the start of a session, which no question asked for: being cited from it counts, riding
along in it does not."""

LONGEST_TASK: Final = 500


@dataclass(frozen=True, slots=True)
class Credit:
    """Effect of the end of a run on one memory."""

    memory: str
    cited: bool
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class EndedRun:
    run: Run
    credits: tuple[Credit, ...]  # cited first
    token: str


def start(
    recording: Recording,
    *,
    namespace: str,
    id: str = "",
    session: str = "",
    agent: str = "",
    task: str = "",
    model: str = "",
) -> Run:
    """Start a run, or continue the open one with this id.

    Raises InvalidError for one that has ended.
    """
    name = write_validation.check_name(id, "run", empty=True) or recording.generate_id()
    known = recording.state.learning.find_run(name)
    if known is not None:
        if known.outcome is not RunOutcome.OPEN:
            raise InvalidError(f"run {name!r} is {known.outcome.value}", hint="give another id, or none")
        return known
    screen(name, namespace, session, agent, model)
    run = Run(
        name,
        write_validation.check_name(namespace, "namespace", empty=True),
        recording.at,
        write_validation.check_name(session, "session", empty=True),
        write_validation.check_name(agent, "agent", empty=True),
        " ".join(redact(task).split())[:LONGEST_TASK],
        write_validation.check_name(model, "model", empty=True),
    )
    recording.record(RunStarted(run))
    return run


def find(state: Reader, id: str, namespace: str) -> Run:
    """Find the run with an id or a prefix of it.

    Without an id it is the open run of the namespace that was started last. Raises NotFoundError, AmbiguousError.
    """
    learning = state.learning
    wanted = id.strip()
    if not wanted:
        run = learning.find_open_run(namespace)
        if run is None:
            raise NotFoundError(
                "no run is open here", hint="start one with `codegraph memory learn run start`, or name one"
            )
        return run
    run = learning.find_run(wanted)
    if run is not None:
        return run
    near = learning.find_runs(wanted) if len(wanted) >= _PREFIX else []
    if len(near) == 1:
        return near[0]
    if near:
        raise AmbiguousError(f"several runs begin with {wanted!r}", hint="one of:\n" + "\n".join(r.id for r in near))
    raise NotFoundError(
        f"no run {wanted!r}",
        hint=f"start it with `codegraph memory learn run start {wanted}`, or name none for the run that is open here; "
        "`codegraph memory learn run list` lists them",
    )


def find_open(state: Reader, id: str, namespace: str) -> Run:
    """Find a run that has not ended.

    It is named as in `find`. Raises InvalidError for a run that has ended."""
    run = find(state, id, namespace)
    if run.outcome is not RunOutcome.OPEN:
        raise InvalidError(f"run {run.id!r} is {run.outcome.value} already", hint="name another one, or none")
    return run


def find_or_start(recording: Recording, id: str, namespace: str) -> Run:
    """Return the run that a client names, or start it.

    It is started when there is none with exactly this id. Raises InvalidError.
    """
    known = recording.state.learning.find_run(id.strip())
    return known or start(recording, namespace=namespace, id=id, agent=recording.actor)


def list_delivered(state: Reader, run: str) -> dict[str, bool]:
    """Return the ids of the memories delivered in a run, in order.

    The value is True when a question retrieved the memory.
    """
    found: dict[str, bool] = {}
    for injection in state.learning.list_injections(run=run):
        for id in injection.memories:
            found[id] = found.get(id, False) or injection.source != BRIEF
    return found


def cite(recording: Recording, run: Run, memory_id: str, reason: str = "") -> Citation:
    """Record that the model relies on a memory.

    Only a memory that was delivered in the run can be cited. Raises NotFoundError, InvalidError.
    """
    if run.outcome is not RunOutcome.OPEN:
        raise InvalidError(f"run {run.id!r} is {run.outcome.value}", hint="a memory is cited while its run is open")
    state = recording.state
    memory = state.resolve(memory_id)
    known = list_delivered(state, run.id)
    if memory.id not in known:
        raise InvalidError(
            f"memory {memory.id} was not delivered in run {run.id!r}",
            hint="only what a context put before the model can be cited"
            + (": " + ", ".join(list(known)[:8]) if known else "; nothing was delivered in this run"),
        )
    said = " ".join(redact(reason).split())[: write_validation.MAX_NAME]
    noted = next((c for c in state.learning.list_marks(run.id) if c.memory == memory.id), None)
    said = said or (noted.reason if noted is not None else "")
    if noted is None or noted.reason != said:
        recording.record(CitationNoted(run.id, memory.id, said))
    return Citation(0, run.id, memory.id, memory.id, recording.at, said)


def end(recording: Recording, run: Run, outcome: RunOutcome, category: str = "") -> EndedRun:
    """End a run: record its citations and rate its memories.

    Raises InvalidError when it has ended already.
    """
    if run.outcome is not RunOutcome.OPEN:
        raise InvalidError(f"run {run.id!r} is {run.outcome.value} already", hint="`codegraph memory undo` reopens it")
    state = recording.state
    why = write_validation.check_name(category, "category", empty=True)
    screen(why)
    done = replace(run, outcome=outcome, category=why, ended_at=recording.at)
    known = list_delivered(state, run.id)
    marks = [c for c in state.learning.list_marks(run.id) if c.memory in known]
    for citation in marks:
        recording.record(MemoryCited(run.id, citation.memory, citation.reason))
    cited = [c.memory for c in marks]
    passengers = [id for id, asked in known.items() if asked and id not in cited]
    credits = [
        *_rate_memories(recording, done, cited, cited=True),
        *_rate_memories(recording, done, passengers, cited=False),
    ]
    present = [id for id in cited if state.find_memory(id) is not None]
    if present:
        recording.record(MemoriesAccessed(tuple(present), Access.CITED))
    recording.record(RunEnded(run.id, outcome, why, recording.at))
    return EndedRun(done, tuple(credits), recording.operation)


def _rate_memories(recording: Recording, run: Run, ids: list[str], *, cited: bool) -> list[Credit]:
    state = recording.state
    credits = []
    for id in ids:
        holder = find_holder(state, id)
        if holder is None:
            continue
        before = state.learning.read_standing(holder.id)
        after = update_standing(before, run, cited=cited)
        if after != before:
            recording.record(UsefulnessChanged(holder.id, before, after, run.id))
        credits.append(Credit(id, cited, before, after))
    return credits


def find_holder(state: Reader, id: str) -> Memory | None:
    """Return the memory that gets the rating of an id.

    It is the memory itself, or the one it was merged into. The result is None when it was erased.
    """
    memory = state.find_memory(id)
    for _ in range(8):
        if memory is None or memory.status is not MemoryStatus.ARCHIVED or not memory.successor:
            return memory
        memory = state.find_memory(memory.successor)
    return memory
