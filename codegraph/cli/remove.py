"""`codegraph remove`: shows what would be deleted, and asks."""

from __future__ import annotations

import sys

import click

from codegraph.cli.output import ask, show
from codegraph.errors import CodegraphError, ExitCode
from codegraph.operations.capabilities import Capability
from codegraph.operations.requests import RemoveRequest

OPTIONS: list[click.Parameter] = [
    click.Option(["yes", "-y", "--yes"], is_flag=True, help="delete without asking"),
]


def run(
    capability: Capability, request: RemoveRequest, *, yes: bool, repo: str | None, as_json: bool, quiet: bool
) -> int:
    from codegraph.operations.lifecycle import find_index

    with ask(repo) as context:
        root = find_index(context, request.path)
        if not yes and not _is_confirmed(str(root)):
            click.echo("nothing was removed", err=True)
            return int(ExitCode.DONE)
        return show(capability, context, RemoveRequest(str(root)), as_json=as_json, quiet=quiet)


def _is_confirmed(root: str) -> bool:
    if not sys.stdin.isatty():
        raise CodegraphError(f"not removing the index of {root} without a yes", hint="add --yes")
    return click.confirm(f"Remove the index of {root}? The repository itself stays as it is.", err=True)
