"""The tools of an operator: the same, within the floor and the limit of the settings."""

from __future__ import annotations

from dataclasses import replace

from codegraph.operations.provenance import answers as a
from codegraph.operations.provenance import finding, looking
from codegraph.operations.provenance import requests as r
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.kumiho import writing
from codegraph.server.tools.kumiho.models import OperatorRetrieve
from codegraph.server.tools.kumiho.payload import engage_reply


def memory_engage(call: Call, request: r.EngageRequest) -> Exact:
    context = call.place()
    config = context.config
    bounded = replace(
        request,
        limit=min(request.limit, config.memory_retrieval_limit),
        min_score=max(request.min_score, config.min_relevance_score),
    )
    return engage_reply(call, finding.engage(context, bounded).results)


def memory_reflect(call: Call, request: r.Reflection) -> Exact:
    return writing.kumiho_memory_reflect(call, request)


def memory_retrieve(call: Call, request: OperatorRetrieve) -> Exact:
    """As the tool of the same name for agents."""
    context = call.place()
    limit = min(request.limit, context.config.memory_retrieval_limit)
    floor = max(request.min_score, context.config.min_relevance_score)
    plain = r.RetrieveRequest(
        request.query,
        request.project,
        request.space_paths,
        request.memory_types,
        request.keywords,
        request.topics,
        request.bundle_names,
        request.mode,
        request.memory_item_kind,
        request.include_revision_metadata,
        limit,
    )
    answer = finding.retrieve(context, plain).results
    kept = tuple(result for result in answer.results if result.score >= floor)
    return Exact(to_json(answer._replace(results=kept, count=len(kept))))


def memory_search(call: Call, request: r.SearchRequest) -> Exact:
    context = call.place()
    bounded = replace(request, limit=min(request.limit, context.config.memory_retrieval_limit))
    return Exact(to_json(finding.search(context, bounded).results))


def memory_fulltext(call: Call, request: r.FulltextRequest) -> Exact:
    context = call.place()
    config = context.config
    bounded = replace(request, limit=min(request.limit, config.memory_retrieval_limit))
    answer = finding.fulltext(context, bounded).results
    kept = tuple(item for item in answer.items if (item.score or 0.0) >= config.min_relevance_score)
    return Exact(to_json(a.ItemsAnswer(kept, len(kept))))


def memory_get_item(call: Call, request: r.KrefRequest) -> Exact:
    return Exact(to_json(looking.get_item(call.place(), request).results))


def memory_resolve_kref(call: Call, request: r.KrefRequest) -> Exact:
    return Exact(to_json(looking.identifiers(call.place(), request).results))


def memory_get_revision_by_tag(call: Call, request: r.TagRequest) -> Exact:
    return Exact(to_json(looking.revision_by_tag(call.place(), request).results))


def memory_store(call: Call, request: r.Storing) -> Exact:
    return writing.kumiho_memory_store(call, request)


def memory_graph(call: Call, request: r.GraphRequest) -> Exact:
    return Exact(to_json(looking.graph(call.place(), request).results))
