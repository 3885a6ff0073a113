"""Tools that look up what a kref names."""

from __future__ import annotations

from codegraph.operations.provenance import looking
from codegraph.operations.provenance import requests as r
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json


def kumiho_resolve_kref(call: Call, request: r.KrefRequest) -> Exact:
    return Exact(to_json(looking.resolve_kref(call.place(), request).results))


def kumiho_get_edges(call: Call, request: r.EdgesRequest) -> Exact:
    return Exact(to_json(looking.get_edges(call.place(), request).results))


def kumiho_get_revision_by_tag(call: Call, request: r.TagRequest) -> Exact:
    return Exact(to_json(looking.revision_by_tag(call.place(), request).results))
