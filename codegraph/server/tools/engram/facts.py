"""Facts that wait for a person, and those that a person approved."""

from __future__ import annotations

from typing import Any

from codegraph.errors import ConfigError
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_ids import USER
from codegraph.memory.memory_model import MemoryStatus, Origin
from codegraph.memory.recall.missing_terms import explain_missing
from codegraph.memory.review.fact_kinds import is_about_project
from codegraph.memory.review.fact_profile import Fact
from codegraph.memory.review.staging import Candidate, Outcome, stage
from codegraph.memory.review.tiers import NOTHING
from codegraph.operations.answers import Answer
from codegraph.operations.memory.anchoring import find_anchors
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.recalling import record_delivery
from codegraph.operations.review.delivery import find_facts, list_facts
from codegraph.operations.review.queue import get_promotion
from codegraph.server.call import Call
from codegraph.store.memory.review import LearnedBy


def remember(call: Call, request: Any) -> Answer[str]:
    """Stage a fact.

    With wrong settings nothing is promoted, and the answer says so; the fact is staged all the same.
    """
    place = call.open_without_index()
    policy, notes = NOTHING, list[str]()
    try:
        policy = get_promotion(place.config)
    except ConfigError as error:
        notes.append(f"it waits for review: {error.message}")
    shared = is_about_project(request.kind, request.fact)
    candidate = Candidate(
        request.fact,
        request.kind,
        LearnedBy.REMEMBER,
        request.confidence,
        find_folder_namespace(place.repo) if shared else USER,
        Origin.AGENT,
        {"source": "remember"},
        anchors=find_anchors(place, request.fact) if shared else (),
    )
    with place.open_memory().write() as recording:
        done = stage(recording, candidate, list_readable_namespaces(place.repo), policy)
    body = done.memory.body
    known = done.outcome is Outcome.KNOWN and done.memory.status is not MemoryStatus.PENDING
    word = "refused" if done.outcome is Outcome.REFUSED else "known" if known else "staged"
    if word == "refused":
        notes = [f"the user rejected it, and can bring it back: `codegraph memory restore {done.name}`"]
    told = f"{word} {done.name}: [{body.kind}] {to_one_line(body.content)}"
    return Answer(told, warnings=tuple(notes))


def recall(call: Call, request: Any) -> Answer[tuple[Fact, ...]]:
    place, query = call.open_without_index(), request.query
    facts = find_facts(place, query, request.limit) if query.strip() else list_facts(place, request.limit)
    record_delivery(place, [fact.memory.id for fact in facts])
    missing = explain_missing(query, (fact.memory.body.content for fact in facts))
    return Answer(tuple(facts), warnings=(missing,) if missing else ())
