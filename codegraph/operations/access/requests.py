"""Requests about access tokens."""

from __future__ import annotations

from codegraph.operations.access.access_tokens import CONCURRENT, REQUESTS_A_MINUTE
from codegraph.operations.parameter import Request, argument, option


def _declare_file() -> str | None:
    return option("the file of tokens (default: in the home folder)", default=None, metavar="FILE")


class TokenAddRequest(Request):
    person: str = argument("who gets it: a name for the audit log", metavar="PERSON")
    namespace: tuple[str, ...] = option(
        "names or ids of repositories; `team-*` is all that begin so", default=(), metavar="NAME,…"
    )
    write: bool = option("also tools that write, where the server has them", default=False)
    days: int = option("valid for N days; 0 is for ever", default=90, metavar="N")
    requests: int = option("requests a minute", default=REQUESTS_A_MINUTE, metavar="N")
    concurrent: int = option("requests at once", default=CONCURRENT, metavar="N")
    file: str | None = _declare_file()


class TokenRevokeRequest(Request):
    who: str = argument("a person, or the id of a token", metavar="PERSON")
    file: str | None = _declare_file()


class TokenListRequest(Request):
    file: str | None = _declare_file()
