"""Fixtures of whole programs: a home, a folder and a command line of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegraph.cli.app import main
from codegraph.settings.config import Config

CommandLine = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, worked in, with a home folder and settings of its own."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    made = tmp_path / "project"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings with a home of their own: one process, no vectors."""
    return Config(tmp_path / "home", workers=1, vectors=False)


@pytest.fixture
def cg(folder: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Runs one command line in `folder`; gives (exit code, results or text, what went to stderr)."""

    def run(*words: str, text: bool = False) -> tuple[int, Any, str]:
        code = main([*words] if text else [*words, "--json"])
        out, err = capsys.readouterr()
        return code, (out if text else json.loads(out)["results"] if out else None), err

    return run
