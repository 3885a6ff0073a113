"""The tools of `kumiho` that write, with every parameter, through the official client."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from support.kumiho import SKILLS, Talk, Tools, remember, served


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Talk:
    return served(tmp_path, monkeypatch)


def test_reflect_buffers_stores_and_says_what_became_of_each_capture(talk):
    async def session(call: Tools) -> None:
        bare = await call("kumiho_memory_reflect", session_id="s", response="ok")
        assert (bare["buffered"], bare["captures_stored"], bare["capture_results"], bare["discovery"]) == (
            True,
            0,
            [],
            "none",
        )
        captures = [
            {"type": "fact", "title": "Quota", "content": "The quota is 5 GB", "tags": ["limits"]},
            {"type": "skill", "title": "Key", "content": "the key is AKIAABCDEFGHIJKLMNOP"},
            {"type": "correction", "title": "Quota is 6", "content": "The quota is 6 GB", "space_hint": "Limits"},
        ]
        done = await call(
            "kumiho_memory_reflect",
            session_id="s",
            response="noted",
            captures=captures,
            space_path="Revka/Plans",
            source_krefs=["kref://Revka/nothing?r=1"],
        )
        first, second, third = done["capture_results"]
        assert first["kref"] == "kref://Revka/Plans/quota.conversation?r=1"
        assert (second["status"], "kref" in second) == ("rejected", False) and "credential" in second["error"]
        assert "AKIA" not in second["error"]
        assert third["kref"] == "kref://CognitiveMemory/Limits/quota-is-6.conversation?r=1"
        assert (done["captures_stored"], done["exchanges"]) == (2, 2)
        assert done["unresolved_sources"] == ["kref://Revka/nothing?r=1"]
        item = await call("memory_get_item", kref=first["kref"])
        assert item["bundles"] == ["kref://Revka/Plans/limits.bundle?r=1"]
        again = await call(
            "kumiho_memory_reflect",
            session_id="s",
            response="more",
            captures=[{"type": "fact", "title": "Quota", "content": "The quota is 7 GB"}],
            space_path="Revka/Plans",
            discover_edges=False,
        )
        assert again["capture_results"] == [{"status": "stacked", "kref": "kref://Revka/Plans/quota.conversation?r=2"}]
        assert again["discovery"] == "none"
        for wrong, named in (
            ({"captures": [{"type": "opinion", "title": "t", "content": "c"}]}, "captures[0].type"),
            ({"captures": [{"type": "fact", "content": "c"}]}, "captures[0].title"),
            ({"source_krefs": ["kref://a/../b"]}, "source_krefs"),
            ({"space_path": "a//b"}, "space_path"),
            ({"captures": [{"type": "fact", "title": "t", "content": "c", "space_hint": "a\nb"}]}, "space_hint"),
            ({"response": ""}, "response"),
            ({"session_id": " "}, "session_id"),
        ):
            assert f"`{named}" in await call.fails(
                "kumiho_memory_reflect", **{"session_id": "s", "response": "r", **wrong}
            )

    talk(session)


def test_an_unrouted_capture_stacks_on_one_of_its_title_alone(talk):
    async def session(call: Tools) -> None:
        krefs = []
        for title in ("Quota", "Quota", "Limit of space"):
            done = await call(
                "kumiho_memory_reflect",
                session_id="s",
                response=title,
                captures=[{"type": "fact", "title": title, "content": "The quota is 5 GB"}],
            )
            krefs.append(done["capture_results"][0])
        assert [one["status"] for one in krefs] == ["stored", "stacked", "stored"]

    talk(session)


def test_the_same_text_stored_twice_is_one_item_with_two_revisions(talk):
    async def session(call: Tools) -> None:
        first = await call("kumiho_memory_store", user_text="Uploads are retried twice")
        again = await call("kumiho_memory_store", user_text="Uploads are retried twice")
        assert (again["stacked"], again["revision"], again["item_kref"]) == (True, 2, first["item_kref"])
        other = await call("kumiho_memory_store", user_text="Downloads are retried twice")
        assert other["stacked"] is False
        apart = await call("kumiho_memory_store", user_text="Uploads are retried twice", stack_revisions=False)
        assert apart["stacked"] is False
        error = await call("kumiho_memory_store", user_text="Uploads are retried twice", memory_type="error")
        assert error["stacked"] is False

    talk(session)


def test_after_twenty_exchanges_an_agent_is_told_to_consolidate(talk):
    async def session(call: Tools) -> None:
        started = await call("kumiho_memory_ingest", user_id="u", message="hello", recall_limit=0)
        for number in range(19):
            told = await call("kumiho_memory_add_response", session_id=started["session_id"], response=f"r{number}")
            assert "hint" not in told
        told = await call("kumiho_memory_reflect", session_id=started["session_id"], response="r19")
        assert told["exchanges"] == 20 and "consolidate" in told["hint"]
        done = await call("kumiho_memory_consolidate", session_id=started["session_id"])
        assert done["messages"] == 21
        assert "hint" not in await call("kumiho_memory_reflect", session_id=started["session_id"], response="new")

    talk(session)


def test_a_dash_is_a_text_and_not_the_input_of_the_server(talk, monkeypatch: pytest.MonkeyPatch):
    async def session(call: Tools) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("what the protocol sends next"))
        started = await call("kumiho_memory_ingest", user_id="u", message="-", recall_limit=0)
        await call("kumiho_memory_add_response", session_id=started["session_id"], response="-")
        told = await call(
            "kumiho_memory_ingest", user_id="u", message="so", session_id=started["session_id"], recall_limit=0
        )
        assert [message["content"] for message in told["working_memory"]] == ["-", "-", "so"]

    talk(session)


def test_ingest_gives_the_working_memory_and_what_is_remembered_in_its_context(talk):
    async def session(call: Tools) -> None:
        await remember(call, "Uploads are retried twice", space_path=SKILLS)
        await remember(call, "Uploads of holiday photos", space_path="CognitiveMemory/personal")
        home = await call("kumiho_memory_ingest", user_id="ann@example.com", message="How do uploads work?")
        assert home["session_id"].startswith("personal-") and "ann" not in home["session_id"]
        assert {r["space"] for r in home["long_term_memories"]} == {SKILLS, "CognitiveMemory/personal"}
        work = await call("kumiho_memory_ingest", user_id="ann@example.com", message="And uploads?", context="work")
        assert {r["space"] for r in work["long_term_memories"]} == {SKILLS}  # work does not see what is personal
        await call("kumiho_memory_add_response", session_id=work["session_id"], response="They are retried.")
        on = await call(
            "kumiho_memory_ingest",
            user_id="ann@example.com",
            message="Mail me at ann@example.com",
            session_id=work["session_id"],
            context="work",
            recall_limit=1,
            working_memory_limit=2,
        )
        assert [m["content"] for m in on["working_memory"]] == ["They are retried.", "Mail me at [email]"]
        assert len(on["long_term_memories"]) <= 1
        none = await call(
            "kumiho_memory_ingest", user_id="u", message="uploads", recall_limit=0, working_memory_limit=0
        )
        assert (none["long_term_memories"], none["working_memory"], none["long_term_context"]) == ([], [], "")
        done = await call("kumiho_memory_consolidate", session_id=work["session_id"])
        assert done["kref"].startswith("kref://CognitiveMemory/work/")
        for name, wrong, named in (
            ("kumiho_memory_ingest", {"user_id": " ", "message": "m"}, "user_id"),
            ("kumiho_memory_ingest", {"user_id": "u", "message": ""}, "message"),
            ("kumiho_memory_ingest", {"user_id": "u", "message": "m", "context": "../x"}, "context"),
            ("kumiho_memory_ingest", {"user_id": "u", "message": "m", "recall_limit": 51}, "recall_limit"),
            (
                "kumiho_memory_ingest",
                {"user_id": "u", "message": "m", "working_memory_limit": -1},
                "working_memory_limit",
            ),
            ("kumiho_memory_add_response", {"session_id": "nobody", "response": "r"}, "session_id"),
            ("kumiho_memory_add_response", {"session_id": work["session_id"], "response": "x" * 70_000}, "response"),
            ("kumiho_memory_consolidate", {"session_id": "nobody"}, "session_id"),
        ):
            assert f"`{named}`" in await call.fails(name, **wrong)

    talk(session)


def test_store_honours_every_parameter(talk):
    async def session(call: Tools) -> None:
        (source,) = await remember(call, "The benchmark of May", space_path="Revka/Plans")
        made = await call(
            "kumiho_memory_store",
            user_text="Which transport?",
            assistant_text="gRPC, for its streams.",
            title="Transport",
            summary="gRPC was chosen.",
            memory_type="decision",
            space_path="Revka/Plans/transport",
            bundle_name="Transport Notes",
            tags=["grpc", "rpc"],
            source_revision_krefs=[source],
            edge_type="SUPPORTS",
            metadata={"ticket": "T-1"},
        )
        assert made["kref"] == "kref://Revka/Plans/transport/transport.conversation?r=1"
        assert (made["type"], made["bundle_kref"]) == (
            "decision",
            "kref://Revka/Plans/transport/transport-notes.bundle?r=1",
        )
        item = await call("memory_get_item", kref=made["item_kref"])
        assert item["item"]["metadata"] == {"ticket": "T-1", "title": "Transport", "summary": "gRPC was chosen."}
        assert "Which transport?" in item["content"] and "gRPC, for its streams." in item["content"]
        assert Path(made["artifacts"][0]["location"]).read_text().startswith("# Transport\n")
        edges = await call("kumiho_get_edges", revision_kref=made["kref"], edge_type="supports")
        assert [edge["type"] for edge in edges["edges"]] == ["SUPPORTS"]
        again = {"user_text": "Which transport now?", "title": "Transport", "memory_type": "decision"}
        space = {"space_path": "Revka/Plans/transport"}
        assert (await call("kumiho_memory_store", **again, **space, stack_revisions=False))["stacked"] is False
        stacked = await call("kumiho_memory_store", user_text="Which transport?", title="Transport", **space,
                             memory_type="decision")  # fmt: skip
        assert stacked["stacked"] and stacked["previous_kref"].endswith("?r=1")
        assert (await call("kumiho_memory_store", user_text="x y z"))["space"] == "CognitiveMemory"
        assert (await call("kumiho_memory_store", user_text="x y z", project="Other"))["space"] == "Other"
        hinted = await call("kumiho_memory_store", user_text="x y z", space_hint="plans/one", project="Other")
        assert (hinted["space"], hinted["bundle_kref"]) == ("Other/plans/one", "kref://Other/plans/one/one.bundle?r=1")
        for wrong, named in (
            ({"user_text": " "}, "user_text"),
            ({"memory_type": "opinion"}, "memory_type"),
            ({"space_path": "a/../b"}, "space_path"),
            ({"space_hint": "a%2f"}, "space_hint"),
            ({"project": "a/b"}, "project"),
            ({"edge_type": "no-such"}, "edge_type"),
            ({"source_revision_krefs": ["kref://a/\u0007b"]}, "source_krefs"),
            ({"metadata": {"n": 1}}, "metadata"),
            ({"metadata": {"title": "x"}}, "metadata"),
            ({"summary": "x" * 2_001}, "summary"),
            ({"title": "x" * 201}, "title"),
            ({"bundle_name": "…"}, "bundle_name"),
            ({"stack_revisions": 1}, "stack_revisions"),
        ):
            assert f"`{named}" in await call.fails("kumiho_memory_store", **{"user_text": "text", **wrong})
        assert "credential" in await call.fails("kumiho_memory_store", user_text="ghp_" + "a1B2" * 10)

    talk(session)


def test_a_long_entry_is_kept_whole_in_its_file_and_summed_up_in_the_graph(talk):
    async def session(call: Tools) -> None:
        text = "Uploads are retried twice. " + "Parts are sent in order. " * 4_000
        made = await call("kumiho_memory_store", user_text=text, title="Uploads", space_path=SKILLS)
        assert text.strip() in Path(made["artifacts"][0]["location"]).read_text()
        item = await call("memory_get_item", kref=made["kref"])
        assert "retried twice" in item["content"] and len(item["content"]) < 10_000

    talk(session)


def test_runs_are_stored_as_actions_and_errors_with_their_output(talk):
    async def session(call: Tools) -> None:
        done = await call(
            "kumiho_memory_store_execution",
            task="git push origin main",
            exit_code=0,
            duration_ms=1250,
            stdout="To example.com\nann@example.com pushed",
            stderr="remote: ok",
            tools=["git"],
            topics=["release"],
        )
        assert (done["type"], done["space"]) == ("action", "CognitiveMemory/Executions")
        files = {a["name"]: Path(a["location"]).read_text() for a in done["artifacts"]}
        assert files == {"stdout.txt": "To example.com\n[email] pushed\n", "stderr.txt": "remote: ok\n"}
        item = (await call("memory_get_item", kref=done["kref"]))["item"]
        assert item["metadata"] == {
            "status": "done",
            "exit_code": "0",
            "duration_ms": "1250",
            "tools": "git",
            "title": "git push origin main",
        }
        again = await call("kumiho_memory_store_execution", task="git push origin main", space_hint="Runs")
        assert again["space"] == "CognitiveMemory/Runs" and not again["stacked"]
        for status in ("failed", "error", "blocked"):
            failed = await call("kumiho_memory_store_execution", task="make test", status=status)
            assert failed["type"] == "error"
        for wrong, named in (
            ({"status": "fine"}, "status"),
            ({"exit_code": 1.5}, "exit_code"),
            ({"duration_ms": -1}, "duration_ms"),
            ({"task": " "}, "task"),
        ):
            assert f"`{named}`" in await call.fails("kumiho_memory_store_execution", **{"task": "t", **wrong})

    talk(session)


def test_edges_are_discovered_within_their_bounds(talk):
    async def session(call: Tools) -> None:
        others = ("Uploads are retried twice", "Uploads are compressed", "Uploads go through a proxy")
        for number, text in enumerate(others):
            await remember(call, text, space_path=f"Revka/S{number}")
        await remember(call, "Uploads elsewhere", space_path="Other/Plans")
        (kref,) = await remember(call, "Uploads fail at noon", space_path="Revka/Plans")
        how = {"revision_kref": kref, "summary": "Uploads fail. Uploads are retried."}
        assert (await call("kumiho_memory_discover_edges", **how, min_score=1))["edges"] == []
        assert (await call("kumiho_memory_discover_edges", **how, max_edges=0))["edges"] == []
        one = await call("kumiho_memory_discover_edges", **how, max_edges=1, max_queries=1)
        assert (len(one["edges"]), len(one["queries"]), one["method"]) == (1, 1, "graph")
        rest = await call("kumiho_memory_discover_edges", **how, edge_type="SUPPORTS")
        assert {e["type"] for e in rest["edges"]} == {"SUPPORTS"} and 1 <= len(rest["edges"]) <= 2
        targets = [e["target"] for e in (*one["edges"], *rest["edges"])]
        assert len(set(targets)) == len(targets) and all(t.startswith("kref://Revka/S") for t in targets)
        wide = await call("kumiho_memory_discover_edges", **how, space_paths=["Other"])
        assert [e["target"] for e in wide["edges"]] == ["kref://Other/Plans/uploads-elsewhere.conversation?r=1"]
        assert kref not in targets
        for wrong, named in (
            ({"revision_kref": "kref://Revka/none"}, "revision_kref"),
            ({"summary": " "}, "summary"),
            ({"edge_type": "no-such"}, "edge_type"),
            ({"max_edges": -1}, "max_edges"),
            ({"max_queries": 0}, "max_queries"),
            ({"min_score": 2}, "min_score"),
            ({"space_paths": [".."]}, "space_paths"),
        ):
            assert f"`{named}`" in await call.fails("kumiho_memory_discover_edges", **{**how, **wrong})

    talk(session)


def test_maintenance_reports_before_it_acts_and_sends_nothing_away_by_itself(talk):
    async def session(call: Tools) -> None:
        for number in range(3):
            await remember(
                call, f"Uploads of sort {number} are retried", space_path="Revka/Plans", stack_revisions=False
            )
        dry = await call("kumiho_memory_dream_state", project="Revka", dry_run=True)
        assert (dry["assessed"], dry["method"], dry["undo"], dry["report_path"]) == (3, "rules", "", "")
        again = await call("kumiho_memory_dream_state", project="Revka", dry_run=True)
        assert {**again, "report": ""} == {**dry, "report": ""}
        ran = await call("kumiho_memory_dream_state", project="Revka", batch_size=1, max_deprecation_ratio=0.9)
        assert Path(ran["report_path"]).read_text() == ran["report"] and ran["deprecated"] == []
        assert (await call("kumiho_memory_dream_state", project="Revka"))["assessed"] == 0
        assert (await call("kumiho_memory_dream_state"))["assessed"] == 0
        for wrong, named in (
            ({"project": "../x"}, "project"),
            ({"batch_size": 0}, "batch_size"),
            ({"max_deprecation_ratio": 0.95}, "max_deprecation_ratio"),
            ({"max_deprecation_ratio": 0.05}, "max_deprecation_ratio"),
            ({"provider": "oracle"}, "provider"),
            ({"provider": "openai", "model": "m", "api_key": "k"}, "provider"),
            ({"provider": "openai", "model": "m", "base_url": "https://evil.example/v1"}, "base_url"),
            ({"provider": "openai", "base_url": "http://127.0.0.1:9/v1"}, "model"),
        ):
            assert f"`{named}`" in await call.fails("kumiho_memory_dream_state", **wrong)

    talk(session)
