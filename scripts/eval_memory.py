#!/usr/bin/env python3
"""Recall of chat sessions for questions, against plain BM25.

Prints one Markdown table.

  CODEGRAPH_EVAL_DIR    folder with `memory.jsonl.gz` (default: ../shared/eval): sessions of user turns, and questions
                        with the sessions that answer them

Every turn is stored as a memory of its session in a throw-away home, through the engine; every question is a recall
with at most one memory per session. *own* asks each question of its own sessions, *pooled* of all sessions at once,
each as it was on the day of the question; *pooled, undated* has no dates at all. A paired bootstrap over the questions
gives the confidence interval of the difference to BM25.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
K = 5
DEEP = 20  # sessions ranked
DAY = 86_400_000_000
SAMPLES = 10_000


class Question(NamedTuple):
    id: str
    text: str
    asked: int  # last microsecond of the day it is asked
    sessions: tuple[str, ...]
    dates: tuple[int, ...]
    evidence: frozenset[str]


class Row(NamedTuple):
    """One question's recall, any and all at K."""

    recall: float
    some: float
    every: float


def parse_time(text: str) -> int:
    day, _, rest = text.partition(" (")
    at = datetime.strptime(f"{day} {rest.partition(') ')[2]}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
    return int(at.timestamp()) * 1_000_000


def load(path: Path) -> tuple[dict[str, list[str]], list[Question]]:
    sessions: dict[str, list[str]] = {}
    questions: list[Question] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["type"] == "session":
                sessions[line["id"]] = line["user"]
            elif not line.get("abstain"):
                asked = parse_time(line["date"])
                ids, dates = zip(*((id, parse_time(date)) for id, date in line["haystack"]))
                evidence = frozenset(line["evidence_sessions"])
                questions.append(
                    Question(line["qid"], line["question"], asked - asked % DAY + DAY - 1, ids, dates, evidence)
                )
    return sessions, questions


# ours


def store_turns(home: Path, turns: Iterator[tuple[str, str, int, str]]) -> tuple[int, int]:
    """Store (namespace, session, time, text).

    Returns the numbers of stored and refused turns.
    """
    from codegraph.errors import CodegraphError
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.notes import Draft, store

    engine = MemoryEngine(home, actor="eval")
    kept = refused = 0
    with engine.write() as recording:
        for namespace, session, at, text in turns:
            if not text.strip():
                continue
            draft = Draft(text, namespace=namespace, session=session, created_at=at, updated_at=at)
            try:
                store(recording, draft, merge=False)
                kept += 1
            except CodegraphError:
                refused += 1
    engine.close()
    return kept, refused


def rank_sessions(
    home: Path, questions: Sequence[Question], namespace: str, dated: bool
) -> tuple[list[list[str]], float]:
    """Return the sessions for each question, best first, and the mean CPU seconds."""
    from codegraph.embed.static import StaticEncoder
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.memory_model import Filter
    from codegraph.memory.recall.ranking_profile import FITTED
    from codegraph.memory.recall.recaller import Recaller
    from codegraph.memory.recall.request import RecallRequest

    recaller = Recaller(MemoryEngine(home), StaticEncoder())
    found: list[list[str]] = []
    spent = 0.0
    for number, question in enumerate(questions):
        request = RecallRequest(
            question.text,
            filter=Filter(namespaces=(namespace or question.id,)),
            limit=DEEP,
            per_session=1,
            profile=FITTED,
            now=question.asked if dated else 0,
        )
        start = time.process_time()
        results = recaller.recall(request).results
        spent += (time.process_time() - start) if number else 0.0
        found.append([result.memory.session for result in results])
    return found, spent / max(1, len(questions) - 1)


# the baseline


def split_words(text: str) -> list[str]:
    """Return the words that recall counts.

    With them the difference is not one of stems or stop words.
    """
    from codegraph.memory.recall.tokenization import tokenize

    return tokenize(text)


def rank_by_bm25(
    sessions: dict[str, list[str]], questions: Sequence[Question], pooled: bool, dates: dict[str, int] | None
) -> list[list[str]]:
    """Rank by plain BM25 (k1 1.2, b 0.75) over whole sessions, with our words."""
    bags = {id: Counter(w for turn in turns for w in split_words(turn)) for id, turns in sessions.items()}
    everything = list(sessions)
    shared = _Statistics({id: bags[id] for id in everything}) if pooled else None
    found: list[list[str]] = []
    for question in questions:
        statistics = shared or _Statistics({id: bags[id] for id in question.sessions})
        scores = statistics.compute_scores(split_words(question.text))
        ids = [id for id in scores if dates is None or dates.get(id, 0) <= question.asked]
        found.append(sorted(ids, key=lambda id: -scores[id])[:DEEP])
    return found


class _Statistics:
    def __init__(self, bags: dict[str, Counter[str]]) -> None:
        self.ids = list(bags)
        self.length = np.array([sum(bag.values()) for bag in bags.values()], dtype=float)
        self.postings: dict[str, list[tuple[int, int]]] = {}
        for at, bag in enumerate(bags.values()):
            for word, count in bag.items():
                self.postings.setdefault(word, []).append((at, count))

    def compute_scores(self, query: list[str]) -> dict[str, float]:
        total, mean = len(self.ids), self.length.mean()
        found = np.zeros(total)
        for word in query:
            hits = self.postings.get(word, ())
            idf = math.log(1 + (total - len(hits) + 0.5) / (len(hits) + 0.5))
            for at, tf in hits:
                found[at] += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * self.length[at] / mean))
        return {self.ids[at]: found[at] for at in np.flatnonzero(found)}


# judging


def judge_answer(question: Question, answer: list[str]) -> Row:
    hits = len(question.evidence & set(answer[:K]))
    return Row(hits / len(question.evidence), float(hits > 0), float(hits == len(question.evidence)))


def compute_interval(ours: list[Row], theirs: list[Row]) -> tuple[float, float]:
    """Compute the 95 % interval of the difference in recall by a paired bootstrap."""
    difference = np.array([a.recall - b.recall for a, b in zip(ours, theirs)])
    random = np.random.default_rng(0)
    means = difference[random.integers(0, len(difference), (SAMPLES, len(difference)))].mean(axis=1)
    return float(np.percentile(means, 2.5)), float(np.percentile(means, 97.5))


def format_line(name: str, rows: list[Row], extra: str = "") -> str:
    recall, some, every = (sum(column) / len(rows) for column in zip(*rows))
    return f"| {name} | {some:.3f} | {every:.3f} | {recall:.3f} | {extra} |"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--answers", type=Path, help="folder for the ranked sessions, one JSON line a question")
    options = arguments.parse_args()
    folder = Path(os.environ.get("CODEGRAPH_EVAL_DIR", ROOT.parent / "shared" / "eval"))
    truth = folder / "memory.jsonl.gz"
    if not truth.is_file():
        print(f"skipped: no {truth}; set CODEGRAPH_EVAL_DIR", file=sys.stderr)
        return 0
    sessions, questions = load(truth)
    dates: dict[str, int] = {}
    for question in questions:
        for id, at in zip(question.sessions, question.dates):
            dates[id] = min(at, dates.get(id, at))
    print(f"{len(questions)} questions, {len(sessions):,} sessions\n")
    print(f"| sessions | any@{K} | all@{K} | recall@{K} | gain in recall@{K} (95 %), time |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        homes = Path(temporary)
        own = ((q.id, s, at, turn) for q in questions for s, at in zip(q.sessions, q.dates) for turn in sessions[s])
        pool = (("pool", s, dates.get(s, 0), turn) for s, turns in sessions.items() for turn in turns)
        flat = (("pool", s, DAY, turn) for s, turns in sessions.items() for turn in turns)
        for name, turns, dated in (("own", own, True), ("pooled", pool, True), ("pooled, undated", flat, False)):
            home = homes / name.replace(", ", "-")
            kept, refused = store_turns(home, turns)
            space = "" if name == "own" else "pool"
            answers, spent = rank_sessions(home, questions, space, dated)
            ours = [judge_answer(q, a) for q, a in zip(questions, answers)]
            plain = rank_by_bm25(sessions, questions, bool(space), dates if dated and space else None)
            theirs = [judge_answer(q, a) for q, a in zip(questions, plain)]
            low, high = compute_interval(ours, theirs)
            print(format_line(f"{name}: plain BM25", theirs))
            print(format_line(f"{name}: recall", ours, f"{low:+.3f} … {high:+.3f}, {spent * 1000:.1f} ms"), flush=True)
            print(f"{name}: {kept:,} turns stored, {refused} refused", file=sys.stderr)
            if options.answers:
                options.answers.mkdir(parents=True, exist_ok=True)
                with open(options.answers / f"{home.name}.jsonl", "w", encoding="utf-8") as out:
                    for question, answer in zip(questions, answers):
                        out.write(json.dumps({"qid": question.id, "ranked": answer}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
