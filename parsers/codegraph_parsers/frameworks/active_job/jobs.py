"""Classes of Active Job and Sidekiq, whose instances perform now or later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

JOBS = {
    "perform_later": 0,
    "perform_now": 0,
    "perform_async": 0,
    "perform_sync": 0,
    "perform_in": 1,
    "perform_at": 1,
    "perform_bulk": 9,
}
"""Methods of a class that run `perform` of an instance, and how many arguments they keep for themselves."""


def run_job(w: Walker, name: str, base: int, positional: list[int], keywords: list[tuple[str, int]], line: int) -> None:
    """Add the call of `perform` that a class of jobs makes, now or later."""
    if name not in JOBS or not base:
        return
    jobs = base
    if w.exprs[base][0] == ops.CALL:
        callee: int = w.exprs[base][1]
        if w.exprs[callee][0] == ops.ATTR and w.exprs[callee][2] == "set":  # `Job.set(wait: 5)` says when
            receiver: int = w.exprs[callee][1]
            jobs = receiver
    job = w.share(ops.ATTR, w.share(ops.INSTANCE, jobs), "perform")
    call = w.add(ops.CALL, job, tuple(positional[JOBS[name] :]), tuple(keywords))
    w.add_site("requested", call, line)
