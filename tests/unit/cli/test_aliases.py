"""Earlier names of verbs, and those of other programs: understood as before, and shown nowhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.cli.app import SUBGROUPS, main
from codegraph.cli.command_aliases import ALIASES, MEMORY_GROUPS, expand_alias
from codegraph.errors import ExitCode
from codegraph.operations.capabilities import CAPABILITIES

RENAMED = [c for c in CAPABILITIES if c.command[0] == "memory" and c.command[1] in MEMORY_GROUPS]


def complete(line: str) -> list[str]:
    """Words that a shell offers at the end of a command line."""
    environment = dict(os.environ, _CODEGRAPH_COMPLETE="bash_complete", COMP_WORDS=line)
    environment["COMP_CWORD"] = str(line.count(" "))
    done = subprocess.run(
        [sys.executable, "-m", "codegraph"], capture_output=True, text=True, check=True, env=environment
    )
    return [row.partition(",")[2] for row in done.stdout.splitlines()]


@pytest.mark.parametrize("capability", RENAMED, ids=lambda c: c.name)
def test_an_earlier_name_shows_the_help_of_the_verb(capability, capsys: pytest.CaptureFixture[str]):
    assert main([*capability.command[1:], "--help"]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: codegraph {capability.name} [OPTIONS]")
    assert main(["help", *capability.command[1:]]) == ExitCode.DONE
    assert capsys.readouterr().out == shown


def test_every_alias_stands_for_a_verb_or_a_group():
    names = {c.name for c in CAPABILITIES} | set(SUBGROUPS)
    assert {" ".join(meant) for meant in ALIASES.values()} <= names
    assert not {" ".join(alias) for alias in ALIASES} & names


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("fact about alice", "memory fact about alice"),
        ("learn run start r-1", "memory learn run start r-1"),
        ("brain memory blame r-1", "memory learn blame r-1"),
        ("brain tune --apply", "memory learn tune --apply"),
        ("memory brain roi", "memory learn roi"),
        ("engram memory queue", "memory queue"),
        ("engram recall carts", "memory recall carts"),
        ("approve mem-0042", "memory approve mem-0042"),
        ("memory fact about fact", "memory fact about fact"),
        ("symbols fact", "symbols fact"),
        ("", ""),
    ],
)
def test_only_the_first_words_are_an_alias(line: str, meant: str):
    assert expand_alias(line.split()) == meant.split()


def test_an_earlier_name_answers_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    said = ["alice", "works_at", "Acme"]
    assert main(["-C", str(tmp_path), "fact", "assert", *said, "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["schema"] == "codegraph/fact-assert/1"
    about = ["alice", "--as-of", "2100-01-01", "--known-at", "2100-01-01", "--json", "-C", str(tmp_path)]
    assert main(["fact", "about", *about]) == ExitCode.DONE
    before = capsys.readouterr().out
    assert main(["memory", "fact", "about", *about]) == ExitCode.DONE
    assert capsys.readouterr().out == before
    assert json.loads(before)["results"]["facts"][0]["object"] == "Acme"


def test_a_mistake_after_an_alias_is_told_by_the_words_that_help_shows(
    capsys: pytest.CaptureFixture[str],
):
    assert main(["brain", "nonsense"]) == ExitCode.USAGE
    assert "hint: codegraph memory learn --help" in capsys.readouterr().err
    assert main(["fact"]) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith("Usage: codegraph memory fact [OPTIONS]")


def test_help_names_no_alias(capsys: pytest.CaptureFixture[str]):
    for words in (["--help"], ["memory", "--help"]):
        assert main(words) == ExitCode.DONE
        shown = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
        hidden = {alias[-1] for alias in ALIASES if alias[:-1] == tuple(words[:-1])}
        assert hidden and not shown & hidden


def test_a_shell_is_offered_no_alias():
    offered = complete("codegraph ")
    assert "memory" in offered and not {alias[0] for alias in ALIASES if len(alias) == 1} & set(offered)
    below = complete("codegraph memory ")
    assert set(MEMORY_GROUPS) <= set(below) and "brain" not in below
    assert "about" in complete("codegraph memory fact ")
