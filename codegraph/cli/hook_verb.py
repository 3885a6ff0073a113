"""`codegraph hook` as the command table knows it, for its help; running one takes the short way of `start`."""

from __future__ import annotations

import click

from codegraph.cli.hook import EVENTS, run_hook
from codegraph.cli.verb import Verb


@click.command("hook", cls=Verb, short_help="Handle an event of a coding agent's session")
@click.argument("event", metavar="EVENT", type=click.Choice(tuple(EVENTS)))
def hook(event: str) -> int:
    return run_hook(event)


hook.help = (
    "Handle an event of a coding agent's session. The payload is a JSON object on standard input, as the agent sends "
    "it. A hook never fails: whatever goes wrong, it says nothing and exits with 0.\n\n\b\n"
    + "\n".join(f"  {name:<14} {meaning}" for name, meaning in EVENTS.items())
)
hook.examples = (  # type: ignore[attr-defined]
    "codegraph hook session-start < payload.json",
    "codegraph hook tool-use < payload.json",
)
