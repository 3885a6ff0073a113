"""Memory shared with a team: which namespaces, the exchange, and how it stands."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import CodegraphError, InvalidError
from codegraph.operations.answers import Answer, DoctorAnswer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers
from codegraph.operations.memory.memory_context import find_namespace, name_namespace
from codegraph.operations.memory.requests import EmptyRequest, ShareRequest, UnshareRequest
from codegraph.operations.projection import project
from codegraph.query_results import Check, CheckStatus

if TYPE_CHECKING:
    from codegraph.memory.replication.participant import Share


def share(context: Context, request: ShareRequest) -> Answer[answers.ShareAnswer]:
    from codegraph.memory.replication.participant import require_team

    team = require_team(context.config.home, context.config.memory_uri)
    namespace = find_namespace(context, request.namespace)
    shared, done = team.share(namespace, [_parse_role(text) for text in request.member])
    name = name_namespace(context, namespace)
    answer = project(answers.ShareAnswer, shared, action="shared", namespace_name=name, exchange=done)
    return Answer(answer, None, _describe_problems(done.problems, done.refused))


def _parse_role(text: str) -> tuple[str, str]:
    login, mark, role = text.partition("=")
    if not mark or not login.strip():
        raise InvalidError(f"{text!r} gives nobody a role", hint="such as --member ben=writer")
    return login.strip(), role.strip()


def stop_sharing(context: Context, request: UnshareRequest) -> Answer[answers.ShareAnswer]:
    from codegraph.memory.replication import participant

    namespace = find_namespace(context, request.namespace)
    queued = participant.stop_sharing(context.config.home, namespace)
    name = name_namespace(context, namespace)
    warnings = (f"{queued:,} events of it were never sent",) if queued else ()
    return Answer(answers.ShareAnswer("unshared", namespace, name, "", 0, queued), None, warnings)


def exchange_shared(context: Context, *, strict: bool) -> tuple[answers.ExchangeRow | None, tuple[str, ...]]:
    """Exchange with the team's database, if there is one.

    Return the outcome and what went wrong. With `strict` a failure is raised instead.
    """
    if not context.config.memory_uri:
        return None, ()
    from codegraph.memory.replication.participant import require_team

    try:
        done = require_team(context.config.home, context.config.memory_uri).sync()
    except CodegraphError as error:
        if strict:
            raise
        return None, _describe_problems([error], 0)
    return project(answers.ExchangeRow, done), _describe_problems(done.problems, done.refused)


def _describe_problems(problems: list[CodegraphError], refused: int) -> tuple[str, ...]:
    told = [f"{error.message}; {error.hint}" if error.hint else error.message for error in problems]
    if refused:
        told.append(f"{refused:,} events of others do not belong to the namespace they came with, and were refused")
    return tuple(told)


def check_memory(context: Context, request: EmptyRequest) -> Answer[DoctorAnswer]:
    """Check memory, and what it shares with a team."""
    from codegraph.operations.doctor import check_memory_file

    config = context.config
    checks = check_memory_file(config.home) or [Check("memory", CheckStatus.OK, "nothing is remembered yet")]
    if not config.memory_uri:
        alone = Check("team", CheckStatus.OK, "`memory_uri` is not set: memory is on this machine alone")
        return Answer(DoctorAnswer((*checks, alone)))
    return Answer(DoctorAnswer((*checks, *_check_team(config.home, config.memory_uri))))


def _check_team(home: Path, uri: str) -> list[Check]:
    from codegraph.memory.replication.exchange import LARGEST_SKEW_S
    from codegraph.memory.replication.participant import list_shares, require_team
    from codegraph.store.memory.postgres import hide_password

    try:
        server, shares, skew = require_team(home, uri).inspect()
    except CodegraphError as error:
        failed = Check("team", CheckStatus.FAILED, error.message, error.hint)
        return [failed, *_check_shares(list_shares(home)), *_check_last_exchange(home)]
    version = f"{server.version // 10_000}.{server.version % 10_000}"
    checks = [Check("team", CheckStatus.OK, f"{hide_password(uri)}, PostgreSQL {version}, as {server.member}")]
    if abs(skew) > LARGEST_SKEW_S:
        detail = f"{abs(skew):,.0f} seconds {'ahead of' if skew > 0 else 'behind'} the server's: nothing is sent"
        checks.append(Check("clock", CheckStatus.FAILED, detail, "set it, as with `timedatectl set-ntp true`"))
    rights = [_check_role(each, server.member) for each in shares]
    return [*checks, *rights, *_check_shares(shares), *_check_last_exchange(home)]


def _check_role(share: Share, login: str) -> Check:
    members = ", ".join(f"{each.member} {each.role}" for each in share.members)
    if share.role in ("writer", "owner"):
        return Check("rights", CheckStatus.OK, f"{share.namespace}: {share.role} ({members})")
    fix = f"ask an owner to run `codegraph memory share {share.namespace} --member {login}=writer`"
    if share.role:
        detail = f"{share.namespace}: {share.role}; what is written here is not sent ({members})"
        return Check("rights", CheckStatus.WARNING, detail, fix)
    return Check("rights", CheckStatus.FAILED, f"{share.namespace}: none for {login}; nothing is read or sent", fix)


def _check_shares(shares: Sequence[Share]) -> list[Check]:
    if not shares:
        fix = "`codegraph memory share NAMESPACE`; `codegraph memory namespace list` lists them"
        return [Check("shared", CheckStatus.WARNING, "no namespace is shared", fix)]
    return [
        Check(
            "shared",
            CheckStatus.WARNING if each.queued else CheckStatus.OK,
            f"{each.namespace}: {each.events:,} event{'s' * (each.events != 1)}, {each.queued:,} to be sent",
            "they are kept here, and sent with the next write or by `codegraph memory sync`",
        )
        for each in shares
    ]


def _check_last_exchange(home: Path) -> list[Check]:
    from codegraph.memory.replication.participant import read_last_exchange

    last = read_last_exchange(home)
    ago = f"{max(0.0, time.time() - last.done_at):,.0f} seconds ago" if last.done_at else "never"
    checks = [Check("exchange", CheckStatus.OK, f"last done {ago}")]
    if last.problem:
        checks = [Check("exchange", CheckStatus.WARNING, f"last done {ago}; then: {last.problem}", last.hint)]
    if last.refused:
        detail = f"{last.refused:,} events of others did not belong to the namespace they came with"
        fix = "an owner of the namespace sees in the table `events` whose they are"
        checks.append(Check("refused", CheckStatus.WARNING, detail, fix))
    return checks
