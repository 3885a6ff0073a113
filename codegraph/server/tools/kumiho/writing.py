"""Tools that write memories, and look after them."""

from __future__ import annotations

from codegraph.operations.answers import Answer
from codegraph.operations.provenance import discovering, upkeep, writing
from codegraph.operations.provenance import requests as r
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json


def _sent(answer: Answer) -> Exact:
    return Exact(to_json(answer.results), "; ".join(answer.warnings))


def kumiho_memory_reflect(call: Call, request: r.Reflection) -> Exact:
    return _sent(writing.reflect_on(call.place(), request))


def kumiho_memory_store(call: Call, request: r.Storing) -> Exact:
    return _sent(writing.store_entry(call.place(), request))


def kumiho_memory_ingest(call: Call, request: r.IngestRequest) -> Exact:
    return _sent(writing.ingest(call.place(), request))


def kumiho_memory_add_response(call: Call, request: r.AddResponseRequest) -> Exact:
    return _sent(writing.add_response(call.place(), request))


def kumiho_memory_store_execution(call: Call, request: r.ExecutionRequest) -> Exact:
    return _sent(writing.store_execution(call.place(), request))


def kumiho_memory_consolidate(call: Call, request: r.ConsolidateRequest) -> Exact:
    return _sent(upkeep.consolidate(call.place(), request))


def kumiho_memory_discover_edges(call: Call, request: r.DiscoverRequest) -> Exact:
    return _sent(discovering.discover_edges(call.place(), request))


def kumiho_memory_dream_state(call: Call, request: r.DreamRequest) -> Exact:
    return _sent(upkeep.dream_state(call.place(), request))


def kumiho_deprecate_item(call: Call, request: r.DeprecateRequest) -> Exact:
    return _sent(upkeep.deprecate_item(call.place(), request))
