"""The toolset `kimetsu` through a client of a server: every tool, every parameter, at its default, its bounds and past
them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from support.serving import Tools, server_environment, talk, text, tokens

from codegraph.cli.app import main
from codegraph.operations.tools.kimetsu import TOOLS
from codegraph.server.repositories import Repositories

MIGRATIONS = "Run the migrations before the integration tests"
LOCKFILE = "If CI fails because of a stale lockfile, run `uv lock`"


@pytest.fixture
def served(folder: Path):
    """Run a session with the tools of a server in a folder of its own."""

    def run(session) -> None:
        async def with_tools(client: Client) -> None:
            await session(Tools(client))

        talk(Repositories(folder), with_tools, toolsets=("kimetsu",))

    return run


@pytest.fixture
def cg(folder: Path, capsys):
    """A command line in the same folder."""

    def run(*words: str) -> Any:
        assert main([*words, "--json"]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)["results"]

    return run


def test_the_loop_from_a_context_to_blame(served, cg):
    async def session(call: Tools) -> None:
        kept = (await call("kimetsu_brain_record", lesson=MIGRATIONS, tags=["db"], kind="convention"))["memory_id"]
        await call("kimetsu_brain_record", lesson="The integration tests take ten minutes", tags=["ci"])
        context = await call("kimetsu_brain_context", query="how do I run the integration tests?")
        assert not context["skipped"] and context["capsules"][0]["id"] == kept
        assert context["used_tokens"] > 0 and context["capsule_count"] == len(context["capsules"]) == 2
        cited = await call("cite_memory", memory_id=kept, reason="named the order")
        assert cited == {"ok": True, "run_id": context["run_id"], "memory_id": kept, "citations": 1}
        before = await call("kimetsu_brain_memory_blame", run_id=context["run_id"])
        assert before["outcome"] == "open" and before["cited"][0]["use_count"] == 0
        ids.append((context["run_id"], kept))

    ids: list[tuple[str, str]] = []
    served(session)
    run, kept = ids[0]
    ended = cg("memory", "learn", "run", "finish")
    assert [(c["cited"], c["delta"]) for c in ended["credits"]] == [(True, 1.0), (False, 0.1)]

    async def after(call: Tools) -> None:
        blame = await call("kimetsu_brain_memory_blame", run_id=run)
        assert [(b["memory_id"], b["reason"]) for b in blame["cited"]] == [(kept, "named the order")]
        assert blame["cited"][0]["usefulness_score"] == 1.0 and blame["cited"][0]["last_useful_at"]
        assert [b["usefulness_score"] for b in blame["passengers"]] == [0.1]
        insights = await call("kimetsu_brain_insights")
        assert insights["citations"] == {"runs": 1, "retrieved": 2, "cited": 1, "citation_rate": 0.5}
        assert insights["tokens"]["total"] > 0
        assert set(insights) == {
            "runs", "since", "retrieval", "skips", "citations", "proposals", "usefulness", "harvest", "corpus", "tokens",
        }  # fmt: skip
        again = await call("kimetsu_brain_context", query="how do I run the integration tests?")
        assert again["run_id"] != run and again["capsules"][0]["usefulness"] > 1

    served(after)


def test_every_parameter_of_a_context(served):
    async def session(call: Tools) -> None:
        for lesson, kind, tags in (
            (MIGRATIONS, "convention", ["db"]),
            ("The integration tests take ten minutes on the small runner", "fact", ["ci"]),
            ("Start the integration tests with `make integration`", "command", ["make"]),
            ("The integration tests hang when the queue is full", "failure_pattern", ["queue"]),
        ):
            await call("kimetsu_brain_record", lesson=lesson, kind=kind, tags=tags)
        asked = {"query": "integration tests"}

        async def raised(**more: Any) -> set[str]:
            """Kinds of the capsules that score higher than without these arguments."""
            found = [await call("kimetsu_brain_context", **asked, max_capsules=20, **given) for given in ({}, more)]
            scores = [{c["id"]: c["score"] for c in answer["capsules"]} for answer in found]
            return {c["kind"] for c in found[0]["capsules"] if scores[1][c["id"]] > scores[0][c["id"]]}

        default = await call("kimetsu_brain_context", **asked)
        assert (default["capsule_count"], default["min_score"], default["budget_tokens"]) == (3, 0.15, 6000)
        assert default["excluded_count"] == 1
        for most in (1, 20):
            found = await call("kimetsu_brain_context", **asked, max_capsules=most)
            assert found["capsule_count"] == min(most, 4)
        assert (await call("kimetsu_brain_context", **asked, min_score=1))["skipped"]
        assert not (await call("kimetsu_brain_context", **asked, min_score=0))["skipped"]
        assert await raised() == set()
        assert await raised(tags=["queue"]) == {"failure_pattern"}
        assert await raised(prefer_roles=["command"]) == {"command"}
        assert await raised(prefer_roles=["anti_pattern"]) == {"failure_pattern"}
        assert await raised(stage="verification") == {"command", "failure_pattern"}
        assert (await call("kimetsu_brain_context", **asked, run_id=default["run_id"]))["run_id"] == default["run_id"]
        for said, more in (
            ("`query` is null", {"query": None}),
            ("empty", {"query": "  "}),
            ("localization", {"stage": "lunch"}),
            ("from 500 to 30,000", {"budget_tokens": 499}),
            ("from 0 to 1", {"min_score": 1.1}),
            ("from 1 to 20", {"max_capsules": 21}),
        ):
            assert said in await call.fails("kimetsu_brain_context", **{**asked, **more}), said

    served(session)


def test_a_reply_keeps_to_its_budget_and_what_was_cut_cannot_be_cited(served):
    async def session(call: Tools) -> None:
        for i in range(6):
            await call(
                "kimetsu_brain_record", lesson=f"Integration tests of part {i} need {'many words ' * 60}", tags=[]
            )
        result = await call.client.call_tool(
            "kimetsu_brain_context", {"query": "integration tests of a part", "budget_tokens": 700, "max_capsules": 6}
        )
        value = json.loads(text(result))
        assert 0 < value["capsule_count"] < 6 and value["excluded_count"] > 0
        assert tokens(result) <= 700
        status = await call("kimetsu_brain_status")
        assert status["memories"] == 6
        shown = {c["id"] for c in value["capsules"]}
        blame = await call("kimetsu_brain_memory_blame", run_id=value["run_id"])
        assert {b["memory_id"] for b in blame["passengers"]} == shown

    served(session)


def test_a_context_starts_the_run_that_a_client_names(served, cg):
    async def session(call: Tools) -> None:
        kept = (await call("kimetsu_brain_record", lesson=MIGRATIONS))["memory_id"]
        for id in ("attempt-1", "attempt-12", "attempt-1"):
            context = await call("kimetsu_brain_context", query="run the integration tests", run_id=id)
            assert context["run_id"] == id and context["capsules"]
        cited = await call("cite_memory", memory_id=kept, run_id="attempt-12")
        assert cited["run_id"] == "attempt-12"
        cg("memory", "learn", "run", "finish", "attempt-1")
        assert "finished" in await call.fails("kimetsu_brain_context", query="tests", run_id="attempt-1")

    served(session)


def test_a_record_with_an_outcome_ends_the_run(served):
    async def session(call: Tools) -> None:
        kept = (await call("kimetsu_brain_record", lesson=MIGRATIONS))["memory_id"]
        await call("kimetsu_brain_record", lesson="The integration tests take ten minutes")
        assert "no run" in await call.fails("kimetsu_brain_record", lesson=LOCKFILE, outcome="finished")
        context = await call("kimetsu_brain_context", query="how do I run the integration tests?")
        await call("cite_memory", memory_id=kept)
        done = await call("kimetsu_brain_record", lesson=LOCKFILE, outcome="finished")
        assert done["result"] == "added"
        assert done["run"] == {"run_id": context["run_id"], "outcome": "finished", "cited": 1, "passengers": 1}
        blame = await call("kimetsu_brain_memory_blame", run_id=context["run_id"])
        assert (blame["outcome"], blame["cited"][0]["usefulness_score"]) == ("finished", 1.0)
        assert "finished already" in await call.fails(
            "kimetsu_brain_record", lesson="x", run_id=context["run_id"], outcome="failed"
        )
        context = await call("kimetsu_brain_context", query="how do I run the integration tests?")
        failed = await call("kimetsu_brain_record", outcome="failed", category="Gate")
        assert (failed["result"], failed["run"]["outcome"]) == ("ended", "failed")
        assert "`category` needs an `outcome`" in await call.fails("kimetsu_brain_record", lesson="x", category="Gate")
        assert (await call("kimetsu_brain_status"))["memories"] == 3

    served(session)


def test_a_server_that_ends_finishes_the_runs_it_started(folder: Path, cg):
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "codegraph", "serve", "--toolsets", "kimetsu"],
        env={**server_environment(), "CODEGRAPH_HOME": os.environ["CODEGRAPH_HOME"]},
        cwd=folder,
    )

    async def session() -> str:
        async with Client(parameters) as client:
            call = Tools(client)
            kept = (await call("kimetsu_brain_record", lesson=MIGRATIONS))["memory_id"]
            run = (await call("kimetsu_brain_context", query="how do I run the integration tests?"))["run_id"]
            await call("cite_memory", memory_id=kept)
            await call("kimetsu_brain_context", query="integration tests", run_id="of-the-client")
            return run

    run = anyio.run(session)
    blame = cg("memory", "learn", "blame", run)
    assert blame["run"]["outcome"] == "finished" and blame["cited"][0]["standing"]["score"] == 1.0
    assert cg("memory", "learn", "blame", "of-the-client")["run"]["outcome"] == "open"


def test_every_outcome_and_parameter_of_a_record(served, cg):
    async def session(call: Tools) -> None:
        added = await call("kimetsu_brain_record", lesson=MIGRATIONS, tags=["db"], context="a red build")
        assert (added["result"], added["kind"], added["tags"]) == ("added", "fact", ["db"])
        again = await call("kimetsu_brain_record", lesson=MIGRATIONS.upper() + ".", tags=["db"])
        assert (again["result"], again["memory_id"]) == ("duplicate", added["memory_id"])
        near = await call("kimetsu_brain_record", lesson="Before running integration tests, run the migrations")
        assert (near["result"], near["memory_id"]) == ("merged", added["memory_id"]) and near["similarity"] >= 0.85
        low = await call("kimetsu_brain_record", lesson=LOCKFILE, confidence=0.69)
        assert low["result"] == "proposed" and low["memory_id"] is None and low["proposal_id"]
        assert (await call("kimetsu_brain_context", query="stale lockfile in CI"))["skipped"]
        sure = await call("kimetsu_brain_record", lesson="Docker builds need BuildKit enabled", confidence=0.7)
        assert sure["result"] == "added"
        pitfall = await call("kimetsu_brain_record", lesson="Never share the session fixture", kind="anti_pattern")
        assert pitfall["kind"] == "anti_pattern"
        await call("kimetsu_brain_record", lesson="The dev server listens on port 8080")
        other = await call("kimetsu_brain_record", lesson="The dev server listens on port 9090")
        assert other["result"] == "added" and other["conflicts"][0]["existing_text"].endswith("8080")
        found = await call("kimetsu_brain_memory_conflicts")
        assert found["open"] == 1 and found["conflicts"] == other["conflicts"]
        status = await call("kimetsu_brain_status")
        assert (status["pending_proposals"], status["open_conflicts"]) == (1, 1)
        assert status["by_kind"]["failure_pattern"] == 1
        for said, more in (
            ("`lesson` is empty", {"lesson": None}),
            ("empty", {"lesson": " "}),
            ("from 0 to 1", {"confidence": -0.1}),
            ("failure_pattern", {"kind": "gossip"}),
            ("no run", {"run_id": "nobody-started-this"}),
            ("GitHub token", {"lesson": "push with ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"}),
        ):
            assert said in await call.fails("kimetsu_brain_record", **{"lesson": "fine", **more}), said

    served(session)
    (row,) = cg("memory", "learn", "proposals")["proposals"]
    assert cg("memory", "learn", "accept", row["memory"]["id"])["memory"]["status"] == "active"

    async def after(call: Tools) -> None:
        assert not (await call("kimetsu_brain_context", query="stale lockfile in CI"))["skipped"]

    served(after)


def test_no_tool_resolves_a_conflict_or_approves(served, cg):
    assert not any("resolve" in t.name or "accept" in t.name for t in TOOLS)

    async def session(call: Tools) -> None:
        await call("kimetsu_brain_record", lesson="The dev server listens on port 8080")
        await call("kimetsu_brain_record", lesson="The dev server listens on port 9090")
        assert "from 1 to 200" in await call.fails("kimetsu_brain_memory_conflicts", limit=201)
        assert "unknown argument" in await call.fails("kimetsu_brain_memory_conflicts", resolve="x")
        (open_one,) = (await call("kimetsu_brain_memory_conflicts", limit=1))["conflicts"]
        ids.append(open_one["conflict_id"])

    ids: list[str] = []
    served(session)
    assert main(["brain", "memory", "conflicts"]) == 0
    assert main(["brain", "memory", "conflicts", "--resolve", ids[0], "kept_new"]) == 0

    async def after(call: Tools) -> None:
        assert (await call("kimetsu_brain_memory_conflicts"))["open"] == 0
        (capsule,) = (await call("kimetsu_brain_context", query="which port has the dev server?"))["capsules"]
        assert "9090" in capsule["content"]

    served(after)


def test_citing_and_looking_back_refuse_what_is_not_there(served):
    async def session(call: Tools) -> None:
        assert "no run is open here" in await call.fails("cite_memory", memory_id="x")
        kept = (await call("kimetsu_brain_record", lesson=MIGRATIONS))["memory_id"]
        other = (await call("kimetsu_brain_record", lesson="The user likes tabs"))["memory_id"]
        await call("kimetsu_brain_context", query="integration tests and migrations")
        assert "was not delivered" in await call.fails("cite_memory", memory_id=other)
        assert "no memory" in await call.fails("cite_memory", memory_id="nobody")
        assert (await call("cite_memory", memory_id=kept))["citations"] == 1
        assert (await call("cite_memory", memory_id=kept[:13], reason="again"))["citations"] == 1
        assert "no run" in await call.fails("kimetsu_brain_memory_blame", run_id="nobody-started-this")
        for said, more in (
            ("from 1 to 10,000", {"last_n_runs": 0}),
            ("no time", {"since": "yesterday"}),
            ("from 0 to 100", {"top": 101}),
        ):
            assert said in await call.fails("kimetsu_brain_insights", **more), said
        assert (await call("kimetsu_brain_insights", since="2030-01-01"))["retrieval"]["served"] == 0
        assert (await call("kimetsu_brain_insights", last_n_runs=1, top=0))["corpus"]["top_useful"] == []
        assert "unknown argument" in await call.fails("kimetsu_brain_status", verbose=True)

    served(session)
