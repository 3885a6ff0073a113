"""Notes beside the code that they are about, with whether they still hold."""

from __future__ import annotations

import json
import os
from pathlib import Path

import networkx as nx
import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import talk, text, tokens

from codegraph.analysis.pagerank import compute_pagerank
from codegraph.analysis.reference_algorithms import build_digraph
from codegraph.memory.event_codec import decode_event, encode_event
from codegraph.memory.events import MemoryAnchored
from codegraph.memory.memory_model import Anchor, AnchorKind
from codegraph.operations.context import Context
from codegraph.operations.memory.whole_graph import join_memories
from codegraph.operations.network import USES, load_network
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load

CONFIG = "RETRIES = 0\nTIMEOUT = 30\n"
NET = """def connect(url, attempts=1):
    return [url] * attempts


class Session:
    limit = 5

    def open(self, url):
        return connect(url)
"""
CLIENT = """from shop.config import RETRIES
from shop.net import Session, connect


class Client:
    def fetch(self, url):
        session = Session()
        for _ in range(RETRIES):
            session.open(url)
        return connect(url), session.limit

    def close(self):
        return None


def main():
    return Client().fetch("x")
"""
NOTE = "The gateway retries, so fetch does not"


@pytest.fixture
def shop(folder: Path, cg) -> GitRepo:
    """A project with a decision about `Client.fetch`."""
    repo = GitRepo.make(folder, {"shop/config.py": CONFIG, "shop/net.py": NET, "shop/client.py": CLIENT})
    assert cg("index", "--no-vectors")[0] == 0
    assert cg("memory", "add", NOTE, "--kind", "decision", "--about", "Client.fetch")[0] == 0
    return repo


def known(cg, *words: str) -> list[tuple[str, str, str]]:
    """State, relation and premises of the notes that a verb shows."""
    code, found, err = cg(*words)
    assert code == 0, err
    return [(note["state"], note["relation"], note["because"]) for note in found["knowledge"]]


def state(cg) -> tuple[str, str]:
    """State and premises of the one decision, as `symbol` shows them."""
    ((found, _, because),) = known(cg, "symbol", "Client.fetch")
    return found, because


def replace(repo: GitRepo, path: str, old: str, new: str) -> None:
    before = (repo.root / path).read_text()
    assert old in before
    repo.write({path: before.replace(old, new)})


def test_a_decision_is_shown_beside_its_symbol_its_class_and_what_it_depends_on(shop, cg):
    assert known(cg, "symbol", "Client.fetch") == [("fresh", "symbol", "")]
    assert known(cg, "explore", "Client.fetch") == [("fresh", "symbol", "")]
    assert known(cg, "impact", "Client.fetch") == [("fresh", "symbol", "")]
    assert known(cg, "impact", "connect") == [("fresh", "dependent", "")]
    assert known(cg, "symbol", "connect") == []
    for verb in (("symbol", "Client.fetch"), ("explore", "Client.fetch"), ("impact", "connect")):
        assert NOTE in cg(*verb, text=True)[1]


def test_notes_on_a_class_and_on_a_file_are_shown_with_what_is_in_them(shop, cg):
    cg("memory", "add", "Clients are made by hand", "--about", "Client")
    cg("memory", "add", "No import at run time here", "--about", "shop/client.py")
    assert known(cg, "symbol", "Client.close") == [("fresh", "class", ""), ("fresh", "file", "")]


@pytest.mark.parametrize(
    ("path", "old", "new", "because"),
    [
        ("shop/config.py", "RETRIES = 0", "RETRIES = 3", "RETRIES 0 → 3"),
        ("shop/net.py", "limit = 5", "limit = 50", "limit 5 → 50"),
        ("shop/net.py", "attempts=1", "attempts=2", "signature of connect"),
        ("shop/net.py", "def open(self, url)", "def open(self, url, wait=False)", "signature of open"),
    ],
)
def test_what_the_body_rests_on_makes_it_suspect_and_a_revert_clears_it(shop, cg, path, old, new, because):
    replace(shop, path, old, new)
    assert state(cg) == ("suspect", because)
    assert f"suspect: {because}" in cg("symbol", "Client.fetch", text=True)[1]
    assert f"suspect: {because}" in cg("memory", "recall", "gateway retries", text=True)[1]
    assert cg("memory", "stale")[1]["stale"][0]["anchors"][0]["because"] == because
    replace(shop, path, new, old)
    assert state(cg) == ("fresh", "")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("shop/net.py", "return [url] * attempts", "return [url, url] * attempts"),
        ("shop/config.py", "TIMEOUT = 30", "TIMEOUT = 60"),
        ("shop/config.py", "RETRIES = 0", "RETRIES = 0  # none"),
        ("shop/config.py", "RETRIES = 0", "RETRIES: int = 0"),
        ("shop/client.py", "def main():", "def main(unused=None):"),
    ],
)
def test_what_it_does_not_rest_on_leaves_it_fresh(shop, cg, path, old, new):
    replace(shop, path, old, new)
    assert state(cg) == ("fresh", "")


def test_a_change_of_the_body_itself_is_no_suspicion(shop, cg):
    replace(shop, "shop/config.py", "RETRIES = 0", "RETRIES = 3")
    replace(shop, "shop/client.py", "range(RETRIES)", "range(RETRIES + 1)")
    assert state(cg) == ("changed", "")


def test_verifying_takes_what_it_rests_on_anew(shop, cg):
    replace(shop, "shop/config.py", "RETRIES = 0", "RETRIES = 3")
    note = cg("memory", "list")[1]["memories"][0]["id"]
    assert cg("memory", "verify", note)[0] == 0
    assert state(cg) == ("fresh", "")
    replace(shop, "shop/config.py", "RETRIES = 3", "RETRIES = 0")
    assert state(cg) == ("suspect", "RETRIES 3 → 0")


def test_a_constant_that_moves_with_its_value_is_no_suspicion(shop, cg):
    shop.write({"shop/config.py": "from shop.limits import RETRIES\n", "shop/limits.py": "RETRIES = 0\n"})
    assert state(cg) == ("fresh", "")
    shop.write({"shop/limits.py": "RETRIES = 4\n"})
    assert state(cg) == ("suspect", "RETRIES 0 → 4")


def test_a_renamed_symbol_keeps_its_notes_under_the_new_name(shop, cg):
    text = CLIENT.replace("fetch", "load")
    shop.write({"shop/client.py": text})
    code, found, _ = cg("symbol", "Client.load")
    assert code == 0
    (note,) = found["knowledge"]
    assert (note["state"], note["target"]) == ("fresh", "python:shop/client.py::Client.load")
    hits = cg("memory", "recall", "--about", "Client.load")[1]["hits"]
    assert [hit["memory"]["content"] for hit in hits] == [NOTE]


def test_a_deleted_method_leaves_its_notes_with_its_class(shop, cg):
    start, end = CLIENT.index("    def fetch"), CLIENT.index("    def close")
    shop.write({"shop/client.py": CLIENT[:start] + CLIENT[end:]})
    assert known(cg, "symbol", "Client") == [("gone", "symbol", "")]
    code, _, err = cg("symbol", "Client.fetch")
    assert code != 0 and "1 note is about code of that name: `codegraph memory recall Client.fetch`" in err
    assert known(cg, "symbol", "Client.close") == []


def test_agents_read_notes_after_the_code_between_fences(shop):
    async def session(client: Client) -> None:
        for tool, asked in (
            ("code_symbol", {"symbol": "Client.fetch"}),
            ("code_explore", {"query": "Client.fetch"}),
            ("code_impact", {"symbol": "connect"}),
        ):
            said = text(await client.call_tool(tool, asked))
            code, _, notes = said.partition("remembered about this code")
            assert "```memory\n" in notes and NOTE in notes and notes.rstrip().endswith("```"), said
            assert "fetch" in code

    talk(Repositories(shop.root), session)


def test_notes_give_way_before_the_code_does(shop, cg):
    lines = [f"    total += values[{n}] * {n}" for n in range(60)]
    shop.write({"shop/sums.py": "\n".join(["def add(values):", "    total = 0", *lines, "    return total", ""])})
    assert cg("memory", "add", "Adding is unrolled on purpose", "--about", "shop.sums.add")[0] == 0

    async def session(client: Client) -> None:
        whole = await client.call_tool("code_symbol", {"symbol": "shop.sums.add"})
        assert "unrolled on purpose" in text(whole) and "return total" in text(whole)
        short = await client.call_tool("code_symbol", {"symbol": "shop.sums.add", "max_tokens": tokens(whole) - 10})
        assert "unrolled on purpose" not in text(short) and "return total" in text(short)

    talk(Repositories(shop.root), session)


def test_notes_of_other_projects_and_archived_ones_are_not_shown(shop, cg):
    note = cg("memory", "list")[1]["memories"][0]["id"]
    cg("memory", "add", "Private to another team", "--namespace", "elsewhere", "--about", "Client.fetch")
    assert len(known(cg, "symbol", "Client.fetch")) == 1
    cg("memory", "delete", note)
    assert known(cg, "symbol", "Client.fetch") == []


def notes_of_change(cg) -> list[tuple[str, str, str]]:
    code, report, err = cg("impact", "--base", "HEAD")
    assert code == 0, err
    return [(note["state"], note["target"], note["because"]) for note in report["notes"]]


@pytest.mark.parametrize(
    ("path", "old", "new", "state", "because"),
    [
        ("shop/config.py", "RETRIES = 0", "RETRIES = 3", "suspect", "value of RETRIES"),
        ("shop/net.py", "attempts=1", "attempts=2", "suspect", "signature of connect"),
        ("shop/net.py", "[url] * attempts", "[url, url] * attempts", "depends on it", ""),
        ("shop/client.py", "connect(url), session", "connect(url[0]), session", "changed", ""),
    ],
)
def test_the_report_on_a_change_shows_notes_on_what_depends_on_it(shop, cg, path, old, new, state, because):
    replace(shop, path, old, new)
    assert notes_of_change(cg) == [(state, "python:shop/client.py::Client.fetch", because)]


def recalled(cg, *words: str) -> list[str]:
    return [hit["memory"]["content"] for hit in cg("memory", "recall", *words)[1]["hits"]]


def test_recall_about_a_symbol_follows_the_graph_with_decreasing_weight(shop, cg):
    for content, about in (
        ("Called at the start", "shop.client.main"),
        ("Opening is cheap", "Session.open"),
        ("Imports are sorted", "shop/client.py"),
        ("Clients are made by hand", "Client"),
        ("Waiting is bounded", "shop.config.TIMEOUT"),
    ):
        cg("memory", "add", content, "--about", about)
    found = recalled(cg, "--about", "Client.fetch")
    assert found[:3] == [NOTE, "Clients are made by hand", "Imports are sorted"]
    assert set(found[3:]) == {"Called at the start", "Opening is cheap"}
    assert recalled(cg, "gateway", "--about", "Client.fetch")[0] == NOTE
    assert "Called at the start" not in recalled(cg, "gateway retries", "--about", "Client.fetch")


def test_a_memory_from_before_the_index_gets_what_it_rests_on_at_the_next_recall(folder, cg):
    repo = GitRepo.make(folder, {"shop/config.py": CONFIG, "shop/net.py": NET, "shop/client.py": CLIENT})
    cg("memory", "add", NOTE, "--about", "python:shop/client.py::Client.fetch")
    assert cg("index", "--no-vectors")[0] == 0
    assert recalled(cg, "--about", "Client.fetch") == [NOTE]
    replace(repo, "shop/config.py", "RETRIES = 0", "RETRIES = 3")
    assert state(cg) == ("suspect", "RETRIES 0 → 3")


def test_a_value_that_is_a_secret_is_not_kept(folder, cg):
    key = "ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
    files = {"app.py": f'API_TOKEN = "{key}"\n\n\ndef call():\n    return API_TOKEN\n'}
    GitRepo.make(folder, files)
    assert cg("index", "--no-vectors")[0] == 0
    assert cg("memory", "add", "Calls use the shared token", "--about", "app.call")[0] == 0
    assert key not in json.dumps(cg("memory", "show", cg("memory", "list")[1]["memories"][0]["id"])[1])
    home = Path(os.environ["CODEGRAPH_HOME"])
    assert not any(key.encode() in path.read_bytes() for path in (home / "memory").rglob("*") if path.is_file())
    (folder / "app.py").write_text(files["app.py"].replace("q1W2", "x9Y8"))
    assert [(s, b) for s, _, b in known(cg, "symbol", "app.call")] == [("suspect", "value of API_TOKEN")]


def ask(shop: GitRepo, tool: str, **arguments: object):
    """The value of a tool of the toolset `codemem`."""
    found: list[object] = []

    async def session(client: Client) -> None:
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, text(result)
        found.append(json.loads(text(result)))

    talk(Repositories(shop.root), session, toolsets=("codemem",))
    return found[0]


FETCH, MAIN = "python:shop/client.py::Client.fetch", "python:shop/client.py::main"


def tie_two_notes(cg) -> tuple[str, str]:
    """A second note about the same code, and a link between both."""
    first = cg("memory", "list")[1]["memories"][0]["id"]
    second = cg("memory", "add", "Sessions are cheap", "--about", "Session.open", "--link", first)[1]["memory"]["id"]
    assert cg("memory", "link", second, "LEADS_TO", first, "--weight", "0.5")[0] == 0
    return first, second


def test_the_page_rank_of_code_and_memories_is_that_of_networkx(shop, cg):
    tie_two_notes(cg)
    context = Context(shop.root, load(shop.root))
    try:
        whole = join_memories(context, load_network(context.index(), USES).graph)
    finally:
        context.close()
    ours = compute_pagerank(whole.graph, tolerance=1e-10, max_iterations=500)
    theirs = nx.pagerank(build_digraph(whole.graph), tol=1e-10, max_iter=500)
    assert len(whole.memories) == 2 and whole.graph.node_count == whole.symbols + 2
    assert ours == pytest.approx([theirs[node] for node in range(whole.graph.node_count)], abs=1e-9)


@pytest.mark.parametrize("measure", ["pagerank", "degree"])
def test_both_engines_rank_memories_with_code_alike(shop, cg, measure):
    first, second = tie_two_notes(cg)

    def ranks(*words: str) -> dict[str, float]:
        found = cg("rank", "--with-memory", "--by", measure, "--limit", "0", *words)[1]
        rows = [(row["symbol"]["id"], row["score"]) for row in found["ranked"]]
        assert found["total"] == len(rows) + len(found["memories"])
        return dict(rows + [(row["memory"]["id"], row["score"]) for row in found["memories"]])

    own = ranks()
    assert {first, second, "python:shop/client.py::Client.fetch"} <= own.keys()
    assert own[first] > own[second]  # which leads to it
    assert ranks("--engine", "networkx") == pytest.approx(own, abs=1e-6)
    shown = cg("rank", "--with-memory", text=True)[1]
    assert f"memory {first[:13]}" in shown and NOTE[:20] in shown


def test_ranks_of_code_alone_show_no_memory(shop, cg):
    tie_two_notes(cg)
    assert cg("rank")[1]["memories"] == []
    assert cg("rank", "--with-memory", "--kind", "method")[1]["memories"] == []
    assert len(cg("rank", "--with-memory", "--limit", "3")[1]["ranked"]) <= 3


@pytest.mark.parametrize("engine", ["codegraph", "louvain"])
def test_memories_are_grouped_with_the_code_they_are_about(shop, cg, engine):
    first, _ = tie_two_notes(cg)
    assert all(cluster["memories"] == 0 for cluster in cg("clusters", "--engine", engine)[1]["clusters"])
    found = cg("clusters", "--with-memory", "--granularity", "1", "--engine", engine)[1]
    assert sum(cluster["memories"] for cluster in found["clusters"]) == 2
    (home,) = [c for c in found["clusters"] if first in {note["id"] for note in c["notes"]}]
    assert home["size"] > 0
    shown = cg("clusters", "--with-memory", text=True)[1]
    assert "memor" in shown and NOTE[:20] in shown


def test_a_graph_without_memories_says_so(folder, cg):
    GitRepo.make(folder, {"shop/net.py": NET})
    assert cg("index", "--no-vectors")[0] == 0
    for verb in ("rank", "clusters"):
        code, _, err = cg(verb, "--with-memory", text=True)
        assert code == 0 and "no memory is tied to the code here" in err


@pytest.mark.parametrize("form", ["graphml", "gexf"])
def test_memories_are_exported_as_a_graph_that_networkx_reads(shop, cg, form):
    first, second = tie_two_notes(cg)
    cg("memory", "add", "Bees\x0b like lavender", "--namespace", "garden")
    read = nx.read_graphml if form == "graphml" else nx.read_gexf
    assert cg("memory", "export", f"notes.{form}")[1]["format"] == form
    graph = read(f"notes.{form}")
    types = {id: data["type"] for id, data in graph.nodes(data=True)}
    assert sorted(types.values()) == ["memory"] * 3 + ["symbol"] * 2
    assert (types[FETCH], graph.nodes[first]["content"], graph.nodes[first]["kind"]) == ("symbol", NOTE, "decision")
    ties = sorted((a, b, data["relationship"], data["weight"]) for a, b, data in graph.edges(data=True))
    assert (first, FETCH, "ANCHOR", 1.0) in ties and (second, first, "LEADS_TO", 0.5) in ties
    assert cg("memory", "export", "--format", form, "--namespace", "garden", text=True)[1].count("lavender") >= 1
    code, _, err = cg("memory", "import", f"notes.{form}")
    assert code == 2 and "format" in err


def test_a_walk_leads_from_a_memory_to_its_symbol_and_its_callers_in_one_call(shop, cg):
    note = cg("memory", "list")[1]["memories"][0]["id"]
    steps = ask(shop, "graph_traverse", start_id=note, max_depth=2, direction="both")
    edges = {step["id"]: [(e["source"], e["relationship"], e["target"]) for e in step["edges"]] for step in steps}
    assert edges[FETCH] == [(note, "ANCHORED_TO", FETCH)]
    assert edges[MAIN] == [(MAIN, "CALLS", FETCH)]
    replace(shop, "shop/client.py", "fetch", "load")
    ids = [step["id"] for step in ask(shop, "graph_traverse", start_id=note, max_depth=1)]
    assert ids == [note, "python:shop/client.py::Client.load"]


def test_ranks_and_clusters_are_of_code_and_memories_together(shop, cg):
    alone = cg("memory", "add", "Nothing in particular", "--namespace", "elsewhere")[1]["memory"]["id"]
    before = {row["id"]: float(row["pagerank"]) for row in ask(shop, "get_pagerank", top_k=100)["results"]}
    note = cg("memory", "list")[1]["memories"][0]["id"]
    rules = (
        "Log no headers",
        "Close what was opened",
        "Proxies come first",
        "Redirects are errors",
        "Cookies stay out",
    )
    more = [cg("memory", "add", rule, "--about", "Client.fetch")[1]["memory"]["id"] for rule in rules]
    after = {row["id"]: float(row["pagerank"]) for row in ask(shop, "get_pagerank", top_k=100)["results"]}
    assert {note, *more} <= after.keys() and alone not in after
    assert after[FETCH] / sum(after.values()) > before[FETCH] / sum(before.values())
    (around,) = [c for c in ask(shop, "get_clusters")["clusters"] if FETCH in c["members"]]
    assert {note, *more} <= set(around["members"])


TYPED = """export function open(url: string): string;
export function open(url: string, wait: number): string;
export function open(url: string, wait = 0): string {
  return url + wait;
}
const pattern = new RegExp("a");
export function load(url: string): string {
  return open(url, 1) + String(pattern.test(url));
}
"""


@pytest.mark.parametrize(
    ("old", "new", "state"),
    [
        ("open(url: string, wait: number): string;", "open(url: string, wait: bigint): string;", "suspect"),
        ('new RegExp("a")', 'new RegExp("b")', "suspect"),
        ("return url + wait;", "return wait + url;", "fresh"),
    ],
)
def test_overloads_and_computed_values_are_premises_too(folder, cg, old, new, state):
    repo = GitRepo.make(folder, {"net.ts": TYPED})
    assert cg("index", "--no-vectors")[0] == 0
    assert cg("memory", "add", "Loading never waits", "--about", "net.ts::load")[0] == 0
    replace(repo, "net.ts", old, new)
    assert [found for found, _, _ in known(cg, "symbol", "load")] == [state]


def test_a_walk_leads_from_a_memory_to_the_runs_that_cited_it(shop, cg):
    note = cg("memory", "list")[1]["memories"][0]["id"]
    assert cg("memory", "learn", "run", "start", "r-1", "--task", "make fetching faster")[0] == 0
    assert cg("memory", "learn", "context", "gateway retries", "--run", "r-1")[0] == 0
    code, _, err = cg("memory", "learn", "cite", note)
    assert code == 0, err
    assert cg("memory", "learn", "run", "finish", "r-1")[0] == 0
    _, run = ask(shop, "graph_traverse", start_id=note, max_depth=1, direction="incoming")
    assert (run["id"], run["kind"], run["label"]) == ("r-1", "run", "make fetching faster")
    assert [(e["source"], e["relationship"], e["target"]) for e in run["edges"]] == [("r-1", "CITED", note)]
    steps = cg("memory", "traverse", note, "--both", "--depth", "1")[1]["steps"]
    assert {step["kind"] for step in steps} == {"decision", "run", "symbol"}


def test_a_walk_starts_at_a_short_name(shop, cg):
    assert cg("memory", "traverse", "Client.fetch", "--both")[1]["steps"][0]["id"] == FETCH
    code, _, err = cg("memory", "link", cg("memory", "list")[1]["memories"][0]["id"], "EXPLAINS", "Client.fetsh")
    assert code != 0 and "nearest names: fetch" in err


def test_undoing_a_note_takes_no_notice_of_what_was_added_to_its_anchors(folder, cg):
    GitRepo.make(folder, {"shop/config.py": CONFIG, "shop/net.py": NET, "shop/client.py": CLIENT})
    wrote = cg("memory", "add", NOTE, "--about", "python:shop/client.py::Client.fetch")[1]
    assert cg("index", "--no-vectors")[0] == 0
    assert recalled(cg, "--about", "Client.fetch") == [NOTE]
    undone = cg("memory", "undo", wrote["token"])[1]
    assert undone["kept"] == [] and cg("memory", "list")[1]["memories"] == []


def test_what_an_anchor_rests_on_survives_a_rebuild_of_the_database(shop, cg):
    assert cg("memory", "rebuild")[0] == 0
    replace(shop, "shop/config.py", "RETRIES = 0", "RETRIES = 3")
    assert state(cg) == ("suspect", "RETRIES 0 → 3")


def test_an_event_of_the_version_before_has_no_premises():
    event = MemoryAnchored("m", (), (Anchor(AnchorKind.SYMBOL, "r", FETCH, "s1-1-a"),))
    kind, payload = encode_event(event)
    raw = json.loads(payload)
    for anchor in raw["anchors"]:
        del anchor["premises"], anchor["stamp"]
    assert decode_event(kind, json.dumps(raw)) == event


def test_memory_that_cannot_be_read_is_a_warning_beside_the_code(shop, cg):
    database = Path(os.environ["CODEGRAPH_HOME"]) / "memory" / "memory.db"
    database.write_bytes(b"no database" * 1000)
    for words in (("symbol", "Client.fetch"), ("impact", "connect"), ("explore", "Client.fetch")):
        code, said, err = cg(*words, text=True)
        assert code == 0 and "fetch" in said
        assert err.count("what memory knows is not shown") == 1


def test_agents_recall_what_is_around_a_symbol_and_adapters_keep_their_scores(shop, cg):
    cg("memory", "add", "Opening is cheap", "--about", "Session.open")

    async def session(client: Client) -> None:
        found = text(await client.call_tool("memory_recall", {"about": ["Client.fetch"]}))
        assert NOTE in found and "Opening is cheap" in found

    talk(Repositories(shop.root), session)
    hits = ask(shop, "recall_memory", query="", about=["Client.fetch"])
    assert [hit["content"] for hit in hits] == [NOTE]
