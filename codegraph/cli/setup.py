"""`codegraph setup [CLIENT]`: wire a coding agent, show what that would change, or take it back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from codegraph.cli.verb import Several, Verb, common_options, flatten
from codegraph.errors import CodegraphError, ExitCode
from codegraph.setup.clients import CLIENTS, Places, Scope
from codegraph.setup.wiring import Wish

NAMES = tuple(client.name for client in CLIENTS)


def _run(
    client: str | None,
    scope: str,
    toolsets: tuple[str, ...],
    instructions: bool,
    hooks: bool,
    plugin: str | None,
    dry_run: bool,
    print_config: bool,
    uninstall: bool,
    repo: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    from codegraph.cli.output import ask, chosen_repo
    from codegraph.operations.worktree import work_tree
    from codegraph.setup import wiring
    from codegraph.setup.text import clients_text, report_text

    with ask(chosen_repo(repo)) as context:
        places = Places.here(work_tree(context.repo))
        if client is None:
            if uninstall or print_config or instructions or hooks or plugin or toolsets:
                raise CodegraphError("which coding agent?", hint=f"one of {', '.join(NAMES)}")
            found = wiring.list_clients(places)
            _print(found, clients_text(found), as_json=as_json)
            return int(ExitCode.DONE)
        wish = Wish(wiring.client_named(client), Scope(scope), toolsets, instructions, hooks)
        if print_config:
            return _print_config(wish, places, quiet=quiet)
        if plugin is not None:
            if client != "claude-code":
                raise CodegraphError(f"{wish.client.title} has no plugins", hint="`--plugin` goes with claude-code")
            changes = wiring.plan_plugin(Path(plugin).expanduser().absolute())
            step = f"claude --plugin-dir {plugin}"
        elif uninstall:
            changes, step = wiring.plan_removal(wish, places), ""
        else:
            changes, step = wiring.plan_setup(wish, places), wish.client.after
        report = wiring.carry_out(wish, changes, context.config.home, dry_run=dry_run, next_step=step)
    _print(report, report_text(report), as_json=as_json)
    if dry_run and not quiet:
        click.echo("dry run: nothing was written", err=True)
    return int(ExitCode.DONE)


def _print_config(wish: Wish, places: Places, *, quiet: bool) -> int:
    from codegraph.setup.wiring import config_file, snippet

    path = config_file(wish.client, wish.scope, places)
    sys.stdout.write(snippet(wish))
    if not quiet:
        click.echo(f"for {path}; nothing was written", err=True)
    return int(ExitCode.DONE)


def _print(results: object, lines: list[str], *, as_json: bool) -> None:
    from codegraph.cli.output import write, write_data

    if not as_json:
        write("\n".join(lines) + "\n")
        return
    from codegraph.operations.answers import Answer
    from codegraph.render.envelope import envelope

    write_data(envelope("setup", Answer(results)))


OPTIONS: list[click.Parameter] = [
    click.Argument(["client"], required=False, metavar="[CLIENT]", type=click.Choice(NAMES)),
    click.Option(
        ["scope", "--scope"],
        type=click.Choice([s.value for s in Scope]),
        default=Scope.USER.value,
        show_default=True,
        help="your own settings, or the repository's, which are shared",
    ),
    click.Option(
        ["toolsets", "--toolsets"],
        type=Several(()),
        multiple=True,
        callback=flatten,
        metavar="NAME,…",
        help="the toolsets the agent gets (default: the server's default)",
    ),
    click.Option(
        ["instructions", "--instructions"],
        is_flag=True,
        help="also keep a fenced block in the file of instructions the agent reads (CLAUDE.md, AGENTS.md, …)",
    ),
    click.Option(
        ["hooks", "--hooks"],
        is_flag=True,
        help="also run `codegraph hook` on events of a session, after your own hooks (claude-code)",
    ),
    click.Option(
        ["plugin", "--plugin"],
        metavar="DIR",
        default=None,
        help="write the Claude Code plugin into a folder instead: server, skill and hooks",
    ),
    click.Option(["dry_run", "--dry-run"], is_flag=True, help="show the changes as a diff, write nothing"),
    click.Option(["print_config", "--print-config"], is_flag=True, help="print what to add by hand, write nothing"),
    click.Option(["uninstall", "--uninstall"], is_flag=True, help="take out what setup put there"),
]

setup = Verb(
    "setup",
    params=OPTIONS + common_options(),
    callback=_run,
    help="Wire codegraph into a coding agent, or list what is wired.\n\nAdds one server entry to the agent's "
    "configuration and touches nothing else in it: comments, other servers and hooks stay, and a file that cannot be "
    "parsed is left alone. The file as it was is kept under the home folder. Setting up does not index: the first "
    "question does, or `codegraph index`.\n\n\b\n  CLIENT  " + ", ".join(NAMES),
)
setup.examples = ("codegraph setup claude-code", "codegraph setup cursor --scope project --dry-run")
