"""`codegraph index`: shows progress while it works."""

from __future__ import annotations

from dataclasses import replace

import click

from codegraph.cli.last import run_without_collector
from codegraph.cli.output import ask, show
from codegraph.operations.capabilities import Capability
from codegraph.operations.requests import IndexRequest

OPTIONS: list[click.Parameter] = []


def run(capability: Capability, request: IndexRequest, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    request = replace(request, path=repo if request.path is None else request.path)
    with run_without_collector(), ask(request.path) as context:
        return show(capability, context, request, as_json=as_json, quiet=quiet, patience_s=0.0)
