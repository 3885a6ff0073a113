"""The ordinary verb: answer the request, print the answer."""

from __future__ import annotations

from codegraph.cli.output import ask, show
from codegraph.operations.inventory import Capability


def run(capability: Capability, request: object, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    with ask(repo) as context:
        return show(capability, context, request, as_json=as_json, quiet=quiet)
