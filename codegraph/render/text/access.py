"""Text of the answers about access tokens."""

from __future__ import annotations

from datetime import UTC, datetime

from codegraph.operations.access.answers import TokenAddAnswer, TokenListAnswer, TokenRevokeAnswer, TokenRow
from codegraph.render.text.text_layout import align_columns

_RELOAD = "a server that runs reads the file again on SIGHUP"


def format_added(answer: TokenAddAnswer) -> list[str]:
    return [
        answer.token,
        "",
        f"{answer.row.person}: {_describe(answer.row)}",
        "the token is shown this once, and is sent as `Authorization: Bearer TOKEN`",
        _RELOAD,
    ]


def format_revoked(answer: TokenRevokeAnswer) -> list[str]:
    return [*(f"revoked {row.id} of {row.person}" for row in answer.revoked), _RELOAD]


def format_tokens(answer: TokenListAnswer) -> list[str]:
    if not answer.tokens:
        return [f"{answer.file} has no tokens; add one with `codegraph token add PERSON --namespace NAME`"]
    header = ("id", "person", "rights", "until", "a minute", "at once")
    rows = [
        (
            row.id, row.person, _describe(row), _format_day(row), f"{row.requests_a_minute:,}", f"{row.concurrent:,}",
        )
        for row in answer.tokens
    ]  # fmt: skip
    return align_columns([header, *rows], indent=0, right=frozenset((4, 5)))


def _describe(row: TokenRow) -> str:
    return f"{'reads and writes' if row.may_write else 'reads'} {', '.join(row.namespaces)}"


def _format_day(row: TokenRow) -> str:
    if not row.expires_at:
        return "for ever"
    day = datetime.fromtimestamp(row.expires_at, UTC).strftime("%Y-%m-%d")
    return f"{day} (expired)" if row.is_expired else day
