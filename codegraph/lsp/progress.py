"""Progress of long work in an editor."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from codegraph.server.stages import compute_percent

Report = Callable[[str, int, int], None]
"""Told how far a stage is: stage, done, total (0 while unknown)."""


@asynccontextmanager
async def open_progress(server: LanguageServer, title: str) -> AsyncIterator[Report]:
    """Show progress while the block runs, in editors that can.

    What is yielded is told stages, from the thread of the event loop."""
    token = await _create(server)
    sent = -1

    def report(stage: str, done: int, total: int) -> None:
        nonlocal sent
        percent = compute_percent(stage, done, total)
        if token and percent is not None and percent > sent:
            sent = percent
            value = types.WorkDoneProgressReport(message=stage, percentage=percent)
            server.work_done_progress.report(token, value)

    if token:
        begin = types.WorkDoneProgressBegin(title, percentage=0, cancellable=False)
        server.work_done_progress.begin(token, begin)
    try:
        yield report
    finally:
        if token:
            server.work_done_progress.end(token, types.WorkDoneProgressEnd())


async def _create(server: LanguageServer) -> str:
    """Return the token of a progress that the client agreed to show.

    Returns "" where it does not."""
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return ""
    token = str(uuid.uuid4())
    try:
        await server.work_done_progress.create_async(token)
    except JsonRpcException:
        return ""
    return token
