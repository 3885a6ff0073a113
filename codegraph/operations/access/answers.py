"""Answers about access tokens."""

from __future__ import annotations

from typing import NamedTuple


class TokenRow(NamedTuple):
    """A token without its secret.

    `expires_at` is in seconds since the epoch, 0 for never."""

    id: str
    person: str
    namespaces: tuple[str, ...]
    may_write: bool
    expires_at: float
    is_expired: bool
    requests_a_minute: int
    concurrent: int


class TokenAddAnswer(NamedTuple):
    token: str  # shown this once
    row: TokenRow
    file: str


class TokenRevokeAnswer(NamedTuple):
    revoked: tuple[TokenRow, ...]
    file: str


class TokenListAnswer(NamedTuple):
    tokens: tuple[TokenRow, ...]
    file: str
