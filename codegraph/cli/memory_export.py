"""`codegraph memory export`: into a file, or to standard output."""

from __future__ import annotations

import click

from codegraph.cli.output import ask, show, write_data
from codegraph.errors import CodegraphError, ExitCode
from codegraph.operations.capabilities import Capability
from codegraph.operations.memory.requests import ExportRequest

OPTIONS: list[click.Parameter] = []


def run(capability: Capability, request: ExportRequest, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    with ask(repo) as context:
        if request.output:
            return show(capability, context, request, as_json=as_json, quiet=quiet)
        if as_json:
            raise CodegraphError("--json needs a file: the export itself goes to stdout", hint="give a FILE")
        from codegraph.operations.memory.transfer import iterate_text

        for piece in iterate_text(context, request):
            write_data(piece)
    return int(ExitCode.DONE)
