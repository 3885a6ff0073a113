"""The `codegraph` command: the lazy command table and its invocation."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from codegraph import __version__
from codegraph.cli.command_aliases import expand_alias
from codegraph.cli.edge import COMPLETING, main, report_failure
from codegraph.errors import ExitCode
from codegraph.operations.capabilities import BY_NAME, CAPABILITIES, Group

EXIT_CODES = (
    (ExitCode.DONE, "success, including no results"),
    (ExitCode.GATE, "a check or a gate failed (doctor, impact --fail-on)"),
    (ExitCode.USAGE, "invalid usage or configuration, or an internal error"),
    (ExitCode.NOT_INDEXED, "no index, or one from an incompatible version"),
    (ExitCode.INTERRUPTED, "interrupted"),
)
AGENTS = {
    "setup": "Connect codegraph to your coding agents",
    "serve": "Serve tools to coding agents over stdio or HTTP (MCP)",
    "call": "Call an agent tool from the shell",
    "hook": "Handle an agent's session event, read from standard input",
}
EDITORS = "Serve editors over stdio (language server)"
WATCH = "Keep an index up to date while files change"
PAGE = "Open the page of a repository in the browser"
EXTRA = {
    "watch": WATCH,
    "ui": PAGE,
    "lsp": EDITORS,
    **AGENTS,
    "completions": "Print the shell completion script: bash, zsh or fish",
    "help": "Show all commands, or the help of one",
}
MODULES = {"call": "serve", "hook": "hook_verb"}
"""Where a verb of `EXTRA` is made, when not in the module of its own name."""
SUBGROUPS = {
    "coverage": "Import, list or delete recorded test runs",
    "import": "Add, list or forget edges of other indexers",
    "token": "Tokens of people for a team's server",
    "fleet": "Index and publish many repositories",
    "config": "Show or change settings",
    "memory": "Add, recall and maintain memories",
    "memory namespace": "Projects that memories belong to",
    "memory session": "Work sessions of people and agents",
    "memory fact": "Facts with a validity period and an audit trail",
    "memory provenance": "Items with revisions, files and sources (addressed by krefs)",
    "memory learn": "Feedback: which memories helped, and which to merge or remove",
    "memory learn run": "Start and end runs",
}


class VerbTable(click.Group):
    """Commands named by the inventory.

    A command's module is imported when it is requested, never to list it.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [c.command[0] for c in CAPABILITIES]
        return [*dict.fromkeys(names), *EXTRA]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in SUBGROUPS:
            return SubTable((cmd_name,))
        if cmd_name in EXTRA:
            return getattr(import_module(f"codegraph.cli.{MODULES.get(cmd_name, cmd_name)}"), cmd_name)
        if cmd_name not in BY_NAME:
            return None
        from codegraph.cli.verb import make_verb

        return make_verb(BY_NAME[cmd_name])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for group in Group:
            rows = [(c.command[0], SUBGROUPS.get(c.command[0], c.summary)) for c in CAPABILITIES if c.group is group]
            if group is Group.INDEX:
                rows.insert(1, ("watch", WATCH))
            if group is Group.LOOK_UP:
                rows[:0] = [("ui", PAGE), ("lsp", EDITORS)]
            if group is Group.UPKEEP:
                with formatter.section("Agents"):
                    formatter.write_dl(list(AGENTS.items()))
                rows += [(name, EXTRA[name]) for name in ("completions", "help")]
            with formatter.section(group.value):
                formatter.write_dl(list(dict.fromkeys(rows)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(int(code)), meaning) for code, meaning in EXIT_CODES])
        with formatter.section("Examples"):
            formatter.write_text("codegraph index path/to/repo")
            formatter.write_text("codegraph -C path/to/repo callers NAME")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take aliases, and name the verbs that look like a mistyped one."""
        args = expand_alias(args)
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), n=3)
            also = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"No such command {args[0]!r}.{also}")
        return super().resolve_command(ctx, args)


class SubTable(click.Group):
    """The words that may follow the first words of a verb."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(words[-1], help=SUBGROUPS[" ".join(words)] + ".")
        self.words = words

    def list_commands(self, ctx: click.Context) -> list[str]:
        size = len(self.words)
        found = [c.command[size] for c in CAPABILITIES if len(c.command) > size and c.command[:size] == self.words]
        return list(dict.fromkeys(found))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        words = (*self.words, cmd_name)
        capability = BY_NAME.get(" ".join(words))
        if capability is not None:
            from codegraph.cli.verb import make_verb

            return make_verb(capability)
        if " ".join(words) in SUBGROUPS:
            return SubTable(words)
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        found = [(name, command) for name in names if (command := self.get_command(ctx, name)) is not None]
        width = formatter.width - 6 - max(map(len, names))
        for title, grouped in (("Commands", False), ("Groups", True)):
            rows = [(n, c.get_short_help_str(width)) for n, c in found if isinstance(c, click.Group) is grouped]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


@click.group(
    cls=VerbTable,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="A code graph in which every edge says how it is known.\n\nIndex a repository once, then ask who "
    "calls what, what a change affects, and how two symbols are connected. Give a symbol as a name, the "
    "end of a qualified name, an id, or FILE:LINE[:COL].",
)
@click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to use")
@click.version_option(__version__, "-V", "--version", prog_name="codegraph")
@click.pass_context
def app(ctx: click.Context, repo: str | None) -> None:
    ctx.obj = repo


def invoke(arguments: list[str]) -> int:
    """Run one command line, of any verb, and return its exit code.

    Usage errors are reported here. Raises the errors of commands.
    """
    if os.environ.get(COMPLETING):
        app.main(prog_name="codegraph")
    try:
        with app.make_context("codegraph", arguments) as ctx:
            code = app.invoke(ctx)
            return code if isinstance(code, int) else int(ExitCode.DONE)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)  # a command without its verb: what there is, and no error
        return int(ExitCode.USAGE)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f"{context.command_path} --help" if context else "codegraph --help"
        if isinstance(error, click.NoSuchOption):
            hint += "; words that begin with a dash go after `--`"
        report_failure(error.format_message(), hint)
        return int(ExitCode.USAGE)
    except click.Abort as error:
        raise KeyboardInterrupt from error


if __name__ == "__main__":
    sys.exit(main())
