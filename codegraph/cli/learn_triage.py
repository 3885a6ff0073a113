"""`codegraph memory learn triage`: a review of doubtful memories at a terminal.

Elsewhere it lists them.
"""

from __future__ import annotations

import sys

import click

from codegraph.operations.capabilities import Capability
from codegraph.operations.learning.requests import TriageRequest

OPTIONS: list[click.Parameter] = []

ANSWERS = {"k": "keep", "p": "prune", "s": "skip", "q": "quit"}


def run(capability: Capability, request: TriageRequest, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    from codegraph.cli.output import ask, print_answer, show
    from codegraph.errors import ExitCode

    with ask(repo) as context:
        if request.prune_all and not request.yes and _can_ask():
            from codegraph.operations.learning.maintenance import decide, find_doubtful

            found = find_doubtful(context, request.every)
            if found and not click.confirm(f"archive {len(found)} memories?", err=True):
                found = []
            print_answer(capability.name, decide(context, found, ()), as_json=as_json, quiet=quiet)
            return int(ExitCode.DONE)
        if request.prune_all or as_json or not _can_ask():
            return show(capability, context, request, as_json=as_json, quiet=quiet)
        from codegraph.operations.learning.maintenance import decide, find_doubtful

        prune, keep = [], []
        for doubt in find_doubtful(context, request.every):
            match _ask_decision(doubt.memory.id, doubt.memory.body.content, doubt.standing.ratio, doubt.idle_days):
                case "prune":
                    prune.append(doubt)
                case "keep":
                    keep.append(doubt)
                case "quit":
                    break
        print_answer(capability.name, decide(context, prune, keep), as_json=False, quiet=quiet)
    return int(ExitCode.DONE)


def _can_ask() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _ask_decision(id: str, content: str, ratio: float, idle_days: int) -> str:
    from codegraph.memory.hygiene.text_cleaning import make_harmless

    click.echo(f"{id}  usefulness {ratio:+.2f} · {idle_days} days", err=True)
    for line in make_harmless(content).split("\n"):
        click.echo(f"  {line}", err=True)
    answer = click.prompt(
        "keep, prune, skip or quit", type=click.Choice(list(ANSWERS)), default="s", show_choices=True, err=True
    )
    return ANSWERS[answer]
