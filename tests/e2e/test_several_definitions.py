"""A name with several definitions: the one that is no test, no copy and no declaration is meant, the others are listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp.client.client import Client
from support.files import written
from support.serving import talk, text

from codegraph.cli.app import main
from codegraph.config import load
from codegraph.pipeline import index_repository
from codegraph.server.repositories import Repositories

FILES = {
    "shop/tasks.py": "def consume(row):\n    return row\n\n\ndef run():\n    return consume(1)\n",
    "shop/one.py": "def twice():\n    return 2\n",
    "shop/two.py": "def twice():\n    return 4\n",
    "tests/test_tasks.py": "class TestTasks:\n    def consume(self):\n        return 1\n\n    def test_it(self):\n"
    "        assert self.consume()\n",
    "vendor/queue.py": "def consume(row):\n    return None\n",
    "web/client.ts": "export class Client {\n  send() { return 1; }\n}\n",
    "web/other.d.ts": "export declare class Client {\n  send(): number;\n  close(): void;\n}\n",
}
MEANT = "python:shop/tasks.py::consume"
OTHERS = ["python:vendor/queue.py::consume", "python:tests/test_tasks.py::TestTasks.consume"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    root = written(tmp_path, FILES)
    index_repository(root, load(root))
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("verb", ["symbol", "callers", "callees", "refs", "impact"])
def test_a_name_means_its_only_definition_that_is_no_test_and_no_copy(verb: str, folder: Path, capsys):
    assert main([verb, "consume"]) == 0
    shown = capsys.readouterr().out
    assert "shop/tasks.py" in shown
    assert shown.rstrip().endswith("also: vendor/queue.py::consume; tests/test_tasks.py::TestTasks.consume")
    assert main([verb, "consume", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sorted(one["id"] for one in found["also"]) == sorted(OTHERS)
    assert main([verb, MEANT, "--json"]) == 0
    by_id = json.loads(capsys.readouterr().out)
    assert "also" not in by_id and by_id["results"] == found["results"]


@pytest.mark.parametrize("asked", [["graph", "consume"], ["impact", "consume", "--tests", "pytest"]])
def test_what_programs_read_says_it_on_standard_error(asked: list[str], folder: Path, capsys):
    assert main(asked) == 0
    shown = capsys.readouterr()
    assert "also:" not in shown.out and "also: vendor/queue.py::consume" in shown.err


def test_a_path_says_which_definitions_it_is_not_about(folder: Path, capsys):
    assert main(["path", "run", "consume"]) == 0
    shown = capsys.readouterr().out
    assert "shop/tasks.py" in shown and "also: vendor/queue.py::consume" in shown


def test_two_definitions_of_equal_standing_are_asked_back(folder: Path, capsys):
    assert main(["callers", "twice"]) == 2
    said = capsys.readouterr().err
    assert "names 2 symbols" in said and "shop/one.py::twice" in said and "shop/two.py::twice" in said


def test_a_declaration_does_not_stand_for_a_definition(folder: Path, capsys):
    assert main(["symbol", "Client.send", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["details"]["symbol"]["file"] == "web/client.ts"
    assert main(["symbol", "Client.close"]) == 0  # what is declared alone is found where it is declared
    assert "web/other.d.ts" in capsys.readouterr().out


def test_an_agent_is_told_which_definition_it_gets(folder: Path):
    async def session(client: Client) -> None:
        for tool in ("code_symbol", "code_impact"):
            found = await client.call_tool(tool, {"symbol": "consume"})
            assert "shop/tasks.py" in text(found) and "also: vendor/queue.py::consume" in text(found), tool
            assert found.structured_content is None or found.structured_content["also"] == OTHERS
        found = await client.call_tool("code_explore", {"query": "`consume`"})
        assert "is taken as python:shop/tasks.py::consume" in text(found)

    talk(Repositories(folder), session)


def test_a_memory_is_stored_whatever_its_names_mean(folder: Path):
    async def session(client: Client) -> None:
        note = {"content": "Rows are taken once", "about": ["consume", "twice", "nowhere_to_be_found"]}
        wrote = await client.call_tool("memory_write", note)
        assert not wrote.is_error, text(wrote)
        said = text(wrote)
        assert f"about {MEANT}" in said
        assert "not anchored to `twice`" in said and "python:shop/one.py::twice, python:shop/two.py::twice" in said
        assert "not anchored to `nowhere_to_be_found`" in said
        again = await client.call_tool("memory_write", {**note, "about": ["python:shop/one.py::twice"]})
        assert "known already, merged" in text(again)
        found = await client.call_tool("memory_recall", {"about": ["shop/one.py"]})
        assert "Rows are taken once" in text(found)

    talk(Repositories(folder), session)


def test_an_anchor_is_added_to_a_memory_later(folder: Path, capsys):
    assert main(["memory", "add", "Doubling is done in one place", "--about", "twice", "--json"]) == 0
    stored = json.loads(capsys.readouterr().out)
    (missing,) = stored["results"]["unanchored"]
    assert missing["name"] == "twice" and len(missing["candidates"]) == 2
    assert "memory update" in stored["warnings"][0]
    id = stored["results"]["memory"]["id"]
    assert main(["memory", "update", id, "--about", missing["candidates"][0]]) == 0
    capsys.readouterr()
    assert main(["memory", "show", id]) == 0
    assert "shop/one.py::twice" in capsys.readouterr().out
