"""`codegraph hook` in the command table, for its help.

Running a hook takes the short way of `start`.
"""

from __future__ import annotations

import click

from codegraph.cli.hook import ALIASES, EVENTS, run_hook
from codegraph.cli.verb import Verb


@click.command("hook", cls=Verb, short_help="Handle an event of a coding agent's session")
@click.argument("event", metavar="EVENT")
def hook(event: str) -> int:
    return run_hook(event)


hook.help = (
    "Handle an event of a coding agent's session. The payload is a JSON object on standard input, as the agent sends "
    "it. A hook never fails: whatever goes wrong, it exits with 0; what came to nothing is told by `codegraph doctor`."
    "\n\n\b\n" + "\n".join(f"  {name:<14} {meaning}" for name, meaning in EVENTS.items()) + "\n\n"
    "Agents' own names mean the same, such as PostToolUse: " + ", ".join(ALIASES) + "."
)
hook.examples = (  # type: ignore[attr-defined]
    "codegraph hook session-start < payload.json",
    "codegraph hook tool-use < payload.json",
)
