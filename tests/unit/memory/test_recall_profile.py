"""The profile of the default toolset, and the one that documents state."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.memory.memory_model import SIGNALS, Weights
from codegraph.memory.notes import Draft, store
from codegraph.memory.recall.explain import explain
from codegraph.memory.recall.ranking_profile import DOCUMENTED, FITTED, PLAIN
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.recall.signals import normalize_weights, score

ENCODER = StaticEncoder()
MINUTE = 60_000_000


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def tell(engine, session, *turns):
    """Store the turns of a session, a minute apart."""
    with engine.write() as recording:
        for number, text in enumerate(turns):
            at = engine.clock() + number * MINUTE
            store(recording, Draft(text, session=session, created_at=at, updated_at=at), merge=False)


def recall(engine, query, profile=FITTED, **asked):
    return Recaller(engine, ENCODER).recall(RecallRequest(query, profile=profile, **asked))


def texts(found):
    return [result.memory.body.content for result in found.results]


def chat(engine):
    tell(engine, "one", "Ada: How was the trip to Bergen?", "Bo: Wet, as ever.", "Ada: Did you see your aunt?")
    tell(
        engine,
        "two",
        "Ada: Which colour do we paint the garden shed in?",
        "Bo: Oxblood, and two coats of it.",
        "Ada: My tea is getting cold.",
    )
    tell(engine, "three", "Bo: The shed needs a new lock.", "Ada: I will buy one on Friday.")


def test_a_turn_is_found_by_the_question_that_it_answers(engine):
    chat(engine)
    query, answer = "what colour does the garden shed get?", "Bo: Oxblood, and two coats of it."
    shares = [
        found.results[texts(found).index(answer)].signals.token_overlap / found.results[0].signals.token_overlap
        for found in (recall(engine, query, DOCUMENTED), recall(engine, query))
    ]
    assert texts(recall(engine, query)).index(answer) == 1
    assert shares[1] > shares[0]


@pytest.mark.parametrize("profile", [DOCUMENTED, FITTED])
def test_explain_divides_the_signals_of_a_turn_by_what_is_around_it(engine, profile):
    chat(engine)
    recaller = Recaller(engine, ENCODER)
    request = RecallRequest("what colour does the garden shed get?", profile=profile)
    for result in recaller.recall(request).results:
        told = explain(recaller, request, result.memory)
        for name in dict.fromkeys(share.signal for share in told.window):
            sum_of_shares = sum(share.value * share.weight for share in told.window if share.signal == name)
            assert sum_of_shares == pytest.approx(getattr(told.recalled.signals, name), abs=1e-6)
    answer = next(r.memory for r in recaller.recall(request).results if "Oxblood" in r.memory.body.content)
    shares = {share.name: share.value * share.weight for share in explain(recaller, request, answer).window}
    assert shares["words of the turns around it"] > shares["own words"] == 0
    assert ("meaning of the turns around it" in shares) == (profile is FITTED)


def test_explain_says_nothing_of_a_window_where_there_is_none(engine):
    note = engine.store("The garden shed is painted in oxblood")
    assert explain(Recaller(engine, ENCODER), RecallRequest("garden shed", profile=FITTED), note).window == ()


def test_documented_weights_and_sums_are_kept_to_the_last_digit(engine):
    chat(engine)
    found = recall(engine, "what colour does the garden shed get?", DOCUMENTED)
    assert found.weights == normalize_weights(Weights(), located=False)
    assert all(one.score == score(one.signals, found.weights) * one.factor for one in found.results)
    assert DOCUMENTED.sessions.window == DOCUMENTED.turns.window == PLAIN


def test_weights_that_were_set_apply_to_every_profile(engine):
    chat(engine)
    words = Weights(**{name: float(name == "token_overlap") for name in SIGNALS})
    for profile in (DOCUMENTED, FITTED):
        assert recall(engine, "garden shed", profile, weights=words).weights["token_overlap"] == 1.0


def test_a_signal_that_is_the_same_for_all_takes_no_weight_from_the_others(engine):
    engine.store("the retries of the client use backoff", importance=0.4)
    engine.store("the retries of the client are logged", importance=0.4)
    found = recall(engine, "retries of the client")
    assert found.weights["importance"] == found.weights["graph_strength"] == found.weights["temporal"] == 0.0
    assert sum(found.weights.values()) == pytest.approx(1)


def test_a_lone_candidate_keeps_the_weights_of_all_signals(engine):
    engine.store("the retries of the client use backoff")
    assert recall(engine, "retries of the client").weights["importance"] > 0


def test_a_question_that_names_a_speaker_prefers_the_turns_of_that_speaker(engine):
    tell(engine, "one", "Ada: I think the ferry is late.", "Bo: The ferry is late, I think.")
    assert texts(recall(engine, "what does Bo say of the ferry?"))[0].startswith("Bo:")
    assert texts(recall(engine, "what does Ada say of the ferry?"))[0].startswith("Ada:")


def test_a_turn_that_only_asks_counts_less(engine):
    chat(engine)
    found = {one.memory.body.content: one.factor for one in recall(engine, "the colour of the garden shed").results}
    assert found["Ada: Which colour do we paint the garden shed in?"] == pytest.approx(FITTED.asking)
    assert found["Bo: Oxblood, and two coats of it."] >= 1.0


def test_a_recall_compiles_only_the_patterns_that_it_needs():
    code = (
        "import re; compiled = []; compile = re.compile\n"
        "re.compile = lambda *a: (compiled.append(a), compile(*a))[1]\n"
        "import codegraph.memory.dates, codegraph.memory.recall.temporal_rerank, codegraph.memory.recall.followups\n"
        "at = len(compiled)\n"
        "assert codegraph.memory.dates.find_intervals('who owns the parser?', 0) == ()\n"
        "assert len(compiled) - at == 1, compiled[at:]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
