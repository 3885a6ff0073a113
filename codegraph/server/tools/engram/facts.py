"""`remember`, `recall`, and the text of `memory://recall`."""

from __future__ import annotations

from codegraph.errors import ConfigError
from codegraph.memory.hygiene.text import one_line
from codegraph.memory.identity import USER
from codegraph.memory.model import MemoryStatus, Origin
from codegraph.memory.recall.unsaid import missing_from
from codegraph.memory.review.kinds import is_about_project
from codegraph.memory.review.profile import Fact
from codegraph.memory.review.staging import Candidate, Outcome, stage
from codegraph.memory.review.tiers import NOTHING, Promotion
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import anchors_for
from codegraph.operations.memory.place import namespace_of, readable_in
from codegraph.operations.memory.recalling import served
from codegraph.operations.review.queue import promotion_of
from codegraph.operations.review.telling import facts_about, facts_told
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.engram import models as m
from codegraph.store.memory.review import LearnedBy


def remember(call: Call, request: m.RememberInput) -> Exact:
    place = call.place()
    policy, note = _policy(place)
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
    memory = done.memory
    kind = str(memory.body.kind)
    known = done.outcome is Outcome.KNOWN and memory.status is not MemoryStatus.PENDING
    return Exact(f"{'known' if known else 'staged'} {done.name}: [{kind}] {one_line(memory.body.content)}", note)


def _policy(place: Context) -> tuple[Promotion, str]:
    """What the settings let through; nothing, with a word about it, when they are wrong. The fact is staged anyway."""
    try:
        return promotion_of(place.config), ""
    except ConfigError as error:
        return NOTHING, f"it waits for review: {error.message}"


def recall(call: Call, request: m.RecallInput) -> Exact:
    place = call.place()
    facts = (
        facts_about(place, request.query, request.limit) if request.query.strip() else facts_told(place, request.limit)
    )
    served(place, [fact.memory.id for fact in facts], "mcp")
    missing = missing_from(request.query, (fact.memory.body.content for fact in facts))
    return Exact(to_json([_recalled(fact) for fact in facts]), missing)


def _recalled(fact: Fact) -> m.Recalled:
    body = fact.memory.body
    return m.Recalled(fact.name, body.content, fact.kind, body.confidence)
