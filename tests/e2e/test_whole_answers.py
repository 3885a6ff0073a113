"""Every tool gives the model of every client the whole answer, whether it reads texts or structured content."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp_types import CallToolResult
from support.clients import StandIn
from support.gitrepo import GitRepo

from codegraph.cli.app import main
from codegraph.operations.tools.tool_spec import Toolset
from codegraph.operations.tools.tool_table import choose, find_tool
from codegraph.server.app import make_server
from codegraph.server.repositories import Repositories

MARKER = "Zanzibar"
"""Stands in the source, and in everything that is written."""

SOURCE = f'''\
def {MARKER}_total(rows):
    """Add up the rows of the {MARKER} ledger."""
    return sum(rows)


def {MARKER}_report(rows):
    return {MARKER}_total(rows), {MARKER}_total(rows[1:])
'''
DIFF = f"""\
diff --git a/ledger.py b/ledger.py
--- a/ledger.py
+++ b/ledger.py
@@ -1,3 +1,3 @@
-def {MARKER}_total(rows):
+def {MARKER}_total(rows, start=0):
     \"\"\"Add up the rows of the {MARKER} ledger.\"\"\"
     return sum(rows)
"""
NAME = f"{MARKER}_total"
SAID = f"The {MARKER} ledger keeps its amounts in integer cents"
QUERY = f"{MARKER} ledger"

PLAIN = frozenset({"engram_remember", "assemble_context", "pattern_insights"})
"""Tools of other systems whose value is a text."""

Arguments = Callable[[dict[str, Any]], dict[str, Any]]
Check = Callable[["Step", CallToolResult, dict[str, Any] | None, Any], None]
"""Checks the result of a step, with the output schema of its tool and the value of its text."""


class Step(NamedTuple):
    """A call. `arguments` makes its arguments from earlier answers, by the name of the tool."""

    tool: str
    arguments: Arguments | dict[str, Any]
    marked: bool = True  # whether what it reads names what was written


def fixed(**arguments: Any) -> dict[str, Any]:
    return arguments


STEPS = (
    Step("index_codebase", fixed(path="."), marked=False),
    Step("code_explore", fixed(query=NAME)),
    Step("code_search", fixed(query=NAME)),
    Step("code_symbol", fixed(symbol=NAME)),
    Step("code_impact", fixed(symbol=NAME)),
    Step("memory_write", fixed(content=SAID, kind="decision", about=[NAME])),
    Step("memory_recall", fixed(query=QUERY)),
    Step("memory_timeline", fixed(since="today")),
    Step("memory_feedback", fixed(outcome="worked"), marked=False),
    Step("search_symbols", fixed(query=MARKER)),
    Step("get_symbol_info", fixed(qualified_name=NAME)),
    Step("get_dependencies", fixed(qualified_name=NAME)),
    Step("get_impact", fixed(qualified_name=NAME)),
    Step("review_diff", fixed(diff=DIFF)),
    Step("get_clusters", {}),
    Step("get_cross_repo", {}),
    Step("get_pagerank", {}),
    Step("search_code", fixed(query=f"{MARKER} total")),
    Step("set_scoring_weights", fixed(importance=0.2), marked=False),
    Step("graph_traverse", fixed(start_id=NAME)),
    Step("codemem_stats", {}, marked=False),
    Step("codemem_health", {}, marked=False),
    Step("store_memory", fixed(content=f"{MARKER} exports go out as CSV", namespace=MARKER, tags=[MARKER]), False),
    Step("recall_memory", fixed(query=QUERY)),
    Step("recall_with_expansion", fixed(query=QUERY)),
    Step("recall_with_impact", fixed(query=QUERY)),
    Step("update_memory", lambda e: {"id": e["store_memory"]["id"], "content": f"{MARKER} exports go out as JSON"}, False),
    Step(
        "import_memories",
        fixed(memories=[{"content": f"{MARKER} imports are read twice"}, {"content": f"{MARKER} rows are sorted"}]),
        False,
    ),
    Step(
        "associate_memories",
        lambda e: {
            "source_id": e["import_memories"]["ids"][0],
            "target_id": e["import_memories"]["ids"][1],
            "relationship": "RELATES_TO",
        },
        False,
    ),
    Step("refine_memory", lambda e: {"id": e["import_memories"]["ids"][0], "content": f"{MARKER} imports: once"}, False),
    Step(
        "split_memory",
        lambda e: {"id": e["import_memories"]["ids"][1], "parts": [{"content": "rows"}, {"content": "sorted"}]},
        False,
    ),
    Step(
        "merge_memories",
        lambda e: {"source_ids": e["import_memories"]["ids"], "content": f"{MARKER} imports, all of it"},
        False,
    ),
    Step("codemem_metrics", {}, False),
    Step("export_memories", fixed(namespace=MARKER)),
    Step("list_namespaces", {}),
    Step("namespace_stats", fixed(namespace=MARKER)),
    Step("consolidate_decay", fixed(dry_run=True), False),
    Step("consolidate_creative", fixed(dry_run=True), False),
    Step("consolidate_cluster", fixed(dry_run=True), False),
    Step("consolidate_forget", fixed(dry_run=True), False),
    Step("consolidate_summarize", fixed(dry_run=True), False),
    Step("consolidation_status", {}, False),
    Step("get_decision_chain", fixed(topic=MARKER)),
    Step("detect_patterns", {}, False),
    Step("pattern_insights", {}, False),
    Step("kronroe_remember", fixed(text=f"Ada Quill maintains {MARKER}.")),
    Step("assert_fact", fixed(subject=MARKER, predicate="port", object="8080")),
    Step("kronroe_recall", fixed(query=f"Who maintains {MARKER}?")),
    Step("recall_scored", fixed(query=f"Who maintains {MARKER}?")),
    Step("assemble_context", fixed(query=f"Who maintains {MARKER}?", max_tokens=400)),
    Step("facts_about", fixed(entity=MARKER)),
    Step("what_changed", fixed(entity=MARKER, since="2020-01-01T00:00:00Z")),
    Step("memory_health", fixed(entity=MARKER)),
    Step("recall_for_task", fixed(task=f"Change the port of {MARKER}", subject=MARKER)),
    Step("correct_fact", lambda e: {"fact_id": e["assert_fact"]["fact_id"], "new_value": "9090"}),
    Step("invalidate_fact", lambda e: {"fact_id": e["correct_fact"]["fact_id"]}),
    Step("engram_remember", fixed(fact=f"Our {MARKER} ledger closes on Friday", kind="project")),
    Step("engram_recall", fixed(query=QUERY)),
    Step("kumiho_memory_store", fixed(user_text=SAID, title=f"{MARKER} cents", memory_type="decision"), False),
    Step("kumiho_memory_engage", fixed(query=QUERY)),
    Step("kumiho_memory_recall", fixed(query=f"{QUERY} amounts")),
    Step("kumiho_memory_retrieve", fixed(query=QUERY)),
    Step("kumiho_fulltext_search", fixed(query=MARKER)),
    Step(
        "kumiho_memory_reflect",
        fixed(session_id="s", response="done", captures=[{"type": "fact", "title": MARKER, "content": SAID}]),
        False,
    ),
    Step("kumiho_memory_ingest", fixed(user_id="ada", session_id="t", message=f"What of the {MARKER} ledger?")),
    Step("kumiho_memory_add_response", fixed(session_id="t", response="Integer cents."), False),
    Step("kumiho_memory_consolidate", fixed(session_id="t")),
    Step("kumiho_memory_store_execution", fixed(task=f"Rebuild {MARKER}", stdout="built"), False),
    Step(
        "kumiho_memory_discover_edges",
        lambda e: {"revision_kref": e["kumiho_memory_store"]["kref"], "summary": SAID},
        False,
    ),
    Step("kumiho_memory_dream_state", fixed(dry_run=True), False),
    Step("kumiho_resolve_kref", lambda e: {"kref": e["kumiho_memory_store_execution"]["kref"]}, False),
    Step("kumiho_get_edges", lambda e: {"revision_kref": e["kumiho_memory_store"]["kref"]}, False),
    Step("kumiho_get_revision_by_tag", lambda e: {"item_kref": e["kumiho_memory_store"]["item_kref"], "tag": "latest"}, False),
    Step("memory_engage", fixed(query=f"{MARKER} amounts")),
    Step("memory_reflect", fixed(session_id="u", response="done"), False),
    Step("memory_retrieve", fixed(query=QUERY)),
    Step("memory_search", {}),
    Step("memory_fulltext", fixed(query=MARKER)),
    Step("memory_get_item", lambda e: {"kref": e["kumiho_memory_store"]["item_kref"]}),
    Step("memory_resolve_kref", lambda e: {"kref": e["kumiho_memory_store"]["item_kref"]}, False),
    Step("memory_get_revision_by_tag", lambda e: {"item_kref": e["kumiho_memory_store"]["item_kref"], "tag": "latest"}, False),
    Step("memory_store", fixed(user_text=f"{MARKER} rows are never deleted"), False),
    Step("memory_graph", {}),
    Step("kumiho_deprecate_item", lambda e: {"item_kref": e["memory_store"]["item_kref"]}, False),
    Step("kimetsu_brain_record", fixed(lesson=f"Run the {MARKER} migrations before its tests", kind="convention")),
    Step("kimetsu_brain_context", fixed(query=f"the {MARKER} migrations")),
    Step("cite_memory", lambda e: {"memory_id": e["kimetsu_brain_context"]["capsules"][0]["id"]}, False),
    Step("kimetsu_brain_memory_blame", lambda e: {"run_id": e["kimetsu_brain_context"]["run_id"]}),
    Step("kimetsu_brain_insights", {}, False),
    Step("kimetsu_brain_memory_conflicts", {}, False),
    Step("kimetsu_brain_status", {}, False),
    Step("delete_memory", lambda e: {"id": e["store_memory"]["id"]}, False),
    Step("delete_namespace", fixed(namespace="elsewhere", confirm=True), False),
)  # fmt: skip


def test_the_steps_call_every_tool():
    assert sorted(step.tool for step in STEPS) == sorted(o.name for o in choose(("all",)))


@pytest.fixture
def ledger(folder: Path) -> Path:
    GitRepo.make(folder, {"ledger.py": SOURCE, "pyproject.toml": f'[project]\nname = "{MARKER}"\nversion = "1"\n'})
    return folder


def whole_session(folder: Path, *, structured: bool, check: Check) -> None:
    """Call every tool, and check each result."""

    async def session() -> None:
        server = make_server(choose(("all",)), Repositories(folder), structured=structured)
        with anyio.fail_after(240):
            async with Client(server) as client:
                schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
                earlier: dict[str, Any] = {}
                for step in STEPS:
                    if step.tool == "engram_recall":
                        assert main(["memory", "approve", "mem-0001", "-q"]) == 0
                    given = step.arguments(earlier) if callable(step.arguments) else step.arguments
                    result = await client.call_tool(step.tool, given)
                    answer = StandIn.FIRST.read(result)
                    assert not result.is_error, (step.tool, answer)
                    earlier[step.tool] = value_of(step.tool, answer)
                    check(step, result, schemas[step.tool], earlier[step.tool])

    anyio.run(session)


def value_of(tool: str, answer: str) -> Any:
    return answer if tool in PLAIN or find_tool(tool).toolset is Toolset.DEFAULT else json.loads(answer)


def test_every_client_receives_the_whole_answer_of_every_tool_as_one_text(ledger: Path):
    def check(step: Step, result: CallToolResult, schema: dict[str, Any] | None, value: Any) -> None:
        assert schema is None and result.structured_content is None, step.tool
        assert len(result.content) == 1, step.tool
        for client in StandIn:
            assert client.read(result) == StandIn.FIRST.read(result), (step.tool, client)
            assert not step.marked or MARKER in client.read(result), (step.tool, client)

    whole_session(ledger, structured=False, check=check)


def test_structured_content_holds_all_that_the_text_says(ledger: Path):
    def check(step: Step, result: CallToolResult, schema: dict[str, Any] | None, value: Any) -> None:
        structured = result.structured_content
        assert schema is not None and structured is not None
        Draft202012Validator(schema).validate(structured)
        assert len(result.content) == 1, step.tool
        if find_tool(step.tool).toolset is Toolset.DEFAULT:
            assert structured["text"] == value, step.tool
        else:
            assert structured == (value if isinstance(value, dict) else {"result": value}), step.tool
        for client in StandIn:
            assert not step.marked or MARKER in client.read(result), (step.tool, client)

    whole_session(ledger, structured=True, check=check)


@pytest.mark.parametrize("structured", [False, True])
def test_an_error_is_one_text(ledger: Path, structured: bool):
    async def session() -> None:
        async with Client(make_server(choose(), Repositories(ledger), structured=structured)) as client:
            for tool, arguments in (("code_symbol", {}), ("code_symbol", {"symbol": "nowhere"}), ("no_tool", {})):
                result = await client.call_tool(tool, arguments)
                assert result.is_error and len(result.content) == 1 and result.structured_content is None
                assert all(re.match("error: ", client.read(result)) for client in StandIn)

    anyio.run(session)
