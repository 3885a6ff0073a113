"""`codegraph setup [CLIENT]`: wire a coding agent, preview that, or undo it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from codegraph.cli.verb import Several, Verb, build_common_options, flatten
from codegraph.errors import CodegraphError, ExitCode
from codegraph.setup.clients import BY_NAME, CLIENTS, Client, Places, Scope
from codegraph.setup.wiring import ClientList, ClientState, SetupReports, Wish

NAMES = tuple(client.name for client in CLIENTS)


def _run(
    client: str | None,
    scope: str,
    toolsets: tuple[str, ...],
    instructions: bool,
    hooks: bool,
    plugin: str | None,
    every: bool,
    dry_run: bool,
    print_config: bool,
    uninstall: bool,
    repo: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    from codegraph.cli.output import ask, get_chosen_repo
    from codegraph.operations.request_folder import find_work_tree
    from codegraph.render.page import measure_stream_width, use_page_width
    from codegraph.setup import wiring
    from codegraph.setup.plain_text import format_report

    with ask(get_chosen_repo(repo)) as context, use_page_width(measure_stream_width(sys.stdout)):
        places = Places.from_environment(find_work_tree(context.repo))
        home = context.config.home
        if client is None:
            if print_config or plugin:
                raise CodegraphError("which coding agent?", hint=f"one of {', '.join(NAMES)}")
            wish = Wish(CLIENTS[0], Scope(scope), toolsets, instructions, hooks)
            chosen = _choose(wish, places, every=every, uninstall=uninstall, as_json=as_json)
            if not chosen:
                return int(ExitCode.DONE)
            wishes = [replace(wish, client=each) for each in chosen]
            done = wiring.set_up_several(wishes, places, home, uninstall=uninstall, dry_run=dry_run)
            return _report_several(done, as_json=as_json, dry_run=dry_run, quiet=quiet)
        if every:
            raise CodegraphError("--all goes without the name of an agent", hint=f"codegraph setup {client}")
        wish = Wish(wiring.find_client(client), Scope(scope), toolsets, instructions, hooks)
        if print_config:
            return _print_config(wish, places, quiet=quiet)
        if plugin is not None:
            if client != "claude-code":
                raise CodegraphError(f"{wish.client.title} has no plugins", hint="`--plugin` goes with claude-code")
            changes = wiring.plan_plugin(Path(plugin).expanduser().absolute())
            step = f"claude --plugin-dir {plugin}, or to keep it: /plugin marketplace add {plugin}, " + (
                "then /plugin install codegraph@codegraph"
            )
        elif uninstall:
            changes, step = wiring.plan_removal(wish, places), ""
        else:
            changes, step = wiring.plan_setup(wish, places), wish.client.after
        report = wiring.carry_out(wish, changes, home, dry_run=dry_run, next_step=step)
    _print(report, format_report(report), as_json=as_json)
    _say_dry_run(dry_run=dry_run, quiet=quiet)
    return int(ExitCode.DONE)


def _choose(wish: Wish, places: Places, *, every: bool, uninstall: bool, as_json: bool) -> list[Client]:
    """Return the clients to wire.

    They are all of this machine, or those a person picks from the list. Without a person, the clients are listed and
    none is returned."""
    from codegraph.setup.plain_text import format_clients, list_unwired
    from codegraph.setup.wiring import State, list_clients

    found = list_clients(places)
    if uninstall and not every:
        raise CodegraphError("which coding agent?", hint=f"add --all, or one of {', '.join(NAMES)}")
    if uninstall:
        rows = [row for row in found.clients if row.scope == wish.scope and row.state == State.WIRED]
        return _select_clients(rows, found, as_json=as_json)
    if every:  # those that are wired already are brought up to date
        rows = [row for row in found.clients if row.scope == wish.scope and row.installed]
        return _select_clients(rows, found, as_json=as_json)
    if wish != Wish(wish.client, Scope.USER):
        raise CodegraphError("which coding agent?", hint=f"add --all, or one of {', '.join(NAMES)}")
    asking = not as_json and sys.stdin.isatty() and sys.stdout.isatty() and bool(list_unwired(found))
    _print(found, format_clients(found, numbered=asking), as_json=as_json)
    return [BY_NAME[row.client] for row in _pick(list_unwired(found))] if asking else []


def _select_clients(rows: list[ClientState], found: ClientList, *, as_json: bool) -> list[Client]:
    """Return the clients of those rows.

    Lists what there is when there are none."""
    if not rows:
        from codegraph.setup.plain_text import format_clients

        _print(found, ["nothing to change", *format_clients(found)], as_json=as_json)
    return [BY_NAME[row.client] for row in rows]


def _pick(rows: list[ClientState]) -> list[ClientState]:
    """Ask a person which of the numbered rows to wire."""
    while True:
        said = click.prompt(
            f"Wire which? Numbers such as 1,3; Enter for {'it' if len(rows) == 1 else 'all of them'}, n for none",
            default="all",
            show_default=False,
            err=True,
        )
        words = said.replace(",", " ").split()
        if words == ["all"]:
            return rows
        if words in (["n"], ["no"], ["none"]):
            return []
        by_word = {**{str(number): row for number, row in enumerate(rows, 1)}, **{row.client: row for row in rows}}
        unknown = [word for word in words if word not in by_word]
        if not unknown:
            return [by_word[word] for word in dict.fromkeys(words)]
        click.echo(f"{', '.join(unknown)} is not in the list", err=True)


def _report_several(done: SetupReports, *, as_json: bool, dry_run: bool, quiet: bool) -> int:
    from codegraph.cli.edge import report_failure
    from codegraph.setup.plain_text import format_reports

    _print(done, format_reports(done), as_json=as_json)
    for failure in done.failures:
        report_failure(f"{failure.client}: {failure.message}", failure.hint)
    _say_dry_run(dry_run=dry_run, quiet=quiet)
    return int(ExitCode.USAGE if done.failures else ExitCode.DONE)


def _say_dry_run(*, dry_run: bool, quiet: bool) -> None:
    if dry_run and not quiet:
        click.echo("dry run: nothing was written", err=True)


def _print_config(wish: Wish, places: Places, *, quiet: bool) -> int:
    from codegraph.cli.output import write_data
    from codegraph.setup.wiring import build_snippet, find_config_file

    path = find_config_file(wish.client, wish.scope, places)
    write_data(build_snippet(wish))
    if not quiet:
        click.echo(f"for {path}; nothing was written", err=True)
    return int(ExitCode.DONE)


def _print(results: object, lines: list[str], *, as_json: bool) -> None:
    from codegraph.cli.output import write, write_json

    if not as_json:
        write("\n".join(lines) + "\n")
        return
    from codegraph.operations.answers import Answer
    from codegraph.render.envelope import format_envelope

    write_json(format_envelope("setup", Answer(results)))


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
    click.Option(
        ["every", "-y", "--all", "--yes"],
        is_flag=True,
        help="wire every agent found on this machine, without asking; with --uninstall, take out every entry",
    ),
    click.Option(["dry_run", "--dry-run"], is_flag=True, help="show the changes as a diff, write nothing"),
    click.Option(["print_config", "--print-config"], is_flag=True, help="print what to add by hand, write nothing"),
    click.Option(["uninstall", "--uninstall"], is_flag=True, help="take out what setup put there"),
]

setup = Verb(
    "setup",
    params=OPTIONS + build_common_options(),
    callback=_run,
    help="Connect codegraph to your coding agents.\n\nWithout a name, finds the agents on this machine and asks which "
    "to connect; outside a terminal it lists them with their commands. Adds one server entry to the agent's "
    "configuration and touches nothing else in it: comments, other servers and hooks stay, and a file that cannot be "
    "parsed is left alone. The file as it was is kept under the home folder. Setting up does not index: the first "
    "question does, or `codegraph index`.\n\nCLIENT is one of " + ", ".join(NAMES) + ".",
)
setup.examples = (
    "codegraph setup",
    "codegraph setup --all --dry-run",
    "codegraph setup cursor --scope project --dry-run",
)
