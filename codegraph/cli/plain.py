"""The ordinary verb: answer the request, print the answer."""

from __future__ import annotations

from dataclasses import replace

from codegraph.cli.last import run_without_collector
from codegraph.cli.output import ask, show
from codegraph.operations.capabilities import Capability


def run(
    capability: Capability, request: object, *, repo: str | None, as_json: bool, quiet: bool, no_refresh: bool = False
) -> int:
    with run_without_collector(), ask(repo) as context:
        if no_refresh:
            context.config = replace(context.config, refresh_s=0.0)
        return show(capability, context, request, as_json=as_json, quiet=quiet)
