"""The quick start, and `codegraph help [VERB]`.

`codegraph` alone shows the quick start: the few commands that a newcomer needs.
"""

from __future__ import annotations

from typing import Final

FIRST: Final = (
    ("codegraph index", "index the repository around here"),
    ("codegraph search 'where are retries limited'", "find code by a question, a name or an error"),
    ("codegraph callers NAME", "list who calls a symbol"),
    ("codegraph impact NAME", "list what depends on a symbol, and its tests"),
    ("codegraph explore 'how does A reach B'", "source, callers and paths in one answer"),
    ("codegraph setup", "connect your coding agents"),
)
"""Commands to begin with, an example each. A test runs them."""


def format_quick_start() -> str:
    """Return the page that `codegraph` alone shows."""
    width = max(len(example) for example, _ in FIRST)
    lines = ["codegraph answers who calls what, what a change affects, and why.", ""]
    lines += [f"  {example:<{width}}  {meaning}" for example, meaning in FIRST]
    lines += ["", "All commands: codegraph help. One of them: codegraph help VERB."]
    return "\n".join(lines) + "\n"


def __getattr__(name: str) -> object:
    """Return the command `help`, made when it is asked for.

    The quick start does without click."""
    if name != "help":
        raise AttributeError(name)
    import click

    from codegraph.cli.verb import Verb

    def run(words: tuple[str, ...]) -> int:
        from codegraph.cli.app import invoke

        return invoke([*words, "--help"])

    verb = Verb(
        "help",
        params=[click.Argument(["words"], nargs=-1, metavar="[VERB]")],
        callback=run,
        help="Show all commands, or the help of one.",
    )
    verb.examples = ("codegraph help", "codegraph help memory add")
    return verb
