"""`codegraph lsp`: the language server for editors."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from codegraph.cli.output import get_chosen_repo
from codegraph.cli.verb import Verb
from codegraph.errors import UnreadableError


@click.command("lsp", cls=Verb, short_help="Serve editors over stdio (language server)")
@click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to use")
@click.option("--stdio", is_flag=True, hidden=True, expose_value=False)  # what is done anyway; some editors ask for it
@click.option("--verbose", is_flag=True, help="log every request on stderr")
def serve_editors(repo: str | None, verbose: bool) -> int:
    """Answer an editor from the index.

    It gets hovers that say how each reference is known, definitions, references, hierarchies of calls and types,
    symbols, code lenses, and diagnostics for uses that the work tree left behind. An editor starts the server and
    names its folders; docs/editors.md has the settings of several editors."""
    import logging

    from codegraph.lsp.server import limit_library_log, serve
    from codegraph.server.transport import log_to_stderr

    log_to_stderr(logging.INFO if verbose else logging.WARNING)
    limit_library_log(logging.INFO if verbose else logging.CRITICAL)
    folder = Path(get_chosen_repo(repo) or ".").expanduser().absolute()
    if not folder.is_dir():
        raise UnreadableError(f"{folder} is not a folder", hint="give the folder of a repository")
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(
            "waiting for an editor on standard input; docs/editors.md shows how to start it. Ctrl-C ends", err=True
        )
    return serve(folder)


serve_editors.examples = ("codegraph lsp", "codegraph -C path/to/repo lsp --verbose")  # type: ignore[attr-defined]
lsp = serve_editors
