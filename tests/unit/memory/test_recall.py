from __future__ import annotations

from dataclasses import asdict, fields

import pytest
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.erasure import erase
from codegraph.memory.memory_model import SIGNALS, Anchor, AnchorKind, Filter, MemoryStatus, Relationship, Weights
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.recall import strength
from codegraph.memory.recall.explain import Verdict, explain
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest, Source
from codegraph.memory.recall.signals import Location, score
from codegraph.memory.times import DAY
from codegraph.store.memory.derived import get_derived_folder

ENCODER = StaticEncoder()


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


@pytest.fixture
def recaller(engine):
    return Recaller(engine, ENCODER)


def ask(recaller, query, **told):
    return recaller.recall(RecallRequest(query, **told))


def texts(recollection):
    return [result.memory.body.content for result in recollection.results]


def store_many(engine, drafts):
    with engine.write() as recording:
        return [notes.store(recording, draft).memory for draft in drafts]


def anchored(path, name):
    return Anchor(AnchorKind.SYMBOL, "commit:1", f"python:{path}::{name}", "", "", path, 1)


def test_what_is_nearest_in_words_and_meaning_comes_first(engine, recaller):
    engine.store("The web framework is Axum, because Actix was harder to test", kind="decision")
    engine.store("Tabs are eight spaces wide in the kernel")
    engine.store("The staging database is restored every Sunday")
    found = ask(recaller, "which web framework did we choose?")
    assert texts(found)[0].startswith("The web framework is Axum")


def test_similarity_is_not_inverted(engine, recaller):
    near = engine.store("connection pool size of the database")
    engine.store("birthday cake recipes with chocolate")
    found = ask(recaller, "database connection pool").results
    assert found[0].memory.id == near.id
    assert found[0].signals.vector_similarity > 0.5


def test_the_score_is_the_weighted_sum_of_nine_signals_between_0_and_1(engine, recaller):
    engine.store("retries use exponential backoff", importance=0.9, tags=("retries",))
    engine.store("retries are logged", importance=0.1)
    found = ask(recaller, "retries", location=Location(path="net/client.py"))
    assert tuple(found.results[0].signals._fields) == SIGNALS
    assert sum(found.weights.values()) == pytest.approx(1)
    for result in found.results:
        assert all(0 <= value <= 1 for value in result.signals)
        total = sum(found.weights[name] * value for name, value in zip(SIGNALS, result.signals))
        assert result.score == pytest.approx(total)


def test_without_a_location_the_eight_defaults_hold_and_scope_is_silent(recaller):
    weights = ask(recaller, "anything").weights
    expected = {**asdict(Weights()), "scope": 0.0}
    assert weights == pytest.approx(expected)
    assert ask(recaller, "anything", location=Location("a")).weights["scope"] == pytest.approx(0.1 / 1.1)


def test_a_weight_alone_decides_when_the_others_are_zero(engine, recaller):
    engine.store("parser notes one", importance=0.1)
    engine.store("parser notes two", importance=0.9)
    silent = dict.fromkeys((f.name for f in fields(Weights)), 0.0)
    found = ask(recaller, "parser notes", weights=Weights(**{**silent, "importance": 1.0}))
    assert texts(found) == ["parser notes two", "parser notes one"]


def test_filters_apply_before_the_cut(engine, recaller):
    store_many(engine, (Draft(f"cache invalidation rule number {n}", namespace="loud") for n in range(300)))
    quiet = engine.store("cache of thumbnails", namespace="quiet", kind="pattern", tags=("images",))
    for wanted in (
        Filter(namespaces=("quiet",)),
        Filter(kinds=("pattern",)),
        Filter(tags=("images",)),
    ):
        found = ask(recaller, "cache invalidation rule", filter=wanted, limit=3)
        assert [r.memory.id for r in found.results] == [quiet.id]


def test_words_of_another_namespace_change_no_score(engine, recaller):
    engine.store("deploy with blue green", namespace="a")
    engine.store("deploy by hand", namespace="a")
    wanted = Filter(namespaces=("a",))
    before = [r.signals.token_overlap for r in ask(recaller, "deploy green", filter=wanted).results]
    for number in range(20):
        engine.store(f"green deploy {number}", namespace="b")
    assert [r.signals.token_overlap for r in ask(recaller, "deploy green", filter=wanted).results] == before


def test_pending_archived_and_superseded_memories_are_not_recalled(engine, recaller):
    engine.store("secret handshake", status=MemoryStatus.PENDING)
    archived = engine.store("handshake of the old protocol")
    with engine.write() as recording:
        notes.archive(recording, [archived], "deleted")
    assert not ask(recaller, "handshake").results


def test_a_fact_of_the_future_is_hidden_until_then_and_an_expired_one_unless_asked_for(engine, recaller):
    now = engine.clock()
    engine.store("the api limit is 100", valid_from=now + 30 * DAY)
    engine.store("the api limit is 50", valid_to=now - DAY, valid_from=now - 30 * DAY)
    assert not ask(recaller, "api limit").results
    assert texts(ask(recaller, "api limit", now=now + 60 * DAY)) == ["the api limit is 100"]
    assert texts(ask(recaller, "api limit", expired=True)) == ["the api limit is 50"]


def test_what_was_recorded_after_the_time_asked_is_not_known(engine, recaller):
    engine.store("the build runs on arm", created_at=20 * DAY, updated_at=20 * DAY)
    assert not ask(recaller, "build", now=10 * DAY).results
    assert ask(recaller, "build", now=30 * DAY).results


def test_a_clock_that_was_set_back_hides_nothing(engine, recaller):
    engine.store("the build runs on arm", valid_from=engine.clock())
    engine.time.pass_days(-2)
    assert texts(ask(recaller, "build")) == ["the build runs on arm"]
    engine.store("the build needs ninja", valid_from=engine.clock() + 10 * DAY)
    assert texts(ask(recaller, "build")) == ["the build runs on arm"]


def test_time_words_favour_memories_of_that_time(engine, recaller):
    day = 20_000 * DAY
    engine.store("workshop about type systems", created_at=day - 200 * DAY, updated_at=day - 200 * DAY)
    engine.store("workshop about parsers", created_at=day - 14 * DAY, updated_at=day - 14 * DAY)
    found = ask(recaller, "which workshop two weeks ago?", now=day).results
    assert [r.signals.temporal for r in found] == [1.0, pytest.approx(0, abs=1e-6)]
    assert {r.signals.temporal for r in ask(recaller, "which workshop?", now=day).results} == {0.5}


def test_a_memory_is_found_by_the_session_it_was_recorded_in(engine, recaller):
    engine.store("The gateway times out after ten seconds", session="s1")
    wanted = engine.store("Raise it to thirty for uploads", session="s1")
    engine.store("Raise the desk to standing height", session="s2")
    found = {r.memory.id: r for r in ask(recaller, "gateway times out uploads").results}
    assert found[wanted.id].signals.token_overlap > 0.6


def test_one_session_can_be_kept_from_filling_the_answer(engine, recaller):
    for number in range(8):
        engine.store(f"migration step {number}", session="long")
    engine.store("migration of the wiki", session="short")
    sessions = [r.memory.session for r in ask(recaller, "migration", per_session=2).results]
    assert sessions.count("long") == 2
    assert "short" in sessions


def test_a_linked_memory_joins_the_answer_with_the_way_to_it(engine, recaller):
    decision = engine.store("Sessions live in Redis")
    reason = engine.store("Cookies were too small")
    with engine.write() as recording:
        notes.link(recording, reason.id, decision.id, Relationship.EXPLAINS)
    found = {r.memory.id: r for r in ask(recaller, "where do sessions live, in redis?").results}
    (hop,) = found[reason.id].path
    assert (hop.source, hop.via) == (decision.id, "EXPLAINS")
    assert Source.LINK in found[reason.id].sources
    assert reason.id not in {r.memory.id for r in ask(recaller, "sessions live redis", depth=0, bridges=False).results}


def test_a_bridge_is_reached_from_two_hits_over_shared_code_but_never_over_a_hub(engine, recaller):
    engine.store("Login retries three times", anchors=(anchored("auth.py", "login"),))
    engine.store("Login is logged for audits", anchors=(anchored("audit.py", "record"),))
    bridge = engine.store(
        "Clock skew broke both on Monday", anchors=(anchored("auth.py", "login"), anchored("audit.py", "record"))
    )
    found = {r.memory.id: r for r in ask(recaller, "login").results}
    assert Source.BRIDGE in found[bridge.id].sources
    assert {hop.via for hop in found[bridge.id].path} == {"python:auth.py::login", "python:audit.py::record"}
    for number in range(30):
        engine.store(
            f"Unrelated thing {number}", anchors=(anchored("auth.py", "login"), anchored("audit.py", "record"))
        )
    assert bridge.id not in {r.memory.id for r in ask(recaller, "login").results}


def test_memories_anchored_to_what_is_asked_about_are_found_without_their_words(engine, recaller):
    engine.store("Keep the order of checks", anchors=(anchored("web/auth.py", "Login.check"),))
    engine.store("Checks are cheap", anchors=(anchored("web/other.py", "Cache.check"),))
    for about in ("web/auth.py", "Login.check", "python:web/auth.py::Login.check"):
        found = ask(recaller, "", about=(about,)).results
        assert [r.memory.body.content for r in found] == ["Keep the order of checks"]
        assert found[0].signals.scope >= 0.8
    assert texts(ask(recaller, "what about `Login.check`?"))[0] == "Keep the order of checks"


def test_many_symbols_do_not_crowd_memories_out(engine, recaller):
    wanted = engine.store("The scheduler starves low priorities")
    store_many(engine, (Draft(f"note {n}", anchors=(anchored("core.py", f"scheduler_{n}"),)) for n in range(400)))
    assert ask(recaller, "scheduler starves low priorities", limit=1).results[0].memory.id == wanted.id


def test_recalling_writes_nothing_and_counts_no_use(engine, recaller):
    stored = engine.store("Reads are free")
    with engine.read() as state:
        before = state.read_last_seq()
    for _ in range(3):
        assert ask(recaller, "reads").results
    with engine.read() as state:
        assert state.read_last_seq() == before
    assert engine.get(stored.id).access_count == 0


def test_a_new_process_and_a_rebuild_give_the_same_answer(engine, recaller):
    store_many(engine, (Draft(f"rule {n}: keep functions under {n} lines", tags=("style",)) for n in range(40)))
    now = engine.clock()
    first = ask(recaller, "functions under 12 lines", now=now).results
    engine.rebuild()
    again = Recaller(TestEngine(engine.home), ENCODER)
    assert ask(again, "functions under 12 lines", now=now).results == first


def test_the_arrays_on_disk_follow_edits_archives_and_merges(engine, tmp_path):
    many = store_many(engine, (Draft(f"fact {n} about turbines") for n in range(1100)))
    ask(Recaller(engine, ENCODER), "turbines")
    assert list(get_derived_folder(tmp_path).iterdir())
    with engine.write() as recording:
        notes.revise(recording, many[7].id, Edit(content="windmills turn clockwise"), reason="")
        notes.archive(recording, [many[8]], "deleted")
    fresh = Recaller(engine, ENCODER)
    assert texts(ask(fresh, "windmills clockwise"))[0] == "windmills turn clockwise"
    assert many[7].id not in {r.memory.id for r in ask(fresh, "fact 7 about turbines", limit=500).results[:3]}
    assert not any(r.memory.id == many[8].id for r in ask(fresh, "fact 8 about turbines", limit=500).results)


def test_damaged_arrays_are_made_again(engine, tmp_path):
    store_many(engine, (Draft(f"fact {n} about turbines") for n in range(1100)))
    assert ask(Recaller(engine, ENCODER), "turbines").results
    for file in get_derived_folder(tmp_path).glob("*/docs.npy"):
        file.write_bytes(b"x")
    assert ask(Recaller(engine, ENCODER), "turbines").results


def test_an_erased_memory_leaves_the_running_recall_and_the_disk(engine, recaller, tmp_path):
    stored = engine.store("the vault code is under the doormat")
    store_many(engine, (Draft(f"fact {n} about turbines") for n in range(1100)))
    assert ask(recaller, "vault code").results
    erase(engine, stored.id)
    assert not any("vault" in text for text in texts(ask(recaller, "vault code doormat")))
    assert not list(get_derived_folder(tmp_path).glob("*/*.npy")) or stored.row not in set(
        recaller._corpus.layout.columns.rows.tolist()
    )


def test_explain_says_what_kept_a_memory_out(engine, recaller):
    hit = engine.store("Indexes are rebuilt at night", namespace="a", kind="decision")
    elsewhere = engine.store("Indexes are small", namespace="b")
    unrelated = engine.store("qwxz", namespace="a")
    future = engine.store("Indexes move to the cloud", namespace="a", valid_from=engine.clock() + 90 * DAY)
    request = RecallRequest("indexes rebuilt", filter=Filter(namespaces=("a",)))
    told = explain(recaller, request, hit)
    assert (told.verdict, told.rank, told.found) == (Verdict.RETURNED, 1, ("index", "rebuilt"))
    assert explain(recaller, request, elsewhere).verdict is Verdict.FILTERED
    assert "namespace is b" in explain(recaller, request, elsewhere).detail
    assert explain(recaller, request, unrelated).verdict in (Verdict.UNRELATED, Verdict.WEAK)
    assert explain(recaller, request, future).verdict is Verdict.HIDDEN


def test_explain_says_by_how_much_a_memory_was_outranked(engine, recaller):
    stored = [engine.store(f"indexes {'and tables ' * number}") for number in range(1, 4)]
    request = RecallRequest("indexes", limit=1)
    verdicts = sorted(explain(recaller, request, memory).verdict for memory in stored)
    assert verdicts == [Verdict.OUTRANKED, Verdict.OUTRANKED, Verdict.RETURNED]


@pytest.mark.parametrize("bad", [{"query": "x", "limit": 0}, {"query": "x", "depth": 99}])
def test_a_request_that_makes_no_sense_is_refused_with_a_hint(recaller, bad):
    with pytest.raises(InvalidError) as failure:
        recaller.recall(RecallRequest(**bad))
    assert failure.value.hint


def test_central_memories_are_stronger_and_lone_ones_have_no_strength(engine, recaller):
    hub = engine.store("storage layer overview")
    lone = engine.store("storage layer trivia")
    for number in range(5):
        leaf = engine.store(f"storage detail {number}")
        with engine.write() as recording:
            notes.link(recording, leaf.id, hub.id, Relationship.PART_OF)
    found = {r.memory.id: r.signals.graph_strength for r in ask(recaller, "storage layer").results}
    assert found[hub.id] > 0.8
    assert found[lone.id] == 0


def test_another_process_need_not_rank_again_until_links_change(engine, recaller, monkeypatch, tmp_path):
    hub = engine.store("storage layer overview")
    for number in range(5):
        leaf = engine.store(f"storage detail {number}")
        with engine.write() as recording:
            notes.link(recording, leaf.id, hub.id, Relationship.PART_OF)

    def strengths(by):
        return {r.memory.body.content: r.signals.graph_strength for r in ask(by, "storage layer").results}

    ranked = []
    rank = strength._rank
    monkeypatch.setattr(strength, "_rank", lambda edges: ranked.append(len(edges)) or rank(edges))
    first = strengths(recaller)
    assert strengths(Recaller(engine, ENCODER)) == first and ranked == [5]
    engine.store("storage nobody links to")
    assert strengths(Recaller(engine, ENCODER))["storage layer overview"] == first["storage layer overview"]
    assert ranked == [5]
    (kept,) = (get_derived_folder(tmp_path) / "ranks").iterdir()
    kept.write_bytes(b"damaged")
    assert strengths(Recaller(engine, ENCODER))["storage layer overview"] == first["storage layer overview"]
    late = engine.store("storage engine")
    with engine.write() as recording:
        notes.link(recording, leaf.id, late.id, Relationship.PART_OF)
    assert strengths(recaller)["storage engine"] > 0 == first.get("storage engine", 0) and ranked == [5, 5, 6]
    erase(engine, leaf.id)
    assert not get_derived_folder(tmp_path).exists()
    assert strengths(Recaller(engine, ENCODER))["storage engine"] == 0 and ranked == [5, 5, 6, 4]


NOTES = (
    "Deployments happen on Thursdays; nobody ships on Fridays.",
    "Run `make seed` before the integration tests, otherwise the fixtures are empty.",
    "Use the `--frozen` flag with uv in CI, else the lock file is rewritten.",
    "The nightly export writes CSV files to the bucket tern-exports.",
)


@pytest.mark.parametrize(
    "query", ["football results yesterday", "asdf qwer zxcv", "the", "?", "what is the capital of Mongolia"]
)
def test_a_question_about_nothing_that_is_known_has_no_answer(engine, recaller, query):
    for note in NOTES:
        engine.store(note)
    assert texts(ask(recaller, query)) == []


@pytest.mark.parametrize(
    ("query", "note"), [("which weekday do we release on?", 0), ("lockfile changes in the pipeline", 2)]
)
def test_a_question_in_other_words_finds_its_note_by_meaning(engine, recaller, query, note):
    for each in NOTES:
        engine.store(each)
    assert texts(ask(recaller, query))[:1] == [NOTES[note]]


def test_what_is_linked_much_does_not_outrank_what_is_asked_about(engine, recaller):
    about = engine.store("We chose gRPC over REST for the channel between operator and daemon: backpressure.").id
    others = [engine.store(note).id for note in (*NOTES, "Month end is locked; restart the report for the operator.")]
    with engine.write() as recording:
        for other in others[:-1]:
            notes.link(recording, others[-1], other, Relationship.RELATES_TO)
            notes.link(recording, other, others[-1], Relationship.RELATES_TO)
    assert ask(recaller, "why did we not pick REST for the daemon?").results[0].memory.id == about


def test_the_overlap_of_words_means_the_same_in_every_answer(engine, recaller):
    engine.store("The router keeps one table of routes")
    for number in range(20):
        engine.store(f"Unrelated remark number {number}")

    def overlap(question: str) -> float:
        return ask(recaller, question).scale_results()[0].signals.token_overlap

    whole = overlap("router table of routes")
    assert whole > 0.6
    assert overlap("router beside pelicans, quinces and tides") < 0.5 * whole
    assert overlap("routes of pelicans") < whole


def test_shown_scores_are_still_the_weighted_sum_of_the_signals(engine, recaller):
    engine.store("The router keeps one table of routes")
    engine.store("Routes are read from a file")
    found = ask(recaller, "router and pelicans")
    for result in found.scale_results():
        assert result.score == pytest.approx(score(result.signals, found.weights) * result.factor)
