"""`codegraph index`: shows progress while it works."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import click

from codegraph.cli.output import ask, chosen_repo, show
from codegraph.cli.progress import progress
from codegraph.operations.inventory import Capability
from codegraph.operations.requests import IndexRequest

OPTIONS: list[click.Parameter] = []


def run(capability: Capability, request: IndexRequest, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    request = replace(request, path=chosen_repo(repo) if request.path is None else request.path)
    with _last_command(), ask(request.path) as context, progress(quiet=quiet) as report:
        context.progress = report
        return show(capability, context, request, as_json=as_json, quiet=quiet)


@contextmanager
def _last_command() -> Iterator[None]:
    """The process ends after this: what is left of the run need not be searched for cycles, now or at exit."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
