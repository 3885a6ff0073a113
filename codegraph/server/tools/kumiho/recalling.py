"""Tools that find memories."""

from __future__ import annotations

from codegraph.operations.provenance import finding
from codegraph.operations.provenance import requests as r
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.kumiho.payload import engage_reply, recall_reply


def kumiho_memory_engage(call: Call, request: r.EngageRequest) -> Exact:
    return engage_reply(call, finding.engage(call.place(), request).results)


def kumiho_memory_recall(call: Call, request: r.EngageRequest) -> Exact:
    return recall_reply(call, finding.recall(call.place(), request).results)


def kumiho_memory_retrieve(call: Call, request: r.RetrieveRequest) -> Exact:
    return Exact(to_json(finding.retrieve(call.place(), request).results))


def kumiho_fulltext_search(call: Call, request: r.FulltextRequest) -> Exact:
    return Exact(to_json(finding.fulltext(call.place(), request).results))
