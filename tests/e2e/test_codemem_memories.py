"""The tools of the toolset `codemem` about memories, through a client of a server process over stdio."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.serving import Tools, talk, talk_over_stdio, text

from codegraph.server.repositories import Repositories

EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("recall_memory", {"query": "which web framework did we choose?", "k": 3, "namespace": "/Users/dev/myproject"}),
    ("recall_memory", {"query": "error handling patterns", "k": 5, "memory_type": "pattern"}),
    (
        "recall_with_expansion",
        {"query": "authentication flow", "k": 5, "expansion_depth": 2, "namespace": "/Users/dev/myproject"},
    ),
    ("recall_with_impact", {"query": "authentication middleware", "k": 5}),
    (
        "store_memory",
        {
            "content": "Team decided to use Axum over Actix for the API layer",
            "memory_type": "decision",
            "importance": 0.8,
            "tags": ["api", "framework", "axum"],
            "namespace": "/Users/dev/myproject",
        },
    ),
    (
        "store_memory",
        {
            "content": "Use serde_json::Value for dynamic JSON handling",
            "memory_type": "pattern",
            "importance": 0.6,
            "tags": ["serde", "json"],
            "namespace": "/home/dev/project",
        },
    ),
    (
        "update_memory",
        {
            "id": "a1b2c3d4-5678-9abc-def0-123456789abc",
            "content": "Updated: use Axum 0.8 with Tower middleware",
            "importance": 0.9,
        },
    ),
    (
        "associate_memories",
        {"source_id": "aaa-111", "target_id": "bbb-222", "relationship": "LEADS_TO", "weight": 0.8},
    ),
    ("graph_traverse", {"start_id": "aaa-111", "max_depth": 3, "algorithm": "dfs"}),
    ("codemem_stats", {}),
    ("codemem_health", {}),
    ("set_scoring_weights", {"vector_similarity": 0.4, "graph_strength": 0.3, "token_overlap": 0.1}),
    ("export_memories", {"namespace": "/Users/dev/myproject", "memory_type": "decision", "limit": 50}),
    (
        "import_memories",
        {
            "memories": [
                {
                    "content": "Always run clippy before committing",
                    "memory_type": "habit",
                    "importance": 0.7,
                    "tags": ["workflow", "rust", "linting"],
                },
                {
                    "content": "The auth module uses JWT with RS256",
                    "memory_type": "context",
                    "namespace": "/Users/dev/myproject",
                },
            ]
        },
    ),
    ("list_namespaces", {}),
    ("namespace_stats", {"namespace": "/Users/dev/myproject"}),
    ("delete_namespace", {"namespace": "/Users/dev/old-project", "confirm": True}),
    ("consolidate_decay", {"threshold_days": 14}),
    ("consolidate_creative", {}),
    ("consolidate_cluster", {}),
    ("consolidate_forget", {"importance_threshold": 0.15}),
    ("consolidation_status", {}),
    ("get_decision_chain", {"file_path": "src/auth.rs"}),
    ("detect_patterns", {"min_frequency": 2, "namespace": "/Users/dev/myproject"}),
    ("pattern_insights", {"min_frequency": 2}),
    ("delete_memory", {"id": "a1b2c3d4-5678-9abc-def0-123456789abc"}),
)

SEEDED = {
    "memories": [
        {"id": "a1b2c3d4-5678-9abc-def0-123456789abc", "content": "use Axum"},
        {"id": "aaa-111", "content": "first"},
        {"id": "bbb-222", "content": "second"},
        {"content": "left over", "namespace": "/Users/dev/old-project"},
        {"content": "sessions live in src/auth.rs", "memory_type": "decision"},
    ]
}


@pytest.fixture
def served(folder: Path):
    def run(session) -> None:
        talk(Repositories(folder), session, toolsets=("codemem",))

    return run


@pytest.fixture
def started(folder: Path):
    """As `served`, by a process of its own, which has counted no call yet."""

    def run(session) -> None:
        talk_over_stdio(folder, session, arguments=("--toolsets", "codemem"))

    return run


def test_every_example_of_its_documentation_is_answered(served):
    answers: dict[str, Any] = {}

    async def session(client: Client) -> None:
        call = Tools(client)
        await call("import_memories", **SEEDED)
        for name, arguments in EXAMPLES:
            answers.setdefault(name, await call(name, **arguments))

    served(session)
    stored = answers["store_memory"]
    assert list(stored) == ["id", "status", "content_hash", "graph_node_created"]
    assert (stored["status"], stored["graph_node_created"]) == ("stored", True)
    assert answers["update_memory"]["id"] == "a1b2c3d4-5678-9abc-def0-123456789abc"
    assert answers["associate_memories"]["relationship"] == "LEADS_TO"
    assert sum(answers["set_scoring_weights"]["weights"].values()) == pytest.approx(1)
    assert [m["memory_type"] for m in answers["export_memories"]] == ["decision"]
    assert answers["import_memories"]["imported"] == 2
    listed = {one["name"]: one["memory_count"] for one in answers["list_namespaces"]["namespaces"]}
    assert listed["/Users/dev/myproject"] == 2
    assert answers["namespace_stats"]["type_distribution"] == {"context": 1, "decision": 1}
    assert "codegraph memory undo" in answers["delete_namespace"].pop("note")
    assert answers["delete_namespace"] == {"deleted": 1, "namespace": "/Users/dev/old-project"}
    assert answers["consolidate_decay"]["threshold_days"] == 14
    assert set(answers["consolidation_status"]["cycles"]) == {"decay", "creative", "cluster", "forget"}
    assert answers["get_decision_chain"]["chain_length"] == 1
    assert answers["pattern_insights"].startswith("# ")
    assert answers["delete_memory"]["deleted"] is True


SIGNALS = (
    "vector_similarity",
    "graph_strength",
    "token_overlap",
    "temporal",
    "tag_matching",
    "importance",
    "confidence",
    "recency",
    "scope",
)


def test_recall_in_its_three_forms(served):
    async def session(client: Client) -> None:
        call = Tools(client)
        one = dict(EXAMPLES[4][1])
        axum = (await call("store_memory", **one))["id"]
        for i in range(30):
            await call("store_memory", content=f"Web framework gossip number {i} from the forum", namespace="/crowd")
        why = await call(
            "store_memory",
            content="Tower middleware was what tipped the scales",
            namespace=one["namespace"],
            memory_type="decision",
        )
        await call("associate_memories", source_id=axum, target_id=why["id"], relationship="LEADS_TO")
        asked = {"query": "which web framework did we choose?", "namespace": one["namespace"]}
        (hit, *_) = await call("recall_memory", **asked, k=3)
        assert list(hit)[:6] == ["id", "content", "memory_type", "importance", "score", "score_breakdown"]
        assert (hit["id"], hit["memory_type"], hit["importance"]) == (axum, "decision", 0.8)
        assert tuple(hit["score_breakdown"]) == SIGNALS and all(0 <= v <= 1 for v in hit["score_breakdown"].values())
        near = await call("recall_memory", query="Axum or Actix for the API layer?", k=1)
        far = [h for h in await call("recall_memory", query="forum gossip", k=40) if h["id"] == axum]
        assert near[0]["id"] == axum and near[0]["score_breakdown"]["vector_similarity"] > 0.4
        assert all(
            h["score_breakdown"]["vector_similarity"] < near[0]["score_breakdown"]["vector_similarity"] for h in far
        )
        assert await call("recall_memory", **asked, memory_type="habit") == []
        paths = {h["id"]: h["expansion_path"] for h in await call("recall_with_expansion", **asked, k=5)}
        assert paths[axum] == "direct" and paths[why["id"]] == f"via LEADS_TO from {axum}"
        impact = {h["id"]: h["impact"] for h in await call("recall_with_impact", **asked)}
        assert impact[axum]["connected_decisions"] == [why["id"]]
        assert impact[axum]["modification_count"] == 0
        assert "from 1 to 500" in await call.fails("recall_memory", query="x", k=0)
        for tool in ("recall_memory", "recall_with_expansion", "recall_with_impact"):
            assert "`query` is empty" in await call.fails(tool, query=" "), tool
        assert isinstance(await call("recall_memory", query="", about=["src/auth.rs"]), list)
        forgotten = await call("consolidate_forget", importance_threshold=0.6, dry_run=True)
        assert forgotten["deleted"] == 31  # being recalled saved none of them

    served(session)


def test_what_is_stored_answers_to_a_server_that_was_started_later(started):
    async def first(client: Client) -> None:
        stored = await Tools(client)("store_memory", content="kept", tags=["t"])
        await Tools(client)("set_scoring_weights", recency=0.5)
        kept.append(stored["id"])

    async def second(client: Client) -> None:
        call = Tools(client)
        exported = await call("export_memories")
        assert [(m["id"], m["content"], m["tags"]) for m in exported] == [(kept[0], "kept", ["t"])]
        weights = (await call("set_scoring_weights"))["weights"]
        assert weights["recency"] > weights["vector_similarity"]  # omitted weights keep their current value

    kept: list[str] = []
    started(first)
    started(second)


def test_memories_made_of_memories(started):
    async def session(client: Client) -> None:
        call = Tools(client)
        old = (await call("store_memory", content="Retry three times", memory_type="decision", tags=["net"]))["id"]
        refined = await call("refine_memory", id=old, content="Retry five times", importance=0.9)
        assert refined == {"old_id": old, "new_id": refined["new_id"], "relationship": "EVOLVED_INTO"}
        parts = await call(
            "split_memory", id=refined["new_id"], parts=[{"content": "Retry"}, {"content": "Five times"}]
        )
        assert (len(parts["parts"]), parts["relationship"]) == (2, "PART_OF")
        merged = await call("merge_memories", source_ids=parts["parts"], content="Both")
        exported = {m["id"]: m for m in await call("export_memories")}
        assert (exported[merged["merged_id"]]["memory_type"], exported[merged["merged_id"]]["importance"]) == (
            "insight",
            0.7,
        )
        assert {e["relationship"] for e in exported[merged["merged_id"]]["edges"]} == {"SUMMARIZES"}
        assert old not in exported
        chain = await call("get_decision_chain", topic="retry")
        assert [d["content"] for d in chain["decisions"]][:2] == ["Retry three times", "Retry five times"]
        for part in parts["parts"]:
            await call("associate_memories", source_id=part, target_id=refined["new_id"], relationship="RELATES_TO")
        summary = await call("consolidate_summarize", cluster_size=2)
        assert summary["summarized"] == 1 and summary["method"] == "extractive"
        assert (await call("consolidate_summarize", cluster_size=2))["summarized"] == 0
        metrics = (await call("codemem_metrics"))["tools"]
        assert metrics["associate_memories"]["calls"] == 2 and metrics["store_memory"]["p95_ms"] > 0

    started(session)


def test_bad_values_are_named_with_what_would_do(served):
    secret = "ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"

    async def session(client: Client) -> None:
        call = Tools(client)
        for said, name, arguments in (
            ("decision, pattern", "store_memory", {"content": "x", "memory_type": "rumour"}),
            ("from 0 to 1", "store_memory", {"content": "x", "importance": 1.5}),
            ("`content` is empty", "store_memory", {"content": "  "}),
            ("content", "store_memory", {"content": "x" * 70_000}),
            ("GitHub token", "store_memory", {"content": f"push with {secret}"}),
            ("no memory", "update_memory", {"id": "nobody", "content": "x"}),
            ("no memory", "delete_memory", {"id": "nobody"}),
            ("LEADS_TO", "associate_memories", {"source_id": "a", "target_id": "b", "relationship": "LOVES"}),
            ("confirm", "delete_namespace", {"namespace": "x", "confirm": False}),
            ("file_path", "get_decision_chain", {}),
            ("memories", "import_memories", {"memories": "text"}),
            ("at least two", "split_memory", {"id": "only", "parts": [{"content": "x"}]}),
            ("at least two", "merge_memories", {"source_ids": ["only"], "content": "x"}),
        ):
            if name in ("split_memory", "merge_memories"):
                await call("import_memories", memories=[{"id": "only", "content": "only one"}])
            message = await call.fails(name, **arguments)
            assert said in message, (name, message)
            assert secret not in message
        skipped = await call("import_memories", memories=[{"content": "fine"}, {"content": ""}, {"importance": 2}])
        assert (skipped["imported"], skipped["skipped"]) == (1, 2)

    served(session)


def test_deleting_archives_and_the_user_can_undo_it(served):
    async def session(client: Client) -> None:
        call = Tools(client)
        id = (await call("store_memory", content="do not lose me"))["id"]
        result = await client.call_tool("delete_memory", {"id": id})
        assert "codegraph memory undo" in json.loads(text(result))["note"]
        assert await call("export_memories") == []
        assert "archived" in await call.fails("update_memory", id=id, content="x")

    served(session)


def test_a_note_says_that_its_code_changed_until_it_is_written_again(folder):
    source = folder / "vault.py"
    rest = "\ndef lock_door():\n    pass\n"
    source.write_text("class Vault:\n    def open_door(self):\n        return True\n" + rest)

    async def session(client: Client) -> None:
        call = Tools(client)
        await call("index_codebase", path=str(folder))
        note = await call("store_memory", content="`open_door` never fails", namespace=str(folder))

        async def told() -> str:
            return text(await client.call_tool("memory_recall", {"query": "does opening the door fail?"}))

        assert "changed since" not in await told()
        source.write_text("class Vault:\n    def open_door(self):\n        raise OSError\n" + rest)
        assert "changed since: python:vault.py::Vault.open_door" in await told()
        await call("update_memory", id=note["id"], content="`open_door` may fail, `lock_door` does not")
        assert "changed since" not in await told()
        source.write_text("class Vault:\n    def open_door(self):\n        raise OSError\n\ndef lock_door():\n    1\n")
        assert "changed since: python:vault.py::lock_door" in await told()
        better = await call("refine_memory", id=note["id"], content="only `open_door` may fail")
        assert "changed since" not in await told() and better["new_id"] in await told()

    talk_over_stdio(folder, session, arguments=("--toolsets", "default,codemem"))
