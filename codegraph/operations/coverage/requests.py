"""The requests about recorded test runs."""

from __future__ import annotations

from codegraph.operations.parameter import Request, argument, option


class ImportRequest(Request):
    file: str = argument("a record: .coverage, `coverage json`, an lcov tracefile, a Go cover profile", metavar="FILE")
    commit: str = option("the revision the run was of (default: the work tree as it is)", default="", metavar="REV")
    test: str = option("the test whose run it is, where the record names none", default="", metavar="NAME")


class ShowRequest(Request):
    pass


class ClearRequest(Request):
    pass
