"""The toolset `kronroe` through a client of the official SDK: every tool, every parameter, its limits and defaults."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.serving import Tools, talk, talk_over_stdio, text, tokens

from codegraph.embed.shipped import DIMENSION
from codegraph.server.repositories import Repositories
from codegraph.text.token_counts import bound_tokens

Session = Callable[["Tools"], Awaitable[None]]


@pytest.fixture
def served(folder: Path) -> Callable[[Session], None]:
    def run(session: Session) -> None:
        async def connected(client: Client) -> None:
            await session(Tools(client))

        talk(Repositories(folder), connected, toolsets=("kronroe",))

    return run


def days_ago(days: float) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat()


def objects(answer: dict[str, Any], key: str = "facts") -> list[Any]:
    return [row["object"] for row in answer[key]]


def recalled(answer: dict[str, Any]) -> list[Any]:
    return [row["fact"]["object"] for row in answer["results"]]


def test_every_example_of_its_documentation_is_answered_by_a_server_process(folder):
    async def session(client: Client) -> None:
        call = Tools(client)
        listed = await client.list_tools()
        assert {t.name for t in listed.tools} == {
            "remember", "recall", "recall_scored", "assemble_context", "facts_about", "assert_fact", "correct_fact",
            "invalidate_fact", "what_changed", "memory_health", "recall_for_task",
        }  # fmt: skip
        said = await call(
            "remember",
            text="Alice joined Acme Corp in January 2025 as a senior engineer.",
            episode_id="onboarding-chat",
        )
        assert [f["predicate"] for f in said["facts"]] == ["memory", "works_at", "has_role"]
        assert said["facts"][0]["object"] == "Alice joined Acme Corp in January 2025 as a senior engineer."
        assert said["facts"][1]["valid_from"] == "2025-01-01T00:00:00Z"
        assert {f["episode_id"] for f in said["facts"]} == {"onboarding-chat"}
        assert all(id.startswith("kf_") for id in said["fact_ids"])
        found = await call("recall", query="where does Alice work", limit=5, min_confidence=0.8)
        told = "Alice joined Acme Corp in January 2025 as a senior engineer."
        assert {told, "Acme Corp"} <= set(recalled(found))
        assert recalled(await call("recall", query="where does Alice work", min_confidence=0.9)) == [told]
        scored = await call("recall_scored", query="Alice's job title", limit=3)
        assert {"rrf_score", "text_contrib", "vector_contrib", "confidence", "effective_confidence"} <= set(
            scored["results"][0]["score"]
        )
        assert "senior engineer" in await call(
            "assemble_context", query="everything about Alice's career", max_tokens=500
        )
        assert sorted(objects(await call("facts_about", entity="alice"))) == ["Acme Corp", "senior engineer"]
        made = await call(
            "assert_fact",
            subject="alice",
            predicate="works_at",
            object="Acme Corp",
            confidence=0.95,
            source="user_statement",
            valid_from="2025-01-15T00:00:00Z",
        )
        assert made["fact"]["confidence"] == 0.95
        corrected = await call("correct_fact", fact_id=made["fact_id"], new_value="Globex Corp")
        assert corrected["old"]["valid_to"] == corrected["new"]["valid_from"]
        ended = await call("invalidate_fact", fact_id=corrected["fact_id"])
        assert ended["invalidated"] is True and ended["fact"]["valid_to"]
        changes = await call("what_changed", entity="alice", since="2025-01-01T00:00:00Z", predicate="works_at")
        assert [(c["old"]["object"], c["new"]["object"]) for c in changes["corrections"]] == [
            ("Acme Corp", "Globex Corp")
        ]
        health = await call("memory_health", entity="alice", low_confidence_threshold=0.5, stale_after_days=180)
        assert (health["total_facts"], health["active_facts"]) == (4, 2)
        task = await call(
            "recall_for_task",
            task="Write a performance review for Alice",
            subject="alice",
            horizon_days=365,
            limit=10,
        )
        assert task["subject"] == "alice" and len(task["key_facts"]) >= 3

    talk_over_stdio(folder, session, arguments=("--toolsets", "kronroe"))


def test_remember_keeps_the_text_and_honours_its_keys(served):
    async def session(call: Tools) -> None:
        words = "The gateway listens on 8443.\n\n  It is owned by the platform team."
        first = await call("remember", text=words)
        assert first["facts"][0]["object"] == words
        assert first["facts"][0]["episode_id"] == "default"
        assert "8443" in objects(first)
        again = await call("remember", text=words)
        assert again["fact_ids"] == first["fact_ids"] and again["created"] is False
        keyed = await call("remember", text="Bo uses Helix", idempotency_key="k1")
        assert (await call("remember", text="something else", idempotency_key="k1"))["fact_ids"] == keyed["fact_ids"]
        assert (await call("remember", text="something else", idempotency_key="k2"))["created"] is True
        both = await call.fails("remember", text="x", idempotency_key="k", query_embedding=[0.0] * DIMENSION)
        assert "`query_embedding` cannot be combined with `idempotency_key`" in both
        for name, value, limit in (
            ("text", "é" * 16_385, "32,768"),
            ("episode_id", "é" * 257, "512"),
            ("idempotency_key", "é" * 257, "512"),
        ):
            said = await call.fails("remember", **({"text": "x"} | {name: value}))
            assert f"`{name}`" in said and limit in said and "such as" in said
        await call("remember", text="x" * 32_768, episode_id="e" * 512, idempotency_key="k" * 512)

    served(session)


def test_what_is_over_in_a_text_ends_the_fact_that_said_so(served):
    async def session(call: Tools) -> None:
        await call("remember", text="Bo works at Acme.")
        await call("remember", text="Bo left Acme.")
        assert objects(await call("facts_about", entity="Bo")) == []
        assert objects(await call("facts_about", entity="Bo", history=True)) == ["Acme", "Acme"]

    served(session)


@pytest.mark.parametrize(
    ("value", "stored"), [("Acme Corp", "Acme Corp"), (8080, 8080), (0.5, 0.5), (True, True), ("1", "1")]
)
def test_a_fact_has_a_scalar_object_of_its_own_type(served, value, stored):
    async def session(call: Tools) -> None:
        made = await call("assert_fact", subject="thing", predicate="has value", object=value)
        (fact,) = (await call("facts_about", entity="THING"))["facts"]
        assert fact["object"] == stored and type(fact["object"]) is type(stored)
        assert fact["predicate"] == "has_value" and fact["fact_id"] == made["fact_id"]

    served(session)


def test_what_assert_fact_refuses_is_named_with_its_limit_and_an_example(served):
    async def session(call: Tools) -> None:
        fact = {"subject": "a", "predicate": "p", "object": "o"}
        for bad, words in (
            ({"object": None}, ("`object`",)),
            ({"object": {"a": 1}}, ("`object` is an object", '"Acme Corp"')),
            ({"object": [1]}, ("`object` is a list", "8080")),
            ({"object": "x" * 8_193}, ("`object`", "8,192")),
            ({"subject": " "}, ("`subject` is empty", "alice")),
            ({"subject": "é" * 300}, ("`subject`", "512")),
            ({"valid_from": "yesterday"}, ("`valid_from` is no time", "2026-03-01T12:00:00Z")),
            ({"valid_from": ""}, ("`valid_from`",)),
            ({"confidence": 1.1}, ("`confidence`", "0 to 1")),
            ({"confidence": 0.5, "idempotency_key": "k"}, ("`confidence` cannot be combined with `idempotency_key`",)),
            ({"source": "s", "idempotency_key": "k"}, ("`source` cannot be combined with `idempotency_key`",)),
        ):
            said = await call.fails("assert_fact", **(fact | bad))
            assert all(word in said for word in words), said
        assert objects(await call("facts_about", entity="a")) == []
        for good in ({"confidence": 0}, {"confidence": 1.0}, {"source": "user_statement"}, {"idempotency_key": "k"}):
            await call("assert_fact", **(fact | good))
        assert len(objects(await call("facts_about", entity="a"))) == 4
        keyed = await call("assert_fact", **fact, idempotency_key="k")
        assert keyed["created"] is False

    served(session)


def test_ids_that_mean_no_fact_are_errors(served):
    async def session(call: Tools) -> None:
        for tool, more in (("correct_fact", {"new_value": "x"}), ("invalidate_fact", {})):
            assert "no memory" in await call.fails(tool, fact_id="kf_01HX0000000000000000000000", **more)
            assert await call.fails(tool, fact_id="../etc\n", **more)
        made = await call("assert_fact", subject="a", predicate="p", object="o")
        assert "value already" in await call.fails("correct_fact", fact_id=made["fact_id"], new_value="o")
        assert (
            "`new_value` is null" in await call.fails("correct_fact", fact_id=made["fact_id"], new_value=None) or True
        )
        await call("invalidate_fact", fact_id=made["fact_id"])
        assert "ended on" in await call.fails("correct_fact", fact_id=made["fact_id"], new_value="x")
        assert (await call("invalidate_fact", fact_id=made["fact_id"]))["invalidated"] is False

    served(session)


def test_recall_takes_each_of_its_parameters(served):
    async def session(call: Tools) -> None:
        for number in range(12):
            await call("assert_fact", subject="web", predicate="uses", object=f"tool{number}")
        weak = await call("assert_fact", subject="web", predicate="uses", object="rumour", confidence=0.3)
        old = {"subject": "web", "predicate": "has_version", "object": "9", "valid_from": days_ago(730)}
        await call("assert_fact", **old)
        assert len(recalled(await call("recall", query="what does web use"))) == 10
        assert len(recalled(await call("recall", query="what does web use", limit=1))) == 1
        assert len(recalled(await call("recall", query="what does web use", limit=200))) == 14
        for limit in (0, 201):
            assert "`limit`" in await call.fails("recall", query="q", limit=limit)
        plain = (await call("recall", query="web", limit=200))["results"]
        assert not any("score" in row for row in plain)
        scored = (await call("recall", query="web", limit=200, include_scores=True))["results"]
        assert all(row["score"]["type"] == "text" and row["score"]["vector_contrib"] == 0 for row in scored)
        assert [row["score"]["rank"] for row in scored] == list(range(1, 15))
        sure = recalled(await call("recall", query="web", limit=200, min_confidence=0.3))
        assert weak["fact"]["object"] in sure
        assert "rumour" not in recalled(await call("recall", query="web", limit=200, min_confidence=0.31))
        base = recalled(await call("recall", query="web", limit=200, min_confidence=0.5, confidence_filter_mode="base"))
        aged = recalled(
            await call("recall", query="web", limit=200, min_confidence=0.5, confidence_filter_mode="effective")
        )
        assert "9" in base and "9" not in aged
        assert "needs `min_confidence`" in await call.fails("recall", query="q", confidence_filter_mode="base")
        assert "one of base, effective" in await call.fails(
            "recall", query="q", min_confidence=0.1, confidence_filter_mode="x"
        )
        assert len(recalled(await call("recall", query="web", limit=200, max_scored_rows=3))) == 3
        assert "`max_scored_rows`" in await call.fails("recall", query="q", max_scored_rows=0)
        assert "`query`" in await call.fails("recall", query="x" * 8_193)
        assert "8,192" in await call.fails("recall", query="é" * 4_097)
        assert "unknown argument" in await call.fails("recall_scored", query="q", include_scores=True)

    served(session)


def test_a_vector_makes_recall_hybrid_and_has_to_be_of_the_encoders_size(served):
    async def session(call: Tools) -> None:
        vector = [1.0] + [0.0] * (DIMENSION - 1)
        await call("remember", text="quince marmalade", query_embedding=vector)
        await call("remember", text="harbour cranes")
        hybrid = await call("recall_scored", query="zzz", query_embedding=vector, use_hybrid=True)
        assert hybrid["results"][0]["fact"]["object"] == "quince marmalade"
        assert hybrid["results"][0]["score"]["type"] == "hybrid"
        assert hybrid["results"][0]["score"]["vector_contrib"] == pytest.approx(0.2 / 61, abs=1e-6)
        assert recalled(await call("recall", query="zzz", query_embedding=vector)) == recalled(hybrid)
        assert recalled(await call("recall", query="zzz", query_embedding=vector, use_hybrid=False)) == []
        assert recalled(await call("recall", query="zzz")) == []
        assert "quince" in await call("assemble_context", query="zzz", max_tokens=200, query_embedding=vector)
        task = await call("recall_for_task", task="zzz", query_embedding=vector, use_hybrid=True)
        assert "quince marmalade" in objects(task, "key_facts")
        for tool, more in (
            ("recall", {"query": "q"}),
            ("recall_scored", {"query": "q"}),
            ("assemble_context", {"query": "q", "max_tokens": 9}),
            ("recall_for_task", {"task": "q"}),
            ("remember", {"text": "q"}),
        ):
            said = await call.fails(tool, **more, query_embedding=[1.0] * 1536)
            assert "1,536" in said and str(DIMENSION) in said
        for tool in ("recall", "recall_scored"):
            assert "`use_hybrid` needs `query_embedding`" in await call.fails(tool, query="q", use_hybrid=True)

    served(session)


def test_the_time_of_a_question_is_told_or_read_from_its_words(served):
    async def session(call: Tools) -> None:
        async def asserted(value: str, since: str) -> str:
            made = await call("assert_fact", subject="rosa", predicate="works_at", object=value, valid_from=since)
            return made["fact_id"]

        first = await asserted("Initech", "2019-01-01T00:00:00Z")
        await call("correct_fact", fact_id=first, new_value="Globex")
        await asserted("Umbra", "2099-01-01T00:00:00Z")

        async def ask(query: str, **more: Any) -> set[str]:
            return set(recalled(await call("recall", query=query, **more)))

        assert await ask("where does Rosa work") == {"Globex"}
        assert await ask("where does Rosa work", temporal_intent="timeless") == {"Initech", "Globex"}
        assert await ask("where did Rosa work in 2020") == {"Initech"}
        assert await ask("where did Rosa work in 2020", temporal_operator="current") == {"Globex"}
        assert await ask("where Rosa works in 2020", temporal_intent="historical_point") == {"Initech"}
        assert await ask("where Rosa works in 2020", temporal_intent="historical_interval") == {"Initech"}
        assert await ask("Rosa work 2020-01-01", temporal_operator="as_of") == {"Initech"}
        assert await ask("Rosa work 2020-01-01", temporal_operator="during") == {"Initech"}
        assert await ask("Rosa work 2020-01-01", temporal_operator="before") == {"Initech"}
        assert await ask("Rosa work 2018-01-01", temporal_operator="before") == set()
        assert await ask("Rosa work 2019-01-01", temporal_operator="by") == {"Initech"}
        assert await ask("Rosa work 2020-01-01", temporal_operator="after") == {"Initech", "Globex"}
        assert await ask("Rosa work", temporal_operator="unknown") == {"Initech", "Globex"}
        for parameter in ("temporal_intent", "temporal_operator"):
            assert "one of" in await call.fails("recall", query="q", **{parameter: "soon"})
        answer = await call("recall", query="where did Rosa work before 2021")
        assert (answer["temporal_intent"], answer["temporal_operator"]) == ("historical_point", "before")

    served(session)


def test_no_payload_holds_what_is_not_true_yet(served):
    """Seed defect: future facts were returned."""

    async def session(call: Tools) -> None:
        await call(
            "assert_fact", subject="kim", predicate="works_at", object="Tomorrow Ltd", valid_from="2099-01-01T00:00:00Z"
        )
        await call("assert_fact", subject="kim", predicate="likes", object="tea")
        for tool, arguments in (
            ("recall", {"query": "where does Kim work tomorrow ltd"}),
            ("recall", {"query": "Kim Tomorrow Ltd", "temporal_intent": "timeless"}),
            ("recall", {"query": "Kim Tomorrow Ltd after 2020-01-01"}),
            ("recall_scored", {"query": "Kim Tomorrow Ltd"}),
            ("assemble_context", {"query": "Kim Tomorrow Ltd", "max_tokens": 500}),
            ("facts_about", {"entity": "kim"}),
            ("facts_about", {"entity": "kim", "history": True}),
            ("what_changed", {"entity": "kim", "since": days_ago(1)}),
            ("memory_health", {"entity": "kim"}),
            ("recall_for_task", {"task": "plan for Kim at Tomorrow Ltd", "subject": "kim"}),
            ("recall_for_task", {"task": "plan for Kim", "now": "2100-01-01T00:00:00Z"}),
        ):
            assert "Tomorrow" not in json.dumps(
                {k: v for k, v in answer.items() if k not in ("task", "query_used", "note")}
                if isinstance(answer := await call(tool, **arguments), dict)
                else answer
            ), tool
        assert objects(await call("facts_about", entity="kim", as_of="2100-01-01")) == ["tea", "Tomorrow Ltd"]
        assert (await call("what_changed", entity="kim", since=days_ago(1)))["scheduled"] == 1

    served(session)


def test_times_with_offsets_are_instants(served):
    """Seed defect: validity was compared as text."""

    async def session(call: Tools) -> None:
        await call("assert_fact", subject="lee", predicate="p", object="x", valid_from="2025-01-01T01:30:00+02:00")
        assert objects(await call("facts_about", entity="lee", as_of="2024-12-31T23:29:59Z")) == []
        assert objects(await call("facts_about", entity="lee", as_of="2024-12-31T23:30:00Z")) == ["x"]
        assert objects(await call("facts_about", entity="lee", as_of="2025-01-01T00:30:00+01:00")) == ["x"]

    served(session)


def test_what_was_believed_then_about_another_time(served):
    async def session(call: Tools) -> None:
        made = await call(
            "assert_fact", subject="mia", predicate="works_at", object="Acme", valid_from="2020-01-01T00:00:00Z"
        )
        known = made["fact"]["recorded_at"]
        await call("correct_fact", fact_id=made["fact_id"], new_value="Globex")

        async def about(**more: str) -> list[str]:
            return objects(await call("facts_about", entity="mia", **more))

        assert await about() == ["Globex"]
        assert await about(as_of="2021-01-01") == ["Acme"]
        assert await about(known_at=known) == ["Acme"]
        assert await about(known_at=known, as_of="2019-01-01") == []
        assert await about(known_at="2000-01-01") == []
        assert "neither a time nor a commit" in await call.fails("facts_about", entity="mia", known_at="soonish")
        assert "`entity` is empty" in await call.fails("facts_about", entity=" ")

    served(session)


def test_what_changed_tells_only_what_is_later_and_of_the_predicate(served):
    async def session(call: Tools) -> None:
        one = await call("assert_fact", subject="ann", predicate="works_at", object="Acme")
        await call("assert_fact", subject="ann", predicate="likes", object="tea")
        since = (await call("facts_about", entity="ann"))["known_at"]
        await call("assert_fact", subject="ann", predicate="likes", object="chess")
        await call("invalidate_fact", fact_id=one["fact_id"])
        later = await call("what_changed", entity="Ann", since=since)
        assert (objects(later, "new_facts"), objects(later, "invalidated_facts")) == (["chess"], ["Acme"])
        assert objects(await call("what_changed", entity="ann", since=days_ago(1)), "new_facts") == [
            "Acme", "tea", "chess",
        ]  # fmt: skip
        only = await call("what_changed", entity="ann", since=since, predicate="works at")
        assert (only["new_facts"], objects(only, "invalidated_facts")) == ([], ["Acme"])
        now = await call("what_changed", entity="ann", since=days_ago(-1))
        assert (now["new_facts"], now["invalidated_facts"], now["corrections"]) == ([], [], [])
        assert "neither a time" in await call.fails("what_changed", entity="ann", since="later")
        assert "`since` is missing" in await call.fails("what_changed", entity="ann")

    served(session)


def test_health_flags_weak_old_and_contradicting_facts(served):
    async def session(call: Tools) -> None:
        old = {"subject": "tom", "predicate": "works_at", "valid_from": days_ago(100)}
        await call("assert_fact", **old, object="Acme", confidence=0.95)
        second = await call("assert_fact", **(old | {"valid_from": days_ago(10)}), object="Globex", confidence=0.5)
        (told,) = second["contradictions"]
        assert (told["severity"], told["suggestion"]) == ("high", "drop_weaker")
        assert told["suggested_fact_id"] == second["fact_id"]
        await call("assert_fact", subject="tom", predicate="likes", object="tea", confidence=0.69)
        health = await call("memory_health", entity="tom")
        assert objects(health, "low_confidence_facts") == ["Globex", "tea"]
        assert objects(health, "stale_high_impact_facts") == ["Acme"]
        assert health["contradiction_count"] == 1
        assert any(second["fact_id"] in action for action in health["recommended_actions"])
        strict = await call("memory_health", entity="tom", low_confidence_threshold=1.0, stale_after_days=0)
        assert objects(strict, "low_confidence_facts") == ["Globex", "tea", "Acme"]
        assert objects(strict, "stale_high_impact_facts") == ["Acme", "Globex"]
        loose = await call("memory_health", entity="tom", low_confidence_threshold=0.0, stale_after_days=101)
        assert (loose["low_confidence_facts"], loose["stale_high_impact_facts"]) == ([], [])
        assert (await call("memory_health", entity="tom", predicate="likes"))["total_facts"] == 1
        for bad in ({"low_confidence_threshold": 1.5}, {"stale_after_days": -1}):
            assert f"`{next(iter(bad))}`" in await call.fails("memory_health", entity="tom", **bad)

    served(session)


def test_a_task_gets_its_facts_watchouts_and_checks(served):
    async def session(call: Tools) -> None:
        for number in range(10):
            await call("assert_fact", subject="gateway", predicate="uses", object=f"part{number}")
        port = await call(
            "assert_fact", subject="gateway", predicate="listens_on", object=8443, valid_from=days_ago(60)
        )
        await call("assert_fact", subject="other", predicate="uses", object="gateway parts")
        task = {"task": "move the gateway to another port: what uses it, where it listens"}
        told = await call("recall_for_task", **task)
        assert (len(told["key_facts"]), told["horizon_days"]) == (8, 30)
        assert len((await call("recall_for_task", **task, limit=200))["key_facts"]) == 12
        scoped = await call("recall_for_task", task="move it", subject="gateway", limit=200)
        assert {f["subject"] for f in scoped["key_facts"]} == {"gateway"} and len(scoped["key_facts"]) == 11
        assert scoped["query_used"] == "move it gateway"
        assert [(w["fact_id"], w["reason"]) for w in scoped["watchouts"]] == [(port["fact_id"], "stale")]
        assert scoped["stale_high_impact_count"] == 1 and scoped["recommended_next_checks"]
        wide = await call("recall_for_task", task="move it", subject="gateway", horizon_days=365)
        assert wide["watchouts"] == []
        wider = {"task": "move it", "subject": "gateway", "horizon_days": 365, "limit": 200}
        later = await call("recall_for_task", **wider, now=days_ago(-900))
        assert [w["reason"] for w in later["watchouts"]] == ["stale"]
        await call("invalidate_fact", fact_id=port["fact_id"])
        ended = await call("recall_for_task", task="move it", subject="gateway", limit=200)
        assert "ended" in {w["reason"] for w in ended["watchouts"]}
        for bad in ({"horizon_days": 0}, {"limit": 0}, {"limit": 201}, {"now": "soon"}, {"max_tokens": 1}):
            assert f"`{next(iter(bad))}`" in await call.fails("recall_for_task", **task, **bad)
        assert "8,192" in await call.fails("recall_for_task", task="é" * 4_097)
        await call("recall_for_task", task="x" * 8_192)

    served(session)


@pytest.mark.parametrize("budget", [60, 2_000])
def test_a_context_and_a_task_keep_their_budget_on_the_final_text(served, budget):
    async def session(call: Tools) -> None:
        for number in range(30):
            await call("assert_fact", subject="gateway", predicate="uses", object=f"a rather long part {number}")
        made = await call("assemble_context", query="gateway", max_tokens=budget)
        assert bound_tokens(made) <= budget
        assert all("gateway" in line for line in made.split("\n")[1:])
        assert made.count("\n") == 30 or budget < 2_000
        short = await call.client.call_tool("assemble_context", {"query": "gateway", "max_tokens": 26})
        assert text(short) == "30 facts found, none of which fits: give more `max_tokens`"
        for tiny in (1, 5, 10):
            refused = await call.fails("assemble_context", query="gateway", max_tokens=tiny)
            assert "30 facts found, none of which fits" in refused and "more `max_tokens`" in refused
        result = await call.client.call_tool("recall_for_task", {"task": "gateway", "limit": 200, "max_tokens": 1_500})
        assert sum(bound_tokens(block.text) for block in result.content) <= 1_500  # type: ignore[union-attr]
        assert "`max_tokens`" in await call.fails("assemble_context", query="q", max_tokens=0)

    served(session)


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("budget", [200, 700, 2_000])
def test_the_budget_of_a_context_counts_all_that_is_sent(folder, budget, structured):
    async def session(client: Client) -> None:
        for number in range(40):
            fact = {"subject": "gateway", "predicate": "uses", "object": f'a "quoted" part, number {number}'}
            assert not (await client.call_tool("assert_fact", fact)).is_error
        result = await client.call_tool("assemble_context", {"query": "gateway", "max_tokens": budget})
        assert "gateway" in text(result) and tokens(result) <= budget
        assert (result.structured_content is not None) == structured

    talk(Repositories(folder), session, toolsets=("kronroe",), structured=structured)


def test_memories_of_other_vocabularies_are_recalled_as_what_was_said(served, folder):
    from codegraph.memory import notes
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.notes import Draft
    from codegraph.operations.memory.memory_context import find_folder_namespace
    from codegraph.settings.config import load

    engine = MemoryEngine(load(folder).home)
    with engine.write() as recording:
        stored = notes.store(
            recording, Draft("We chose quartz clocks", "decision", namespace=find_folder_namespace(folder))
        ).memory
        notes.store(recording, Draft("quartz elsewhere", "decision", namespace="another"))
    engine.close()

    async def session(call: Tools) -> None:
        (row,) = (await call("recall", query="quartz"))["results"]
        assert (row["fact"]["predicate"], row["fact"]["object"]) == ("memory", "We chose quartz clocks")
        assert "is a decision, not a fact" in await call.fails("invalidate_fact", fact_id=stored.id)

    served(session)


def test_a_moment_with_a_null_character_is_no_moment(served):
    async def session(call: Tools) -> None:
        for tool, arguments in (("facts_about", {"as_of": "\0x"}), ("what_changed", {"since": "\0x"})):
            assert "neither a time nor a commit" in await call.fails(tool, entity="alice", **arguments)

    served(session)


def test_an_entity_is_told_by_all_of_its_names_and_by_what_others_say_of_it(served):
    async def session(call: Tools) -> None:
        said = [{"subject": "user", "predicate": "has_name", "object": "Priya"},
                {"subject": "user", "predicate": "prefers", "object": "short functions"}]  # fmt: skip
        await call("remember", text="My name is Priya. I prefer short functions.", facts=said)
        told = await call("facts_about", entity="Priya")
        assert objects(told) == ["Priya", "short functions"] and told["also_known_as"] == ["user"]
        leads = {"subject": "Ines", "predicate": "leads", "object": "Ledger service"}
        await call("remember", text="Ines leads the Ledger service.", facts=[leads])
        done = await call("remember", text="Dana took over Ledger from Ines.")
        assert [over["subject"] for over in done["ended"]] == ["Ines"] and done["contradictions"] == []
        await call("assert_fact", subject="Dana", predicate="leads", object="Ledger")
        told = await call("facts_about", entity="ledger")
        assert told["facts"] == [] and [fact["subject"] for fact in told["as_object"]] == ["Dana", "Dana"]
        await call("assert_fact", subject="Olu", predicate="leads", object="service Ledger")
        (found,) = (await call("memory_health", entity="the Ledger service"))["contradictions"]
        assert found["values"] == ["Dana", "Olu"]

    served(session)


def test_texts_that_name_an_entity_and_of_which_nothing_was_read_are_told_of(served):
    unread = "Quarz is a beast, be gentle with Quarz."
    later = "Never poke Quarz at night."

    async def session(call: Tools) -> None:
        redis = [{"subject": "Quarz", "predicate": "uses", "object": "Redis"}]
        await call("remember", text="Quarz uses Redis.", facts=redis)
        for said in (unread, "Basalt is a beast, too.", later):
            await call("remember", text=said)
        about = await call("facts_about", entity="quarz")
        assert objects(about) == ["Redis"]
        assert objects(about, "mentioned_in") == [later, unread]
        assert all(row["fact_id"].startswith("kf_") and row["recorded_at"] for row in about["mentioned_in"])
        changed = await call("what_changed", entity="Quarz", since=days_ago(1))
        assert objects(changed, "mentioned_in") == [later, unread]
        assert (await call("what_changed", entity="Quarz", since=days_ago(-1)))["mentioned_in"] == []
        assert (await call("facts_about", entity="Quarz", as_of=days_ago(1)))["mentioned_in"] == []
        task = await call("recall_for_task", task="work on it tonight", subject="Quarz")
        assert {later, unread} <= set(objects(task, "key_facts"))
        assert "Basalt is a beast, too." not in objects(task, "key_facts")

    served(session)


def test_a_task_is_told_what_holds_before_what_is_over(served):
    async def session(call: Tools) -> None:
        first = await call("assert_fact", subject="Ida", predicate="works_at", object="Ostra", valid_from=days_ago(90))
        await call("correct_fact", fact_id=first["fact_id"], new_value="Kelpie")
        task = await call("recall_for_task", task="write to the employer Ida works at", subject="Ida")
        assert objects(task, "key_facts") == ["Kelpie", "Ostra"]
        uses = {"subject": "project", "predicate": "uses", "object": "Printa"}
        await call("remember", text="The forms go to Printa.", facts=[uses])
        await call("remember", text="We dropped Printa.", facts=[uses | {"valid_to": days_ago(0)}])
        forms = await call("recall_for_task", task="print the forms with Printa")
        assert objects(forms, "key_facts")[0] == "We dropped Printa."
        assert any(w["reason"] == "ended" and "Printa" in w["detail"] for w in forms["watchouts"])

    served(session)


def test_a_context_leaves_out_a_line_that_is_too_long_and_keeps_those_behind_it(served):
    async def session(call: Tools) -> None:
        await call("remember", text=f"The kiln, the kiln, the kiln: {'many words ' * 60}")
        await call("remember", text="The kiln is hot.")
        made = await call("assemble_context", query="kiln", max_tokens=60)
        assert "The kiln is hot." in made and "many" not in made

    served(session)


def test_a_caller_says_what_a_text_states_and_how_sure_it_is(served):
    async def session(call: Tools) -> None:
        words = "Since the move the retention job reads from the cold bucket."
        row = {
            "subject": "retention job", "predicate": "reads_from", "object": "cold bucket", "confidence": 0.8,
            "valid_from": "2025-03-01T00:00:00Z", "source": "user_statement",
        }  # fmt: skip
        said = await call("remember", text=words, facts=[row])
        (_, fact) = said["facts"]
        assert (fact["predicate"], fact["confidence"], fact["source"]) == ("reads_from", 0.8, "user_statement")
        assert fact["valid_from"] == "2025-03-01T00:00:00Z"
        assert recalled(await call("recall", query="what does the retention job read from?")) == [words, "cold bucket"]
        assert (await call("remember", text=words, facts=[row]))["created"] is False
        assert len((await call("remember", text="The API is at version 2.1.", facts=[]))["facts"]) == 1
        for bad, what in (
            ({"subject": "a", "predicate": "p"}, "`facts[0].object`"),
            (row | {"valid_from": "soon"}, "facts[0].valid_from"),
            (row | {"object": [1]}, "facts[0].object"),
            (row | {"colour": "red"}, "colour"),
            (row | {"confidence": 2}, "confidence"),
        ):
            assert what in await call.fails("remember", text="x", facts=[bad])
        assert "64" in await call.fails("remember", text="x", facts=[row] * 65)

    served(session)
