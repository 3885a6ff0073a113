"""The queue in the hands of a person: what waits, and the verdict on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.errors import InvalidError
from codegraph.memory import write_validation
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Memory
from codegraph.memory.review import verdicts
from codegraph.memory.review.staging import get_queue_name
from codegraph.memory.review.tiers import Promotion, build_promotion
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import choose_namespaces, list_readable_namespaces
from codegraph.operations.memory.shared_memory import exchange_shared
from codegraph.operations.review import answers, requests
from codegraph.settings.config import Config


def get_promotion(config: Config) -> Promotion:
    """Return the promotion policy of the settings.

    Raises ConfigError for a kind that cannot be promoted.
    """
    return build_promotion(config.autopromote, config.kind_allowlist)


def queue(context: Context, request: requests.QueueRequest) -> Answer[answers.QueueAnswer]:
    kinds = {kind.lower() for kind in request.kind}
    namespaces = choose_namespaces(context, request.namespace, request.every)
    with context.open_memory().read() as state:
        found = verdicts.list_waiting(state, namespaces)
        found = [m for m in found if not kinds or m.body.kind in kinds]
        return Answer(
            answers.QueueAnswer(len(found), tuple(answers.build_queued_row(state, m) for m in found[: request.limit]))
        )


def approve(context: Context, request: requests.ApproveRequest) -> Answer[answers.VerdictAnswer]:
    reads = list_readable_namespaces(context.repo)
    with context.open_memory().write() as recording:
        done = [
            verdicts.approve(recording, id, reads, replace=request.replace, kind=request.kind)
            for id in dict.fromkeys(request.id)
        ]
        token = recording.operation
    rows = tuple(map(answers.VerdictRow.build, done))
    warnings = tuple(
        f"{row.name} contradicts {', '.join(row.contradicts)}, and both count now; "
        f"`codegraph memory forget` one of them, or undo and approve with --replace"
        for row in rows
        if row.contradicts
    )
    return Answer(answers.VerdictAnswer("approved", rows, token), None, warnings)


def promote(context: Context, request: requests.PromoteRequest) -> Answer[answers.VerdictAnswer]:
    if not request.confirm:
        raise InvalidError(
            "promoting makes a fact count; nothing was changed",
            hint=f"add --confirm, or use `codegraph memory approve {' '.join(request.id)}`",
        )
    return approve(context, requests.ApproveRequest(request.id, request.kind, request.replace))


def reject(context: Context, request: requests.PutAwayRequest) -> Answer[answers.VerdictAnswer]:
    return _put_away(context, request.id, request.reason, verdicts.reject, "rejected")


def forget(context: Context, request: requests.PutAwayRequest) -> Answer[answers.VerdictAnswer]:
    return _put_away(context, request.id, request.reason, verdicts.forget, "forgotten")


def _put_away(
    context: Context, ids: Sequence[str], why: str, verdict: Callable[[Recording, str, str], Memory], said: str
) -> Answer[answers.VerdictAnswer]:
    reason = write_validation.check_name(why, "--reason", empty=True)
    with context.open_memory().write() as recording:
        done = [verdict(recording, id, reason) for id in dict.fromkeys(ids)]
        rows = tuple(
            answers.VerdictRow(get_queue_name(recording.state, m), m.id, str(m.body.kind), m.body.content) for m in done
        )
        return Answer(answers.VerdictAnswer(said, rows, recording.operation))


def sync(context: Context, request: requests.SyncRequest) -> Answer[answers.SyncAnswer]:
    """Exchange with the team, and list the routes that the settings give to facts.

    `--apply` applies them if the settings allow promoting at all. Without it nothing but the exchange happens, so its
    failure is one of the request.
    """
    exchange, problems = exchange_shared(context, strict=not request.apply)
    policy = get_promotion(context.config)
    reads = choose_namespaces(context, request.namespace, request.every)
    engine = context.open_memory()
    if not request.apply or not policy.automatic:
        with engine.read() as state:
            routes = verdicts.plan(state, verdicts.list_waiting(state, reads), reads, policy)
        off = "nothing was changed: the setting `autopromote` is off; CODEGRAPH_AUTOPROMOTE=true turns it on"
        warnings = (*problems, *((off,) if request.apply else ()))
        rows = tuple(map(answers.RouteRow.build, routes))
        return Answer(answers.SyncAnswer(False, policy.automatic, rows, "", exchange), None, warnings)
    with engine.write() as recording:
        routes = verdicts.carry_out(recording, verdicts.list_waiting(recording.state, reads), reads, policy)
        changed = any(route.action is not verdicts.Action.WAIT for route in routes)
        token = recording.operation if changed else ""
        rows = tuple(map(answers.RouteRow.build, routes))
        return Answer(answers.SyncAnswer(True, True, rows, token, exchange), None, problems)
