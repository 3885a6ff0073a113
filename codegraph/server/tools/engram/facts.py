"""Facts that wait for a person, and those that a person approved."""

from __future__ import annotations

from typing import Any

from codegraph.errors import ConfigError
from codegraph.memory.hygiene.text import one_line
from codegraph.memory.identity import USER
from codegraph.memory.model import MemoryStatus, Origin
from codegraph.memory.recall.unsaid import missing_from
from codegraph.memory.review.kinds import is_about_project
from codegraph.memory.review.profile import Fact
from codegraph.memory.review.staging import Candidate, Outcome, stage
from codegraph.memory.review.tiers import NOTHING
from codegraph.operations.answers import Answer
from codegraph.operations.memory.anchoring import anchors_for
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.operations.memory.recalling import served
from codegraph.operations.review.queue import promotion_of
from codegraph.operations.review.telling import facts_about, facts_told
from codegraph.server.call import Call
from codegraph.store.memory.review import LearnedBy


def remember(call: Call, request: Any) -> Answer[str]:
    """Stage a fact.

    Wrong settings let nothing through, and are told; the fact is staged anyway."""
    place = call.place()
    policy, notes = NOTHING, list[str]()
    try:
        policy = promotion_of(place.config)
    except ConfigError as error:
        notes.append(f"it waits for review: {error.message}")
    shared = is_about_project(request.kind, request.fact)
    candidate = Candidate(
        request.fact,
        request.kind,
        LearnedBy.REMEMBER,
        request.confidence,
        namespace_of(place.repo) if shared else USER,
        Origin.AGENT,
        {"source": "remember"},
        anchors=anchors_for(place, request.fact) if shared else (),
    )
    with place.memory("mcp").write() as recording:
        done = stage(recording, candidate, readable_in(place.repo), policy)
    body = done.memory.body
    known = done.outcome is Outcome.KNOWN and done.memory.status is not MemoryStatus.PENDING
    word = "refused" if done.outcome is Outcome.REFUSED else "known" if known else "staged"
    if word == "refused":
        notes = [f"the user rejected it, and can bring it back: `codegraph memory restore {done.name}`"]
    told = f"{word} {done.name}: [{body.kind}] {one_line(body.content)}"
    return Answer(told, warnings=tuple(notes))


def recall(call: Call, request: Any) -> Answer[tuple[Fact, ...]]:
    place, query = call.place(), request.query
    facts = facts_about(place, query, request.limit) if query.strip() else facts_told(place, request.limit)
    served(place, [fact.memory.id for fact in facts], "mcp")
    missing = missing_from(query, (fact.memory.body.content for fact in facts))
    return Answer(tuple(facts), warnings=(missing,) if missing else ())
