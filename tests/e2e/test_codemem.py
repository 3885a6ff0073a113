"""The toolset `codemem` through the official client, with the requests its users write, on a workspace of crates."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import validate
from mcp import Client, StdioServerParameters
from support.memory import TestEngine

from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Anchor, AnchorKind, Relationship
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import make_server
from codegraph.server.repositories import Repositories
from codegraph.server.tools.codemem import ranks

FILES = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/codemem-core/Cargo.toml": '[package]\nname = "codemem-core"\nversion = "0.1.0"\n',
    "crates/codemem-core/src/lib.rs": """
        /// One remembered thing.
        pub struct MemoryNode { pub id: String }

        impl MemoryNode {
            pub fn new(id: &str) -> MemoryNode { MemoryNode { id: id.to_string() } }
        }

        /// Parse a JSON config file.
        pub fn parse_config(text: &str) -> MemoryNode { MemoryNode::new(text) }
        """,
    "crates/codemem-storage/Cargo.toml": '[package]\nname = "codemem-storage"\nversion = "0.1.0"\n'
    '[dependencies]\ncodemem-core = { path = "../codemem-core" }\n[dev-dependencies]\ntempfile = "3"\n',
    "crates/codemem-storage/src/lib.rs": """
        use codemem_core::{parse_config, MemoryNode};

        pub struct Storage { node: MemoryNode }

        impl Storage {
            /// Open the database.
            pub fn open(path: &str) -> Storage { Storage { node: parse_config(path) } }
        }
        """,
    "crates/codemem-mcp/Cargo.toml": '[package]\nname = "codemem-mcp"\nversion = "0.1.0"\n'
    '[dependencies]\ncodemem-storage = { path = "../codemem-storage" }\nserde_json = "1"\n',
    "crates/codemem-mcp/src/lib.rs": """
        use codemem_storage::Storage;

        pub struct McpServer { storage: Storage }

        impl McpServer {
            pub fn start() -> McpServer { McpServer { storage: Storage::open("db") } }
            pub fn handle_request(&self, method: &str) -> bool { route(method) }
        }

        fn route(method: &str) -> bool { method.len() > 3 }

        #[test]
        fn handle_request_answers() { assert!(McpServer::start().handle_request("tools/call")); }
        """,
}
STORE = "rust:crates/codemem-storage/src/lib.rs"

OPEN = Anchor(AnchorKind.SYMBOL, "", f"{STORE}::Storage.open")

Ask = Callable[..., Any]


def make_workspace(root: Path) -> Path:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [line.removeprefix("        ") for line in text.split("\n")]
        path.write_text("\n".join(lines).lstrip("\n"), encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("work") / "project")


@pytest.fixture
def call(home: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Calls a tool of a new server, as after a restart, through the client. Gives the value in the text, having checked
    that the structured content is the same, wrapped when it is a list, and follows the output schema."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))

    def ask(name: str, **arguments: object) -> Any:
        reply, schema = anyio.run(_ask, root, name, arguments)
        assert not reply.is_error, reply.content[0].text
        (block,) = reply.content
        value = json.loads(block.text)
        assert reply.structured_content == (value if isinstance(value, dict) else {"result": value})
        validate(reply.structured_content, schema)
        return value

    return ask


async def _ask(root: Path, name: str, arguments: dict[str, object]) -> tuple[Any, dict[str, Any]]:
    async with Client(make_server(choose(("codemem",)), Repositories(root), structured=True)) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        return await client.call_tool(name, arguments), listed[name].output_schema or {}


def refused(root: Path, name: str, **arguments: object) -> str:
    reply, _ = anyio.run(_ask, root, name, arguments)
    assert reply.is_error
    return reply.content[0].text


# ---- the codebase


def test_index_codebase_counts_what_it_did(call: Ask, root: Path):
    value = call("index_codebase", path=str(root))
    assert list(value) == [
        "files_scanned", "files_parsed", "files_skipped", "symbols", "references", "edges_resolved", "symbols_embedded",
    ]  # fmt: skip
    assert value["files_parsed"] == 7  # four are manifests
    assert value["files_scanned"] == value["files_parsed"] + value["files_skipped"]
    assert value["references"] >= value["edges_resolved"] > 0


def test_search_symbols_finds_part_of_a_name_and_narrows_by_kind(call: Ask):
    (found,) = call("search_symbols", query="handle_request", kind="method", limit=10)
    assert list(found) == [
        "name", "qualified_name", "kind", "signature", "file_path", "line_start", "line_end", "visibility", "parent",
    ]  # fmt: skip
    assert (found["name"], found["kind"], found["file_path"]) == (
        "handle_request", "method", "crates/codemem-mcp/src/lib.rs",
    )  # fmt: skip
    assert found["parent"].endswith("McpServer")
    every = [(one["name"], one["kind"]) for one in call("search_symbols", query="LE_REQ")]
    assert every == [("handle_request", "method"), ("handle_request_answers", "test")]
    assert [one["kind"] for one in call("search_symbols", query="request", kind="test")] == ["test"]
    assert call("search_symbols", query="100%_") == []
    assert len(call("search_symbols", query="e", limit=2)) == 2


@pytest.mark.parametrize(
    "name",
    [
        "codemem_mcp::McpServer::handle_request",
        "McpServer::handle_request",
        "crates/codemem-mcp/src/lib.rs:7",
        "sym:rust:crates/codemem-mcp/src/lib.rs::McpServer.handle_request",
    ],
)
def test_get_symbol_info_takes_any_unambiguous_name(call: Ask, name: str):
    value = call("get_symbol_info", qualified_name=name)
    assert list(value) == [
        "name", "qualified_name", "kind", "signature", "visibility", "file_path", "line_start", "line_end",
        "doc_comment", "parent",
    ]  # fmt: skip
    assert value["name"] == "handle_request"
    assert call("get_symbol_info", qualified_name=value["qualified_name"]) == value


def test_an_unknown_or_ambiguous_symbol_is_an_error_with_candidates(call: Ask, root: Path):
    assert "handle_request" in refused(root, "get_symbol_info", qualified_name="handle_reqest")
    assert "crates/codemem-core/src/lib.rs" in refused(root, "get_symbol_info", qualified_name="lib.rs")
    assert "did you mean `query`" in refused(root, "search_symbols", qurey="x")


def test_get_dependencies_tells_edges_by_direction(call: Ask):
    incoming = call("get_dependencies", qualified_name="codemem_storage::Storage::open", direction="incoming")
    assert {"source", "target", "relationship", "weight"} == set(incoming[0])
    assert [(one["source"].rpartition("::")[2], one["relationship"]) for one in incoming] == [
        ("McpServer.start", "CALLS")
    ]
    outgoing = call("get_dependencies", qualified_name="codemem_storage::Storage::open", direction="outgoing")
    assert ("rust:crates/codemem-core/src/lib.rs::parse_config", "CALLS") in {
        (one["target"], one["relationship"]) for one in outgoing
    }
    both = call("get_dependencies", qualified_name="codemem_storage::Storage::open")
    assert len(both) == len(incoming) + len(outgoing)
    assert all(0 < one["weight"] <= 1 for one in both)


def test_get_impact_follows_dependents_and_not_what_the_symbol_needs(call: Ask):
    value = call("get_impact", qualified_name="codemem_core::MemoryNode", depth=3)
    assert list(value) == ["symbol", "depth", "direct_dependents", "reachable_nodes", "reachable", "note"]
    assert value["note"].startswith("known as: ")
    assert (value["symbol"], value["depth"]) == ("codemem_core::MemoryNode", 3)
    labels = [one["label"] for one in value["reachable"]]
    assert {"parse_config", "open", "start"} <= set(labels)
    assert "route" not in labels
    assert value["reachable_nodes"] == len(labels)
    assert f"{STORE}::Storage" in {one["source"] for one in value["direct_dependents"]} | {
        one["id"] for one in value["reachable"]
    }
    near = call("get_impact", qualified_name="parse_config", depth=1)
    assert [one["label"] for one in near["reachable"]] == ["open"]
    assert [one["source"] for one in near["direct_dependents"]] == [f"{STORE}::Storage.open"]


def test_review_diff_says_what_a_diff_still_to_be_applied_changes(call: Ask, root: Path):
    path = next(name for name, text in FILES.items() if "fn route" in text)
    before = (root / path).read_text(encoding="utf-8")
    after = before.replace("method.len() > 3", "method.len() > 4")
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"a/{path}", f"b/{path}")
    value = call("review_diff", diff="".join(lines))
    assert [(one["label"], one["change"]) for one in value["changed_symbols"]] == [("route", "body")]
    assert [one["label"] for one in value["direct_dependents"]] == ["handle_request"]
    assert [one["label"] for one in value["tests"]] == ["handle_request_answers"]
    assert value["affected_files"] == [path]
    assert 0 < value["risk_score"] < 1
    assert (root / path).read_text(encoding="utf-8") == before


def test_an_empty_diff_is_called_that_and_no_option_of_a_shell(call: Ask, root: Path):
    told = refused(root, "review_diff", diff="")
    assert "the diff is empty" in told and "--" not in told


def test_review_diff_takes_the_diff_of_a_whole_branch(call: Ask):
    lines = "".join(f"+# a line of a long text, number {n}\n" for n in range(5_000))
    diff = f"--- /dev/null\n+++ b/notes.py\n@@ -0,0 +1,5001 @@\n{lines}+def far_down(): ...\n"
    changed = call("review_diff", diff=diff)["changed_symbols"]
    assert [(one["label"], one["change"]) for one in changed] == [("notes", "added")]


def test_get_clusters_groups_symbols_of_this_codebase_largest_first(call: Ask):
    value = call("get_clusters", resolution=1.5)
    assert list(value) == ["cluster_count", "resolution", "clusters"]
    assert (value["resolution"], value["cluster_count"]) == (1.5, len(value["clusters"]))
    sizes = [cluster["size"] for cluster in value["clusters"]]
    assert sizes == sorted(sizes, reverse=True)
    assert all(len(cluster["members"]) == cluster["size"] for cluster in value["clusters"])
    assert [cluster["cluster_id"] for cluster in value["clusters"]] == list(range(len(sizes)))


def test_get_pagerank_ranks_what_is_leant_on(call: Ask):
    value = call("get_pagerank", top_k=10, damping=0.85)
    assert (value["damping"], value["top_k"]) == (0.85, 10)
    assert list(value["results"][0]) == ["id", "pagerank", "kind", "label"]
    scores = [float(one["pagerank"]) for one in value["results"]]
    assert scores == sorted(scores, reverse=True)
    assert "MemoryNode" in [one["label"] for one in value["results"][:3]]
    assert call("get_pagerank", top_k=3, damping=0.5)["results"] != value["results"][:3]
    page = call("get_pagerank", top_k=4, offset=4)
    assert page["results"] == value["results"][4:8] and "more with `offset` 8" in page["note"]


def test_search_code_finds_by_description(call: Ask):
    found = call("search_code", query="parse JSON config file", k=5)
    assert list(found[0]) == [
        "qualified_name", "kind", "label", "similarity", "file_path", "line_start", "line_end", "signature",
        "doc_comment",
    ]  # fmt: skip
    assert found[0]["label"] == "parse_config"
    assert found[0]["doc_comment"] == "Parse a JSON config file."
    assert len(found) <= 5
    assert 0.2 < float(found[0]["similarity"]) <= 1.0


def test_similarity_means_the_same_in_every_answer(call: Ask):
    def best(query: str) -> float:
        return max((float(one["similarity"]) for one in call("search_code", query=query, k=5)), default=0.0)

    assert 2 * best("the") < best("parse JSON config file") < 1
    assert best("parse JSON config file about pelicans, quinces and tides") < best("parse JSON config file")


def test_get_cross_repo_reports_the_workspace_and_its_links(call: Ask, root: Path):
    value = call("get_cross_repo", path=str(root))
    assert list(value) == ["root", "workspaces", "packages", "dependencies_count", "dependencies", "links"]
    (workspace,) = value["workspaces"]
    assert (workspace["kind"], len(workspace["members"])) == ("cargo", 3)
    assert {"name": "tempfile", "version": "3", "dev": True, "manifest": "crates/codemem-storage/Cargo.toml"} in value[
        "dependencies"
    ]
    assert value["dependencies_count"] == len(value["dependencies"]) == 4
    assert {(one["name"], one["source"]) for one in value["links"]} == {
        ("codemem-core", "crates/codemem-storage/Cargo.toml"),
        ("codemem-storage", "crates/codemem-mcp/Cargo.toml"),
    }
    assert call("get_cross_repo") == value


def test_graph_traverse_walks_outwards_in_either_order(call: Ask):
    reached = call("graph_traverse", start_id="McpServer::start", max_depth=3, algorithm="dfs")
    assert list(reached[0]) == ["id", "kind", "label", "memory_id", "depth", "edges"]
    assert (reached[0]["label"], reached[0]["memory_id"]) == ("start", None)
    labels = [one["label"] for one in reached]
    assert {"open", "parse_config"} <= set(labels)
    assert "handle_request_answers" not in labels
    broad = call("graph_traverse", start_id="McpServer::start", max_depth=3)
    assert {one["id"] for one in broad} == {one["id"] for one in reached}
    assert len(broad) == len({one["id"] for one in broad})
    assert len(call("graph_traverse", start_id="McpServer::start", max_depth=0)) == 1


def test_graph_traverse_crosses_from_memories_to_code(call: Ask, home: Path):
    engine = TestEngine(home)
    why = engine.store("Open the database once\nand keep it", anchors=(OPEN,))
    first = engine.store("Requests were slow")
    with engine.write() as recording:
        notes.link(recording, first.id, why.id, Relationship.LEADS_TO)
    reached = call("graph_traverse", start_id=first.id, max_depth=3)
    assert [one["label"] for one in reached[:3]] == ["Requests were slow", "Open the database once and keep it", "open"]
    assert [one["memory_id"] for one in reached[:3]] == [first.id, why.id, None]
    assert reached[0]["kind"] == "memory"
    assert "parse_config" in [one["label"] for one in reached]
    relations = [[edge["relationship"] for edge in one["edges"]] for one in reached[:3]]
    assert relations == [[], ["LEADS_TO"], ["ANCHORED_TO"]]


def test_graph_traverse_goes_against_edges_to_callers_and_memories(call: Ask, home: Path, root: Path):
    engine = TestEngine(home, seed=1)
    why = engine.store("Open the database lazily", anchors=(OPEN,), namespace=find_folder_namespace(root))
    elsewhere = engine.store("Another project opens it too", anchors=(OPEN,), namespace="commit:elsewhere")
    assert why.id not in [one["id"] for one in call("graph_traverse", start_id="Storage::open")]
    reached = {one["id"]: one for one in call("graph_traverse", start_id="Storage::open", direction="incoming")}
    assert reached[why.id]["edges"] == [
        {"source": why.id, "relationship": "ANCHORED_TO", "target": OPEN.target, "weight": 1.0}
    ]
    assert elsewhere.id not in reached
    callers = [one for one in reached.values() if one["depth"] == 1 and one["memory_id"] is None]
    assert {edge["relationship"] for one in callers for edge in one["edges"]} >= {"CALLS", "CONTAINS"}
    assert all(edge["target"] == OPEN.target for one in callers for edge in one["edges"] if one["label"] == "start")
    both = call("graph_traverse", start_id="Storage::open", direction="both", max_depth=1)
    assert {why.id, "parse_config"} <= {one["id"] for one in both} | {one["label"] for one in both}


def test_an_association_names_what_there_is(call: Ask, home: Path, root: Path):
    why = TestEngine(home, seed=2).store("Open the database for reading")
    made = call("associate_memories", source_id=why.id, target_id="Storage::open", relationship="EXPLAINS")
    assert made["target_id"] == OPEN.target
    for missing in ("crates/codemem-storage/src/lib.rs::Storage.opne", "Storage::opne", "opne"):
        said = refused(root, "associate_memories", source_id=why.id, target_id=missing, relationship="EXPLAINS")
        assert "no memory and no symbol" in said and "open" in said, said
    assert "no memory and no symbol" in refused(root, "store_memory", content="opened twice", links=["Storage::opne"])


# ---- the store


def test_weights_are_normalised_kept_over_a_restart_and_omitted_ones_stay(call: Ask, home: Path):
    before = call("set_scoring_weights")["weights"]
    assert before["vector_similarity"] == pytest.approx(0.25)
    value = call("set_scoring_weights", vector_similarity=0.4, graph_strength=0.3, token_overlap=0.1)
    assert value["updated"] is True
    assert list(value["weights"]) == list(before)
    total = 0.4 + 0.3 + 0.1 + 0.1 + 0.1 + 0.05 * 3
    assert value["weights"]["vector_similarity"] == pytest.approx(0.4 / total)
    assert value["weights"]["temporal"] == pytest.approx(0.1 / total)
    assert sum(value["weights"].values()) == pytest.approx(1)
    assert call("set_scoring_weights") == value
    with MemoryEngine(home).read() as memories:
        assert memories.read_weights().graph_strength == pytest.approx(0.3 / total)
        assert memories.read_weights().scope == 0.10


def test_the_weight_of_the_scope_counts_where_a_recall_says_what_it_is_about(call: Ask, home: Path, root: Path):
    engine = TestEngine(home, seed=3)
    engine.store("Retries are counted apart", namespace=find_folder_namespace(root))
    here = engine.store("Retries are counted here", namespace=find_folder_namespace(root), anchors=(OPEN,))
    assert {hit["score_breakdown"]["scope"] for hit in call("recall_memory", query="retries counted")} == {0.0}
    value = call("set_scoring_weights", scope=0.5)
    assert value["scope"] == 0.5 and sum(value["weights"].values()) == pytest.approx(1)
    for tool in ("recall_memory", "recall_with_expansion", "recall_with_impact"):
        best = call(tool, query="retries counted", about=["Storage.open"])[0]
        assert (best["id"], best["score_breakdown"]["scope"]) == (here.id, 1.0), tool
    call("set_scoring_weights", scope=0.1)


def test_what_does_not_fit_into_one_answer_is_read_page_by_page(call: Ask, root: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ranks, "MOST_TOKENS", 4_000)
    whole = call("codemem_stats")["repositories"][0]["symbols"]
    found: list[str] = []
    while len(found) < whole:
        page = call("get_pagerank", top_k=1000, offset=len(found))["results"]
        assert page
        found += [row["id"] for row in page]
    assert len(found) == len(set(found)) == whole
    first = call("get_clusters")["clusters"][0]
    members: list[str] = []
    while len(members) < first["size"]:
        (page,) = call("get_clusters", cluster_id=0, offset=len(members))["clusters"]
        members += page["members"]
    assert len(set(members)) == first["size"] and members[: len(first["members"])] == first["members"]
    assert "there is no cluster 999" in refused(root, "get_clusters", cluster_id=999)


def test_a_namespace_has_the_name_and_the_folder_of_its_repository(call: Ask, root: Path):
    id = call("store_memory", content="Folders are told")["id"]
    listed = {one["name"]: one["folder"] for one in call("list_namespaces")["namespaces"]}
    assert listed[root.name] == str(root) and find_folder_namespace(root) not in listed
    for name in (root.name, find_folder_namespace(root)):
        found = call("namespace_stats", namespace=name)
        assert (found["namespace"], found["count"] > 0) == (root.name, True)
        assert id in [hit["id"] for hit in call("recall_memory", query="Folders are told", namespace=name)]
        assert id in [one["id"] for one in call("export_memories", namespace=name)]
        assert call("store_memory", content="Folders are told", namespace=name)["status"] == "duplicate"


def test_a_part_of_a_codebase_that_is_indexed_does_not_take_its_place(
    call: Ask, root: Path, tmp_path: Path, monkeypatch
):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    call("index_codebase", path=str(root))
    before = call("search_symbols", query="handle_request")
    reply, _ = anyio.run(_ask, root, "index_codebase", {"path": str(root / "crates/codemem-core")})
    assert "is a part of" in json.loads(reply.content[0].text)["note"]
    assert call("search_symbols", query="handle_request") == before != []


def test_all_weights_zero_is_refused(call: Ask, root: Path):
    names = "vector_similarity graph_strength token_overlap temporal tag_matching importance confidence recency"
    assert "all weights are 0" in refused(root, "set_scoring_weights", **dict.fromkeys(names.split(), 0))
    assert "`recency` is -1" in refused(root, "set_scoring_weights", recency=-1)


def test_statistics_are_told_by_repository(call: Ask, home: Path, root: Path, tmp_path: Path):
    call("index_codebase", path=str(root))
    call("store_memory", content="The database is opened by `Storage::open` and nowhere else")
    value = call("codemem_stats")
    assert list(value)[:4] == ["storage", "vector", "graph", "embeddings"]
    assert list(value["storage"]) == ["memories", "embeddings", "graph_nodes", "graph_edges"]
    assert value["repository"] == str(root)
    assert [one["root"] for one in value["repositories"]] == [str(root)]
    memories = value["storage"]["memories"]
    symbols = value["repositories"][0]["symbols"]
    assert value["graph"]["nodes"] == value["storage"]["graph_nodes"] == symbols + memories
    assert value["graph"]["node_kinds"]["memory"] == memories > 0
    assert value["graph"]["relationship_types"]["ANCHORED_TO"] > 0
    assert value["graph"]["node_kinds"]["struct"] == 3
    assert value["graph"]["relationship_types"]["CALLS"] >= 4


def test_health_names_each_part(call: Ask):
    value = call("codemem_health")
    assert list(value) == ["healthy", "storage", "vector", "graph", "embeddings"]
    assert value["healthy"] is True
    assert (value["storage"], value["graph"], value["embeddings"]) == ("ok", "ok", "ok")


def test_a_folder_outside_the_roots_is_refused(call: Ask, root: Path, tmp_path: Path):
    for name in ("index_codebase", "get_cross_repo"):
        assert "outside" in refused(root, name, path=str(tmp_path.parent))


def test_the_codebase_indexed_last_is_meant_and_same_named_symbols_stay_apart(
    call: Ask, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    make_workspace(tmp_path / "one")
    two = make_workspace(tmp_path / "two")
    (two / "crates/codemem-mcp/src/lib.rs").write_text("pub fn handle_request() {}\n", encoding="utf-8")

    async def ask() -> list[Any]:
        server = make_server(choose(("codemem",)), Repositories(tmp_path))
        async with Client(server) as client:
            values = []
            for folder in ("one", "two"):
                await client.call_tool("index_codebase", {"path": str(tmp_path / folder)})
                reply = await client.call_tool("search_symbols", {"query": "handle_request", "limit": 10})
                values.append(json.loads(reply.content[0].text))
            return values

    one, two_found = anyio.run(ask)
    assert [(s["name"], s["kind"]) for s in one] == [("handle_request", "method"), ("handle_request_answers", "test")]
    assert [(s["name"], s["kind"]) for s in two_found] == [("handle_request", "function")]


def test_a_server_process_answers_right_after_its_start(home: Path, root: Path, call: Ask):
    call("index_codebase", path=str(root))
    environment = {**os.environ, "CODEGRAPH_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["-m", "codegraph", "serve", "--toolsets", "codemem"]
    parameters = StdioServerParameters(command=sys.executable, args=command, env=environment, cwd=root)

    async def ask() -> Any:
        async with Client(parameters) as client:
            return await client.call_tool("search_symbols", {"query": "handle_request", "kind": "method"})

    reply = anyio.run(ask)
    assert json.loads(reply.content[0].text)[0]["name"] == "handle_request"
