"""Adding, revoking and listing of access tokens."""

from __future__ import annotations

import time
from pathlib import Path

from codegraph.errors import InvalidError
from codegraph.operations.access.access_tokens import (
    DAY_S,
    AccessToken,
    add_token,
    get_token_file,
    read_tokens,
    revoke_tokens,
)
from codegraph.operations.access.answers import TokenAddAnswer, TokenListAnswer, TokenRevokeAnswer, TokenRow
from codegraph.operations.access.requests import TokenAddRequest, TokenListRequest, TokenRevokeRequest
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context


def add(context: Context, request: TokenAddRequest) -> Answer[TokenAddAnswer]:
    if request.requests < 1 or request.concurrent < 1:
        raise InvalidError("a token without requests is of no use", hint="give --requests and --concurrent 1 or more")
    path, now = _choose_file(context, request.file), time.time()
    issued = add_token(
        path, request.person, request.namespace, may_write=request.write,
        expires_at=now + request.days * DAY_S if request.days else 0.0,
        requests_a_minute=request.requests, concurrent=request.concurrent,
    )  # fmt: skip
    return Answer(TokenAddAnswer(issued.text, _make_row(issued.token, now), str(path)))


def revoke(context: Context, request: TokenRevokeRequest) -> Answer[TokenRevokeAnswer]:
    path, now = _choose_file(context, request.file), time.time()
    revoked = revoke_tokens(path, request.who)
    return Answer(TokenRevokeAnswer(tuple(_make_row(token, now) for token in revoked), str(path)))


def list_all(context: Context, request: TokenListRequest) -> Answer[TokenListAnswer]:
    path, now = _choose_file(context, request.file), time.time()
    rows = [_make_row(token, now) for token in read_tokens(path)]
    return Answer(TokenListAnswer(tuple(sorted(rows, key=lambda row: (row.person, row.id))), str(path)))


def _choose_file(context: Context, file: str | None) -> Path:
    return Path(file).expanduser().absolute() if file else get_token_file(context.config.home)


def _make_row(token: AccessToken, now: float) -> TokenRow:
    return TokenRow(
        token.id, token.person, token.namespaces, token.may_write, token.expires_at, token.is_expired(now),
        token.requests_a_minute, token.concurrent,
    )  # fmt: skip
