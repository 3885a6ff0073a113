"""`codegraph serve` and `codegraph call` as commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.cli.app import main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("serve", "--toolsets", "codemen"), "codemem"),
        (("serve", "--tools", "code_serch"), "did you mean code_search"),
        (("serve", "--http", "nowhere"), "HOST:PORT"),
        (("serve", "--http", "0.0.0.0:0"), "CODEGRAPH_HTTP_TOKEN"),
        (("serve", "--allow-root", "/no/such/folder"), "is not a folder"),
        (("-C", "/no/such/folder", "serve"), "is not a folder"),
        (("call", "code_serch"), "did you mean code_search"),
        (("call", "code_search", "{"), "not JSON"),
        (("call", "code_search", "[]"), "not a JSON object"),
        (("call", "code_search", "{}"), "`query` is missing"),
    ],
)
def test_a_mistake_ends_with_a_hint(
    words: tuple[str, ...],
    told: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CODEGRAPH_HTTP_TOKEN", raising=False)
    assert main(words) == 2
    out, error = capfd.readouterr()
    assert out == "" and told in error and "hint: " in error


def test_a_call_prints_what_an_agent_would_get(storefront: Path, capfd: pytest.CaptureFixture[str]):
    words = ("-C", str(storefront), "call", "code_symbol", '{"symbol": "Application.handle"}')
    assert main(words) == 0
    assert "def handle(self, request: Request)" in capfd.readouterr().out
    assert main((*words, "--json")) == 0
    assert json.loads(capfd.readouterr().out)["symbol"]["id"] == "python:weblet/application.py::Application.handle"
