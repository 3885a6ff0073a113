"""Relations between memories: associate them, and follow the chain of decisions."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory import checks, notes
from codegraph.memory.decisions import decision_chain
from codegraph.memory.times import rfc3339
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.current import link_ends
from codegraph.server.tools.codemem.place import memory_of


def associate_memories(call: Call, request: m.AssociateMemoriesInput) -> Exact:
    relationship = checks.relationship(request.relationship)
    source, target = link_ends(call, (request.source_id, request.target_id))
    with memory_of(call).write() as recording:
        link = notes.link(recording, source, target, relationship, request.weight)
    id = f"{link.source}-{link.relationship.value}-{link.target}"
    answer = m.AssociateMemoriesOutput(id, link.source, link.target, link.relationship.value, link.weight)
    return Exact(to_json(answer))


def get_decision_chain(call: Call, request: m.GetDecisionChainInput) -> Exact:
    with memory_of(call).read() as state:
        if not (request.file_path or "").strip() and not (request.topic or "").strip():
            raise InvalidError("neither `file_path` nor `topic` is given", hint="such as `file_path`: src/auth.rs")
        chain = decision_chain(state, file_path=request.file_path or "", topic=request.topic or "")
    decisions = tuple(
        m.Decision(
            memory.id,
            memory.body.content,
            memory.body.importance,
            memory.body.tags,
            rfc3339(memory.created_at),
            memory.status.value,
            tuple(
                m.Connection(link.relationship.value, link.source, link.target)
                for link in chain.links
                if memory.id in (link.source, link.target)
            ),
        )
        for memory in chain.decisions
    )
    return Exact(to_json(m.GetDecisionChainOutput(len(decisions), decisions)))
