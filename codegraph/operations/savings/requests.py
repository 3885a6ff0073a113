"""Requests about the access log."""

from __future__ import annotations

from codegraph.operations.parameter import Request, option


class SavingsRequest(Request):
    since: str = option("only answers since this day or time", default="", metavar="TIME")
