"""The server as a client of the official SDK meets it, in both eras of the protocol."""

from __future__ import annotations

import shutil
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ListRootsResult, Root
from support.serving import ERAS, copy_sample, talk, text, tokens

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.tools.tool_table import choose
from codegraph.query.index import Index
from codegraph.query_results import Freshness
from codegraph.server.app import make_server
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A work tree that is not indexed yet."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    return copy_sample("storefront", tmp_path / "shop")


@pytest.fixture
def indexed(shop: Path) -> Path:
    index_repository(shop, load(shop))
    return shop


@pytest.mark.parametrize("era", ERAS)
def test_the_four_code_tools_are_listed_with_schemas_and_hints(storefront: Path, era: str):
    async def session(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"code_explore", "code_search", "code_symbol", "code_impact"} <= set(tools)
        search = tools["code_search"]
        assert search.input_schema["required"] == ["query"]
        assert search.output_schema is None
        assert search.annotations is not None and search.annotations.read_only_hint
        assert search.annotations.open_world_hint is False

    talk(Repositories(storefront), session, mode=era)


@pytest.mark.parametrize("era", ERAS)
def test_a_server_that_was_told_to_answers_with_structure_as_well(storefront: Path, era: str):
    async def session(client: Client) -> None:
        search = await client.call_tool("code_search", {"query": "order", "limit": 3})
        assert not search.is_error and search.structured_content is not None
        assert len(search.structured_content["hits"]) == 3 and "storefront/orders" in text(search)
        name = search.structured_content["hits"][0]["id"]
        for tool in ("code_symbol", "code_impact"):
            answer = await client.call_tool(tool, {"symbol": name})
            assert not answer.is_error and answer.structured_content["symbol"]["id"] == name  # type: ignore[index]
        explored = await client.call_tool("code_explore", {"query": "how does Application.handle work?"})
        assert not explored.is_error and explored.structured_content["symbols"]  # type: ignore[index]

    talk(Repositories(storefront), session, mode=era, structured=True)


def test_a_long_diff_is_taken(storefront: Path):
    lines = "".join(f"+# a line of a long text, number {n}\n" for n in range(5_000))
    diff = f"--- /dev/null\n+++ b/notes.py\n@@ -0,0 +1,5001 @@\n{lines}+def far_down(): ...\n"

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_impact", {"diff": diff})
        assert not answer.is_error and "notes.py" in text(answer)

    talk(Repositories(storefront), session)


def test_files_are_named_by_their_whole_path_as_well(storefront: Path):
    file = "storefront/reports.py"

    async def session(client: Client) -> None:
        for tool, argument, spelt in (
            ("code_symbol", "symbol", "{}"), ("code_symbol", "symbol", "{}:3"), ("code_impact", "symbol", "{}"),
        ):  # fmt: skip
            short = await client.call_tool(tool, {argument: spelt.format(file)})
            whole = await client.call_tool(tool, {argument: spelt.format(storefront / file)})
            assert not short.is_error and text(whole) == text(short)
        for path in ("storefront/", f"{storefront}/storefront", "**/orders/*.py"):
            found = await client.call_tool("code_search", {"query": "order", "path": path})
            assert found.structured_content["hits"]  # type: ignore[index]
        outside = await client.call_tool("code_symbol", {"symbol": f"{storefront.parent}/{file}"})
        assert outside.is_error and "no symbol" in text(outside)

    talk(Repositories(storefront), session, structured=True)


def test_a_path_that_means_no_file_is_told(storefront: Path):
    async def session(client: Client) -> None:
        for tool in ("code_search", "code_explore"):
            answer = await client.call_tool(tool, {"query": "order", "path": "nosuch/"})
            assert "no indexed file is meant by the path nosuch/" in text(answer)
        answer = await client.call_tool("code_search", {"query": "zzzqq", "path": "storefront"})
        assert "no indexed file" not in text(answer)

    talk(Repositories(storefront), session)


def test_pages_continue_where_the_last_one_ended(storefront: Path):
    async def session(client: Client) -> None:
        whole = await client.call_tool("code_search", {"query": "order", "limit": 9})
        seen: list[str] = []
        cursor = ""
        for _ in range(3):
            page = (
                await client.call_tool("code_search", {"query": "order", "limit": 3, "cursor": cursor})
            ).structured_content
            assert page is not None
            seen += [hit["id"] for hit in page["hits"]]
            cursor = page.get("cursor", "")
        assert seen == [hit["id"] for hit in whole.structured_content["hits"]]  # type: ignore[index]
        other = await client.call_tool("code_search", {"query": "price", "cursor": cursor})
        assert other.is_error and "another question" in text(other)

    talk(Repositories(storefront), session, structured=True)


def test_a_cursor_of_an_older_generation_says_to_ask_again(indexed: Path):
    async def session(client: Client) -> None:
        page = await client.call_tool("code_search", {"query": "order", "limit": 2})
        (indexed / "storefront" / "later.py").write_text("def order_later():\n    return 1\n")
        index_repository(indexed, load(indexed))
        cursor = page.structured_content["cursor"]  # type: ignore[index]
        stale = await client.call_tool("code_search", {"query": "order", "limit": 2, "cursor": cursor})
        assert stale.is_error and "without a cursor" in text(stale)

    talk(Repositories(indexed), session, structured=True)


def test_a_new_generation_is_seen_without_a_restart(indexed: Path):
    async def session(client: Client) -> None:
        assert (await client.call_tool("code_symbol", {"symbol": "brand_new"})).is_error
        (indexed / "storefront" / "fresh.py").write_text("def brand_new():\n    return 1\n")
        index_repository(indexed, load(indexed))
        found = await client.call_tool("code_symbol", {"symbol": "brand_new"})
        assert found.structured_content is not None and found.structured_content["generation"] == 2

    talk(Repositories(indexed), session, structured=True)


def test_an_edit_is_in_the_next_answer(indexed: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "600")  # however busy the machine is

    async def session(client: Client) -> None:
        assert (await client.call_tool("code_symbol", {"symbol": "brand_new"})).is_error
        (indexed / "storefront" / "fresh.py").write_text("def brand_new():\n    return 1\n")
        found = await client.call_tool("code_symbol", {"symbol": "brand_new"})
        assert found.structured_content is not None and found.structured_content["fresh"] is True

    talk(Repositories(indexed), session, structured=True)


def test_a_call_compares_the_files_once(indexed: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "0")
    (indexed / "storefront" / "settings.py").write_text("TAX = 1\n")
    compared: list[Freshness] = []
    compare = Index.compute_freshness
    monkeypatch.setattr(Index, "compute_freshness", lambda *given: compared.append(compare(*given)) or compared[-1])

    async def session(client: Client) -> None:
        for _ in range(2):
            assert not (await client.call_tool("code_search", {"query": "order"})).is_error

    talk(Repositories(indexed), session)
    assert len(compared) == 2


def test_an_answer_says_how_far_behind_its_generation_is(indexed: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "0")
    (indexed / "storefront" / "settings.py").write_text("TAX = 1\n")

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "order"})
        assert answer.structured_content is not None and answer.structured_content["fresh"] is False
        heading = text(answer).splitlines()[0]
        assert "generation 1, " in heading and " old · 1 file behind: storefront/settings.py" in heading
        unknown = await client.call_tool("code_symbol", {"symbol": "no_such_symbol"})
        assert unknown.is_error and "is 1 file behind: storefront/settings.py" in text(unknown)

    talk(Repositories(indexed), session, structured=True)


def test_a_small_repository_is_indexed_when_it_is_first_asked_about(shop: Path):
    told: list[tuple[float, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append((done, message))

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "order"}, progress_callback=progress)
        assert not answer.is_error and answer.structured_content["generation"] == 1  # type: ignore[index]

    talk(Repositories(shop), session, structured=True)
    assert [done for done, _ in told] == sorted({done for done, _ in told}), "progress only grows"
    assert told[-1] == (100.0, "commit")


@pytest.mark.parametrize("structured", [False, True])
def test_while_a_repository_is_indexed_its_text_answers(shop: Path, structured: bool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "0")

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "order total", "path": "storefront/orders"})
        assert not answer.is_error and "Not indexed yet: indexing has started (about " in text(answer)
        if structured:
            assert answer.structured_content is not None and answer.structured_content["fresh"] is False
            assert answer.structured_content["matches"][0]["file"].startswith("storefront/orders/")  # type: ignore[index]

    with hold_writer_lock(get_index_folder(load(shop).home, shop).lock):
        talk(Repositories(shop), session, structured=structured)


def test_the_tools_of_other_systems_say_that_indexing_has_started(shop: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "0")

    async def session(client: Client) -> None:
        answer = await client.call_tool("search_symbols", {"query": "order"})
        assert (
            answer.is_error and "Not indexed yet: indexing has started" in text(answer) and "ask again" in text(answer)
        )

    with hold_writer_lock(get_index_folder(load(shop).home, shop).lock):
        talk(Repositories(shop), session, toolsets=("codemem",))


def test_errors_name_what_is_wrong_and_what_would_be_right(storefront: Path):
    async def session(client: Client) -> None:
        unknown = await client.call_tool("code_serch", {"query": "x"})
        assert unknown.is_error and "code_search" in text(unknown)
        misspelt = await client.call_tool("code_search", {"querry": "x"})
        assert misspelt.is_error and "did you mean `query`" in text(misspelt)
        typed = await client.call_tool("code_search", {"query": 5, "limit": "many", "kind": ["klass"]})
        assert typed.is_error
        for word in ("`query` is 5", "`limit` is 'many'", "must be one of", "class"):
            assert word in text(typed)
        nobody = await client.call_tool("code_symbol", {"symbol": "Aplication"})
        assert nobody.is_error and "Application" in text(nobody)

    talk(Repositories(storefront), session)


def test_an_ambiguous_name_lists_its_candidates_and_answers_about_none(storefront: Path):
    async def session(client: Client) -> None:
        answer = await client.call_tool("code_symbol", {"symbol": "__init__"})
        assert answer.is_error and answer.structured_content is None
        assert text(answer).count("python:") > 2

    talk(Repositories(storefront), session)


@pytest.mark.parametrize("tool", ["code_explore", "code_symbol", "code_impact", "code_search"])
@pytest.mark.parametrize("budget", [500, 800, 2000])
def test_a_reply_stays_within_its_budget_and_says_what_it_left_out(storefront: Path, tool: str, budget: int):
    async def session(client: Client) -> None:
        asked = {
            "code_explore": {"query": "how do orders work?", "limit": 30},
            "code_search": {"query": "o", "limit": 100},
        }
        arguments = asked.get(tool, {"symbol": "weblet/application.py"})
        answer = await client.call_tool(tool, arguments | {"max_tokens": budget})
        whole = await client.call_tool(tool, arguments | {"max_tokens": 20_000})
        assert tokens(answer) <= budget
        if tokens(whole) > budget and tool != "code_impact":
            assert "shown" in text(answer) and "next:" in text(answer)

    talk(Repositories(storefront), session)


def test_a_path_outside_the_roots_is_refused_whether_or_not_it_exists(indexed: Path, tmp_path: Path):
    other = copy_sample("fieldnotes", tmp_path / "other")
    (indexed / "link").symlink_to(other)

    async def session(client: Client) -> None:
        for repo in (str(other), "../other", "link", "/", "/nonexistent/place", str(indexed) + "/../other"):
            answer = await client.call_tool("code_search", {"query": "note", "repo": repo})
            assert answer.is_error and "outside" in text(answer), repo
            assert "--allow-root" in text(answer)

    talk(Repositories(indexed), session, structured=True)

    async def allowed(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "note", "repo": str(other)})
        assert not answer.is_error and answer.structured_content["root"] == str(other)  # type: ignore[index]

    talk(Repositories(indexed, allowed=(other,)), allowed, structured=True)


def test_the_clients_root_is_the_repository_that_is_meant(indexed: Path, tmp_path: Path):
    notes = copy_sample("fieldnotes", tmp_path / "notes")

    async def roots(context) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=notes.as_uri())])  # type: ignore[arg-type]

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "note"})
        assert answer.structured_content is not None and answer.structured_content["root"] == str(notes)
        back = await client.call_tool("code_search", {"query": "order", "repo": str(indexed)})
        assert back.structured_content is not None and back.structured_content["root"] == str(indexed)

    talk(Repositories(indexed), session, mode="legacy", list_roots_callback=roots, structured=True)

    async def distrusted(client: Client) -> None:
        answer = await client.call_tool("code_search", {"query": "order"})
        assert answer.structured_content is not None and answer.structured_content["root"] == str(indexed)
        assert (await client.call_tool("code_search", {"query": "x", "repo": str(notes)})).is_error

    talk(Repositories(indexed, trusting=False), distrusted, mode="legacy", list_roots_callback=roots, structured=True)


def test_a_repository_that_was_deleted_under_the_server_is_an_error(indexed: Path):
    async def session(client: Client) -> None:
        assert not (await client.call_tool("code_symbol", {"symbol": "Application"})).is_error
        shutil.rmtree(indexed)
        for tool, arguments in (("code_symbol", {"symbol": "Application"}), ("code_search", {"query": "order"})):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error and "Traceback" not in text(answer) and str(indexed) in text(answer)

    talk(Repositories(indexed), session)


def test_two_servers_and_a_writer_share_one_store(indexed: Path):
    async def session(client: Client) -> None:
        async def ask(of: Client) -> None:
            for _ in range(5):
                answer = await of.call_tool("code_search", {"query": "order"})
                assert not answer.is_error, text(answer)

        async def rebuild() -> None:
            for number in range(3):
                (indexed / "storefront" / "settings.py").write_text(f"TAX = {number}\n")
                await anyio.to_thread.run_sync(lambda: index_repository(indexed, load(indexed), force=True, wait_s=60))

        async with Client(make_server(choose(), Repositories(indexed))) as second, anyio.create_task_group() as group:
            group.start_soon(ask, client)
            group.start_soon(ask, second)
            group.start_soon(rebuild)

    talk(Repositories(indexed), session)


@pytest.mark.parametrize("era", ERAS)
def test_resources_and_prompts_are_there(storefront: Path, era: str):
    async def session(client: Client) -> None:
        templates = (await client.list_resource_templates()).resource_templates
        assert {t.uri_template for t in templates} == {"codegraph://symbol/{id}", "codegraph://file/{path}"}
        assert [str(r.uri) for r in (await client.list_resources()).resources] == ["codegraph://status"]
        for uri, word in (
            ("codegraph://status", "generation 1"),
            ("codegraph://file/weblet/application.py", "Application"),
            ("codegraph://symbol/python:weblet/application.py::Application", "class Application"),
        ):
            contents = (await client.read_resource(uri)).contents
            assert word in contents[0].text, uri  # type: ignore[union-attr]
        for uri in ("codegraph://file/no/such.py", "codegraph://file/../../etc/passwd", "codegraph://symbol/nobody"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        prompts = (await client.list_prompts()).prompts
        assert [p.name for p in prompts] == ["explain_subsystem", "plan_change", "review_diff"]
        prompt = await client.get_prompt("plan_change", {"change": "store prices in cents"})
        assert "store prices in cents" in prompt.messages[0].content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="needs `topic`"):
            await client.get_prompt("explain_subsystem", {})

    talk(Repositories(storefront), session, mode=era)
