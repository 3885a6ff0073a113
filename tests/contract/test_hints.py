"""Commands that messages, hints and documents tell people to run are commands that there are."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import click
import pytest

from codegraph.cli.app import VerbTable

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"`codegraph ((?:[a-z][^`\n]*))`")
OPTION = re.compile(r"--?[A-Za-z][\w-]*")


def texts(path: Path) -> list[str]:
    """Every text in a module, what is put into it as `X`; a document as it is."""
    if path.suffix == ".md":
        return [path.read_text(encoding="utf-8")]
    found: list[str] = []
    inside: set[ast.AST] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            inside.update(node.values)
            found.append("".join(str(v.value) if isinstance(v, ast.Constant) else "X" for v in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
            found.append(node.value)
    return found


def commands() -> dict[str, str]:
    """Each command that is told, and where."""
    paths = [*(ROOT / "codegraph").rglob("*.py"), ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    found: dict[str, str] = {}
    for path in paths:
        for text in texts(path):
            for match in COMMAND.finditer(text):
                found.setdefault(match[1], path.relative_to(ROOT).as_posix())
    return found


def resolved(words: list[str]) -> tuple[click.Command, list[str]]:
    """The verb that the first words name, and what is left."""
    command: click.Command = VerbTable("codegraph")
    context = click.Context(command)
    while words and isinstance(command, click.Group):
        inner = command.get_command(context, words[0])
        if inner is None:
            break
        command, words = inner, words[1:]
    return command, words


@pytest.mark.parametrize(("told", "where"), sorted(commands().items()))
def test_a_command_that_is_told_exists_with_its_options(told: str, where: str):
    words = [w for w in shlex.split(told.replace("'", "")) if w not in ("…", "|")]
    command, rest = resolved(words)
    assert not isinstance(command, VerbTable), f"{where}: no verb in {told!r}"
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    asked = [w.partition("=")[0] for w in rest if OPTION.fullmatch(w.partition("=")[0])]
    assert set(asked) <= known | {"--help", "-h"}, f"{where}: {told!r}"
