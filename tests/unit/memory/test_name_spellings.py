"""Names in mixed case are found however their letters are cased and wherever they are split."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.memory import TestEngine
from support.recalled import ENCODER, memory_answers

from codegraph.memory.facts import write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.ranking import FactRecall, recall
from codegraph.memory.facts.write import Writing
from codegraph.memory.provenance.word_search import rank_texts, read_query, split_words
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.memory.recall.tokenization import find_parts, tokenize

NAMES = {
    "gRPC": "g rpc", "GitHub": "git hub", "MySQL": "my sql", "OAuth": "o auth", "OpenAPI": "open api", "iOS": "i os",
    "eBPF": "e bpf", "NumPy": "num py", "TypeScript": "type script", "PostgreSQL": "postgre sql", "SQLite": "sq lite",
    "kubectl": "kube ctl", "GraphQL": "graph ql", "RabbitMQ": "rabbit mq", "macOS": "mac os", "jQuery": "j query",
    "PyTorch": "py torch", "DynamoDB": "dynamo db", "WebSocket": "web socket", "LaTeX": "la tex",
}  # fmt: skip
"""Names as they are usually written, and in two words."""

SAYING = (
    "The {} client of the billing service retries twice", "We pin the {} release in the lock file",
    "Problems with {} go to the platform channel first", "Reviews of {} changes need two people",
    "Our {} setup is documented on the wiki", "The nightly job checks {} for drift",
    "We chose {} over the older tool last spring", "Only seniors may upgrade {}",
    "Never mix {} with the vendored copy", "Costs of {} are booked on the infra budget",
)  # fmt: skip

SUBJECTS = """
    invoice parser, mobile banner, search page, rate limiter, image cache, mail queue, audit trail, tax table, login form,
    billing report, release train, error budget, design review, staging cluster, feature flag, cron schedule,
    type checker, script runner, git hooks, message hub, open issues, lite theme, api gateway, auth tokens, sql linter,
    kernel os image, num pad, control panel, graph view, query planner
"""
"""Among them are parts of the names: `git hooks`, `message hub`."""

DISTRACTORS = [
    f"The {subject.strip()} {said}"
    for subject in SUBJECTS.split(",")
    for said in ("is owned by the core team", "must stay below two hundred milliseconds")
]


def spelt(name: str, split: str) -> Mapping[str, str]:
    return {
        "as usual": name, "lower": name.lower(), "upper": name.upper(), "space": split,
        "hyphen": split.replace(" ", "-"), "underscore": split.replace(" ", "_"), "capitals": split.title(),
    }  # fmt: skip


def texts_of(how: str) -> dict[str, str]:
    """A note about each name, written `how`."""
    made = {name: SAYING[at % len(SAYING)] for at, name in enumerate(NAMES)}
    return {name: say.format(spelt(name, NAMES[name])[how]) for name, say in made.items()}


def first_memory(recaller: Recaller, question: str, now: int) -> str:
    found = recaller.recall(RecallRequest(question)).results
    return found[0].memory.body.content if found else ""


def first_fact(recaller: Recaller, question: str, now: int) -> str:
    found = recall(recaller, FactRecall(question, ("",)), now).results
    return f"{found[0].fact.subject} {found[0].fact.object}" if found else ""


@pytest.mark.parametrize("first", [first_memory, first_fact])
@pytest.mark.parametrize("stored", ["as usual", "lower", "space", "capitals"])
def test_a_name_is_found_first_however_it_is_spelt(tmp_path: Path, stored: str, first: Callable[..., str]):
    engine = TestEngine(tmp_path)
    told = texts_of(stored)
    notes = [*told.values(), *DISTRACTORS]
    random.Random(0).shuffle(notes)
    for note in notes:
        engine.store(note)
    recaller = Recaller(engine, ENCODER)
    missed = [
        question
        for name, text in told.items()
        for asked in spelt(name, NAMES[name]).values()
        for question in (asked, f"what do we know about {asked} here?")
        if not first(recaller, question, engine.clock()).endswith(text)
    ]
    assert not missed
    engine.close()


def test_a_fact_about_a_name_is_found_first_however_it_is_spelt(tmp_path: Path):
    engine = TestEngine(tmp_path)
    said = [f"The {NAMES[name].replace(' ', '')}-bridge service uses {name}." for name in NAMES]
    with engine.write() as recording:
        for text in (*said, *DISTRACTORS):
            write.remember(recording, text, read_closed_forms(text, recording.at), Writing())
    recaller = Recaller(engine, ENCODER)
    missed = [
        asked
        for name, split in NAMES.items()
        for asked in spelt(name, split).values()
        if name not in first_fact(recaller, f"which service uses {asked}?", engine.clock())
    ]
    assert not missed
    engine.close()


@pytest.mark.parametrize("stored", ["as usual", "lower", "space", "capitals"])
def test_a_name_is_found_first_by_its_words_however_it_is_spelt(stored: str):
    told = texts_of(stored)
    texts = dict(enumerate([*told.values(), *DISTRACTORS]))
    words = {row: (split_words(text), frozenset[str]()) for row, text in texts.items()}
    for name, text in told.items():
        for asked in spelt(name, NAMES[name]).values():
            scores = rank_texts(words, read_query([asked]))
            best = max(scores, key=scores.__getitem__)
            others = [score for row, score in scores.items() if row != best]
            assert texts[best] == text and scores[best] > max(others), asked


def test_a_name_is_one_term_and_its_parts_are_kept_aside():
    assert tokenize("gRPC") == tokenize("grpc") == tokenize("GRPC")
    assert tokenize("getUserName") == ["getusernam"] and {"user", "name"} <= set(find_parts("getUserName"))
    assert "sqlite" in find_parts("SQLiteStore")  # what several parts spell together
    assert find_parts("URLs and plain words") == []  # a plural has no parts


def test_a_word_finds_the_name_that_it_is_a_part_of_behind_the_word_itself(tmp_path: Path):
    engine = TestEngine(tmp_path)
    said = ["Call parseLedger before the import starts", "The ledger closes after the import ends"]
    for text in (*said, *DISTRACTORS):
        engine.store(text)
    assert memory_answers(engine, "ledger")[:2] == said[::-1]
    assert memory_answers(engine, "parse ledger")[:1] == said[:1]
    engine.close()
