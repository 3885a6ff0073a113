"""`codegraph serve` and `codegraph call`: tools over a protocol or from a shell."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from codegraph.cli.output import get_chosen_repo, write
from codegraph.cli.progress import show_progress
from codegraph.cli.verb import Several, Verb
from codegraph.errors import ConfigError, ExitCode, UnreadableError

if TYPE_CHECKING:
    from codegraph.server.repositories import Repositories


def _flatten_names(ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(word for words in value for word in words)


def _build_list_option(name: str, metavar: str, help: str) -> Callable[[Any], Any]:
    return click.option(
        f"--{name}", type=Several(()), multiple=True, callback=_flatten_names, metavar=metavar, help=help
    )


_repo = click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to use")
_roots = click.option(
    "roots", "--allow-root", metavar="PATH", multiple=True, help="also serve repositories in this folder"
)


@click.command("serve", cls=Verb, short_help="Serve tools to coding agents over stdio or HTTP (MCP)")
@_build_list_option(
    "toolsets", "NAME,…", "serve the tools of these toolsets instead of the default one; `all` is every one"
)
@_build_list_option("tools", "NAME,…", "serve these tools too; without --toolsets, only these")
@click.option("--read-only", is_flag=True, help="leave out every tool that writes")
@click.option("--structured", is_flag=True, help="send answers as structured content, too: for programs")
@click.option("--text-only", is_flag=True, hidden=True, expose_value=False)  # what is done anyway, once asked for
@click.option("--http", metavar="HOST:PORT", default=None, help="serve streamable HTTP at /mcp instead of stdio")
@_roots
@_repo
@click.option("--verbose", is_flag=True, help="log every request on stderr")
@click.option(
    "--published", metavar="URL", default=None, help="serve the repositories published at a place to people with tokens"
)
@click.option("--write", "may_write", is_flag=True, help="with --published: also tools that write, for tokens that may")
@click.option("--tokens", metavar="FILE", default=None, help="with --published: the file of `codegraph token`")
@click.option("--audit", metavar="FILE", default=None, help="with --published: the audit log, one JSON object a line")
@click.option(
    "--follow",
    metavar="SECONDS",
    type=click.FloatRange(1),
    default=60.0,
    show_default=True,
    help="with --published: look for new publications this often",
)
@click.option(
    "--keep-open",
    metavar="N",
    type=click.IntRange(1),
    default=16,
    show_default=True,
    help="with --published: repositories that are kept in memory",
)
@click.option(
    "--grace", metavar="SECONDS", type=click.IntRange(0), default=30, show_default=True,
    help="with --published: how long requests may run on after SIGTERM",
)  # fmt: skip
def serve(
    toolsets: tuple[str, ...],
    tools: tuple[str, ...],
    read_only: bool,
    structured: bool,
    http: str | None,
    roots: tuple[str, ...],
    repo: str | None,
    verbose: bool,
    published: str | None,
    **team: Any,
) -> int:
    """Serve the tools to coding agents (MCP), over stdio unless --http is given.

    Without a host, HTTP is served to this machine only. On any other address clients must send the text of the
    environment variable CODEGRAPH_HTTP_TOKEN as their bearer token; on this machine they must when it is set.

    With --published the repositories are those of `codegraph publish` and `codegraph fleet index`, and each person
    has a token of `codegraph token add`."""
    import logging

    from codegraph.operations.tools.tool_table import choose
    from codegraph.server.transport import TOKEN_VARIABLE, log_to_stderr, parse_address, serve_http, serve_stdio

    log_to_stderr(logging.INFO if verbose else logging.WARNING)
    if published is not None:
        return _serve_team(published, http, toolsets, tools, structured, **team)
    offered = choose(toolsets, tools, read_only=read_only)
    address = parse_address(http) if http is not None else None

    from codegraph.server.app import make_server

    server = make_server(offered, _open_repositories(repo, roots, trusting=address is None), structured=structured)
    if address is None and sys.stdin is not None and sys.stdin.isatty():
        click.echo("waiting for a coding agent on standard input; `codegraph setup` wires one. Ctrl-C ends", err=True)
    try:
        if address is None:
            serve_stdio(server)
        else:
            serve_http(server, address, os.environ.get(TOKEN_VARIABLE))
    finally:
        _finish_runs()
    return int(ExitCode.DONE)


def _serve_team(
    published: str, http: str | None, toolsets: tuple[str, ...], tools: tuple[str, ...], structured: bool, *,
    may_write: bool, tokens: str | None, audit: str | None, follow: float, keep_open: int, grace: int,
) -> int:  # fmt: skip
    """Serve published repositories until the process is told to end."""
    from codegraph.operations.access.access_tokens import get_token_file
    from codegraph.operations.tools.tool_table import choose
    from codegraph.publication.bases import Bases
    from codegraph.publication.storage import open_remote
    from codegraph.server import audit as audit_log
    from codegraph.server.app import make_server_of
    from codegraph.server.repositories import Repositories
    from codegraph.server.request_admission import Gate
    from codegraph.server.team_tools import PublishedRepositories, TeamSurface, require_default_tools
    from codegraph.server.transport import parse_address, serve_http
    from codegraph.settings.config import load

    if http is None:
        raise ConfigError("--published is served over HTTP", hint="add `--http HOST:PORT`")
    offered = choose(toolsets, tools, read_only=not may_write)
    require_default_tools(offered)
    config = load(Path("."))
    home = config.home
    log = audit_log.AuditLog(Path(audit).expanduser().absolute() if audit else home / audit_log.FILE)
    gate = Gate(Path(tokens).expanduser().absolute() if tokens else get_token_file(home), log)
    repositories = PublishedRepositories(Bases(open_remote(published), config), most_open=keep_open)
    none = Repositories(home, (), trusting=False)  # of this machine
    surface = TeamSurface({o.name: o for o in offered}, none, structured, published=repositories, gate=gate)
    with repositories.follow_in_background(follow):
        serve_http(make_server_of(surface), parse_address(http), None, gate=gate, grace_s=grace)
    return int(ExitCode.DONE)


def _finish_runs() -> None:
    """End what the server started for its clients.

    Does nothing where no tool that starts runs was ever loaded."""
    serving = sys.modules.get("codegraph.operations.learning.context_delivery")
    if serving is not None:
        serving.finish_started_runs()


serve.examples = (
    "codegraph serve --read-only",
    "codegraph serve --http 127.0.0.1:8321 --toolsets default,codemem",
    "codegraph serve --http 127.0.0.1:8321 --published s3://bucket/codegraph",
)  # type: ignore[attr-defined]


@click.command("call", cls=Verb, short_help="Call an agent tool from the shell")
@click.argument("name", metavar="TOOL")
@click.argument("arguments", metavar="[JSON]", default="{}")
@_roots
@_repo
@click.option("as_json", "--json", is_flag=True, help="print the structured content instead of the text")
def call(name: str, arguments: str, roots: tuple[str, ...], repo: str | None, as_json: bool) -> int:
    """Call a tool and print its answer: what an agent would get, from any shell.

    \b
      TOOL  name of the tool, with its toolset in front where two share it
      JSON  its arguments as one JSON object; `-` reads them from standard input"""
    from codegraph.operations.tools.tool_table import ServedTool, find_tool
    from codegraph.server.call import Call, run
    from codegraph.server.reply import encode_json

    tool = find_tool(name)
    given = _parse_arguments(sys.stdin.read() if arguments == "-" else arguments)
    with show_progress(quiet=False) as report:
        asked = Call(_open_repositories(repo, roots, trusting=True), report=report, structured=as_json)
        outcome = run(ServedTool(name, tool), given, asked)
    if outcome.is_error:
        click.echo(outcome.text, err=True)
        return int(ExitCode.USAGE)
    write((encode_json(outcome.structured) if as_json else outcome.text) + "\n")
    return int(ExitCode.DONE)


call.examples = (  # type: ignore[attr-defined]
    """codegraph call code_search '{"query": "save"}'""",
    """codegraph call code_symbol '{"symbol": "Store.save"}' --json""",
)


def _parse_arguments(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"the arguments are not JSON: {error}", hint="""such as '{"query": "save"}'""") from error
    if not isinstance(found, dict):
        raise ConfigError("the arguments are not a JSON object", hint="""such as '{"query": "save"}'""")
    return found


def _open_repositories(repo: str | None, roots: tuple[str, ...], *, trusting: bool) -> Repositories:
    from codegraph.server.repositories import Repositories

    folder = Path(get_chosen_repo(repo) or ".").expanduser().absolute()
    for path in (folder, *map(Path, roots)):
        if not path.expanduser().is_dir():
            raise UnreadableError(f"{path} is not a folder", hint="give the folder of a repository")
    return Repositories(folder, tuple(Path(root).expanduser().absolute() for root in roots), trusting)
