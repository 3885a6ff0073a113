"""The requests about edges of other indexers."""

from __future__ import annotations

from codegraph.operations.parameter import Request, argument


class ScipRequest(Request):
    file: str = argument("an index in SCIP, as scip-python or scip-typescript write it", metavar="FILE")


class SourcesRequest(Request):
    pass


class RemoveRequest(Request):
    source: str = argument("the name of an indexer, such as scip-python", metavar="SOURCE")
