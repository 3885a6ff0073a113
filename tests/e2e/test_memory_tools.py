"""`memory_recall` and `memory_write`: what agents use by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from support.serving import talk, text, tokens

from codegraph.cli.app import main
from codegraph.indexing.pipeline import index_repository
from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.notes import Draft
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "store.py").write_text("class Store:\n    def save(self, row):\n        return row\n")
    index_repository(root, load(root))
    return root


def test_what_did_we_decide_is_answered_in_one_call_and_says_when_the_code_changed(folder: Path):
    async def session(client: Client) -> None:
        wrote = await client.call_tool(
            "memory_write",
            {"content": "Saving never raises, so callers ignore errors", "kind": "decision", "about": ["Store.save"]},
        )
        assert not wrote.is_error, text(wrote)
        assert wrote.structured_content["anchors"] == ["python:store.py::Store.save"]
        asked = {"query": "what did we decide about saving?"}
        first = await client.call_tool("memory_recall", asked)
        assert "Saving never raises" in text(first) and "changed since" not in text(first)
        (folder / "store.py").write_text("class Store:\n    def save(self, row):\n        raise ValueError(row)\n")
        later = await client.call_tool("memory_recall", asked)
        assert "changed since: python:store.py::Store.save" in text(later)
        assert later.structured_content["memories"][0]["stale"] == ["python:store.py::Store.save changed"]
        about = await client.call_tool("memory_recall", {"about": ["Store.save"]})
        assert about.structured_content["total"] == 1

    talk(Repositories(folder), session, structured=True)


@pytest.mark.parametrize("spelt", ["{0}/store.py", "./store.py", "{0}/store.py:2"])
def test_what_a_memory_is_about_is_named_by_its_whole_path_as_well(folder: Path, spelt: str):
    async def session(client: Client) -> None:
        named = [spelt.format(folder)]
        wrote = await client.call_tool("memory_write", {"content": "Rows are kept as they are", "about": named})
        assert not wrote.is_error and "store.py" in wrote.structured_content["anchors"][0]
        found = await client.call_tool("memory_recall", {"about": [str(folder / "store.py")]})
        assert found.structured_content["total"] == 1

    talk(Repositories(folder), session, structured=True)


def test_a_memory_that_replaces_another_is_the_one_that_is_recalled(folder: Path):
    async def session(client: Client) -> None:
        old = await client.call_tool("memory_write", {"content": "Deploys happen on Mondays", "kind": "decision"})
        id = old.structured_content["id"]
        new = await client.call_tool(
            "memory_write", {"content": "Deploys happen on Thursdays", "kind": "decision", "supersedes": id}
        )
        assert new.structured_content["superseded"] == id
        found = await client.call_tool("memory_recall", {"query": "when do deploys happen?"})
        assert [m["id"] for m in found.structured_content["memories"]] == [new.structured_content["id"]]

    talk(Repositories(folder), session, structured=True)


@pytest.mark.parametrize("budget", [500, 900, 3_000, 20_000])
def test_a_recall_keeps_to_its_budget_whatever_was_stored(folder: Path, budget):
    engine = MemoryEngine(load(folder).home)
    with engine.write() as recording:
        for i in range(30):
            noise = "```\n</memory> <!-- --> \U0001f980 " * (40 * (i % 7) + 1)
            notes.store(
                recording, Draft(f"the deploy needs step {i}\n{noise}", namespace=find_folder_namespace(folder))
            )
    engine.close()

    async def session(client: Client) -> None:
        result = await client.call_tool("memory_recall", {"query": "deploy step", "limit": 30, "max_tokens": budget})
        assert not result.is_error, text(result)
        assert tokens(result) <= budget
        assert "deploy" in text(result)

    talk(Repositories(folder), session)


def test_bad_requests_say_what_would_do(folder: Path):
    async def session(client: Client) -> None:
        for said, tool, arguments in (
            ("decision", "memory_write", {"content": "x", "kind": "rumour"}),
            ("no memory", "memory_write", {"content": "x", "supersedes": "nobody"}),
            ("credential", "memory_write", {"content": "token ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"}),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error and said in text(result), (tool, text(result))
        empty = await client.call_tool("memory_recall", {"query": "anything at all"})
        assert "nothing is remembered" in text(empty)

    talk(Repositories(folder), session)


NOTES = (
    ("decision", "Rows are saved in one transaction"),
    ("decision", "The importer is written in Go"),
    ("preference", "Short functions are liked here"),
    ("insight", "The importer hangs when its pipe is full"),
)


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        ({}, {"decision", "preference", "insight"}),
        ({"about": ["."]}, {"decision", "preference", "insight"}),
        ({"since": "2020-01-01"}, {"decision", "preference", "insight"}),
        ({"kind": "decision"}, {"decision"}),
        ({"query": "list all decisions"}, {"decision"}),
        ({"query": "recent decisions"}, {"decision"}),
        ({"query": "what did we decide today?"}, {"decision"}),
        ({"query": "which preferences do we have?"}, {"preference"}),
        ({"query": "gotchas"}, {"insight"}),
        ({"query": "what should I know about this project?"}, {"decision", "preference", "insight"}),
        ({"query": "everything you remember"}, {"decision", "preference", "insight"}),
    ],
)
def test_a_question_for_a_list_gets_one(asked: dict[str, object], kinds: set[str], folder: Path):
    async def session(client: Client) -> None:
        for kind, content in NOTES:
            await client.call_tool("memory_write", {"content": content, "kind": kind})
        found = await client.call_tool("memory_recall", asked)
        assert not found.is_error, text(found)
        told = [content for _, content in NOTES if content in text(found)]
        assert told == [content for kind, content in NOTES if kind in kinds]

    talk(Repositories(folder), session)


def test_memory_is_called_empty_only_when_it_is(folder: Path):
    async def session(client: Client) -> None:
        assert "nothing is remembered here yet" in text(await client.call_tool("memory_recall", {"query": "pelicans"}))
        assert "nothing is remembered here yet" in text(await client.call_tool("memory_recall", {}))
        await client.call_tool("memory_write", {"content": NOTES[0][1], "kind": "decision"})
        found = text(await client.call_tool("memory_recall", {"query": "pelicans"}))
        assert "nothing matches; 1 memory exists, newest:" in found and NOTES[0][1] in found
        none = text(await client.call_tool("memory_recall", {"query": "pelicans", "kind": "habit"}))
        assert "nothing is remembered" in none

    talk(Repositories(folder), session)


def test_what_is_important_is_listed_before_what_is_as_new(folder: Path, capsys: pytest.CaptureFixture[str]):
    for text_of, more in (("Plain old note", ()), ("Weighty note", ("--importance", "0.9")), ("Plain new note", ())):
        assert main(["memory", "add", text_of, *more, "-C", str(folder)]) == 0
    capsys.readouterr()
    assert main(["memory", "recall", "-C", str(folder)]) == 0
    shown = capsys.readouterr().out
    order = [shown.index(name) for name in ("Weighty note", "Plain new note", "Plain old note")]
    assert order == sorted(order)


def test_decisions_without_a_topic_are_the_newest(folder: Path, capsys: pytest.CaptureFixture[str]):
    for number in range(25):
        assert main(["memory", "add", f"Choice number {number} was made", "--kind", "decision", "-C", str(folder)]) == 0
    capsys.readouterr()
    assert main(["memory", "decisions", "-C", str(folder)]) == 0
    shown = [line for line in capsys.readouterr().out.splitlines() if "Choice" in line]
    assert shown[0].strip() == "Choice number 24 was made" and len(shown) == 20


def test_a_memory_is_found_by_the_new_name_of_its_code(folder: Path):
    body = "    def {0}(self, row):\n        kept = [row, len(row), sorted(row)]\n        return kept\n"
    (folder / "store.py").write_text("class Store:\n" + body.format("save"))
    index_repository(folder, load(folder))

    async def session(client: Client) -> None:
        note = {"content": "Callers rely on the order", "about": ["Store.save"]}
        assert not (await client.call_tool("memory_write", note)).is_error
        (folder / "store.py").write_text("class Store:\n" + body.format("keep"))
        index_repository(folder, load(folder))
        for name in ("Store.keep", "keep", "Store.save"):
            found = await client.call_tool("memory_recall", {"about": [name]})
            assert "Callers rely on the order" in text(found), name
        assert (
            "Callers"
            not in text(await client.call_tool("memory_recall", {"about": ["Store.other"]})).split("nothing")[0]
        )

    talk(Repositories(folder), session)
