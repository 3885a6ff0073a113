"""`codegraph completions SHELL`."""

from __future__ import annotations

import click

from codegraph.cli.verb import Verb

INSTALL = {
    "bash": 'eval "$(codegraph completions bash)"',
    "zsh": 'eval "$(codegraph completions zsh)"',
    "fish": "codegraph completions fish | source",
}


def _print_script(shell: str) -> int:
    from click.shell_completion import get_completion_class

    from codegraph.cli.app import app

    script = get_completion_class(shell)
    assert script is not None, shell  # click ships all three
    click.echo(script(app, {}, "codegraph", "_CODEGRAPH_COMPLETE").source())
    return 0


completions = Verb(
    "completions",
    params=[click.Argument(["shell"], type=click.Choice(tuple(INSTALL)), metavar="SHELL")],
    callback=_print_script,
    help="Print the shell completion script: bash, zsh or fish.\n\nAdd the line for your shell to its start-up file.",
)
completions.examples = (INSTALL["bash"], INSTALL["fish"])
