#!/usr/bin/env python3
"""Measure whether recall finds the turns of conversations that answer.

Each file of `tests/evaluation/conversations` is one conversation: its turns become memories of a throw-away home, as
`Speaker: text` with the session and the time of the turn, and each question is one recall, asked when the conversation
has ended. Counted are the questions for which one of the first ten memories is a turn that answers. The baseline is
plain BM25 (k1 1.2, b 0.75) over every turn together with the turns before and after it, with words in lower case.

The files say which half they belong to. Of the half `held_out` only scores are printed, never a question.

  --half NAME     only this half
  --by-kind       one row for each kind of question of the half `development` as well
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
CONVERSATIONS = ROOT / "tests" / "evaluation" / "conversations"
PLACES = 10
SAMPLES = 10_000
SECOND = 1_000_000


class Turn(NamedTuple):
    """A turn of a conversation: the time in microseconds, the speaker before the text."""

    number: int
    session: str
    at: int
    text: str


class Question(NamedTuple):
    """A question, and the numbers of the turns of which each answers it."""

    text: str
    answers: frozenset[int]
    kind: str


class Conversation(NamedTuple):
    """One file of the evaluation set."""

    id: str
    half: str
    language: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


class Outcome(NamedTuple):
    """A question for which recall and the baseline found an answer or not."""

    group: str
    kind: str
    ours: bool
    theirs: bool


def read_conversation(path: Path) -> Conversation:
    """Return the conversation of a file.

    Raises ValueError for one whose first line does not describe it."""
    with path.open(encoding="utf-8") as lines:
        head = json.loads(next(lines))
        if head.get("type") != "conversation":
            raise ValueError(f"{path} does not begin with its description")
        turns, questions = [], []
        for line in map(json.loads, lines):
            if line["type"] == "turn":
                at = int(datetime.fromisoformat(line["at"]).timestamp()) * SECOND
                session = f"{head['id']}-{line['session']}"
                turns.append(Turn(line["n"], session, at, f"{line['speaker']}: {line['text']}"))
            else:
                questions.append(Question(line["text"], frozenset(line["answers"]), line["kind"]))
    return Conversation(path.stem, head["half"], head["language"], tuple(turns), tuple(questions))


def store_turns(home: Path, turns: Sequence[Turn]) -> None:
    """Store a memory a turn, as an importer of chats does."""
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.notes import Draft, store

    engine = MemoryEngine(home, actor="eval")
    with engine.write() as recording:
        for turn in turns:
            draft = Draft(
                turn.text,
                namespace="chat",
                session=turn.session,
                metadata={"turn": turn.number},
                created_at=turn.at,
                updated_at=turn.at,
            )
            store(recording, draft, merge=False)
    engine.close()


def recall_turns(home: Path, conversation: Conversation) -> list[list[int]]:
    """Return the numbers of the first ten turns of each answer of recall."""
    from codegraph.embed.static import StaticEncoder
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.memory.memory_model import Filter
    from codegraph.memory.recall.ranking_profile import FITTED
    from codegraph.memory.recall.recaller import Recaller
    from codegraph.memory.recall.request import RecallRequest

    engine = MemoryEngine(home)
    recaller = Recaller(engine, StaticEncoder())
    ended = max(turn.at for turn in conversation.turns) + SECOND
    found = []
    for question in conversation.questions:
        request = RecallRequest(
            question.text, filter=Filter(namespaces=("chat",)), limit=PLACES, profile=FITTED, now=ended
        )
        results = recaller.recall(request).results
        found.append([int(str(result.memory.body.metadata["turn"])) for result in results[:PLACES]])
    engine.close()
    return found


# the baseline


def read_words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def rank_windows(conversation: Conversation) -> list[list[int]]:
    """Return the first ten turns by plain BM25 over each turn and its neighbours."""
    own = [read_words(turn.text) for turn in conversation.turns]
    bags = []
    for at, turn in enumerate(conversation.turns):
        near = [i for i in (at - 1, at, at + 1) if 0 <= i < len(own) and conversation.turns[i].session == turn.session]
        bags.append(Counter(word for i in near for word in own[i]))
    lengths = [sum(bag.values()) for bag in bags]
    mean = sum(lengths) / len(lengths)
    frequency = Counter(word for bag in bags for word in bag)
    found = []
    for question in conversation.questions:
        scores = [0.0] * len(bags)
        for word in read_words(question.text):
            idf = math.log(1 + (len(bags) - frequency[word] + 0.5) / (frequency[word] + 0.5))
            for at, bag in enumerate(bags):
                tf = bag[word]
                scores[at] += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * lengths[at] / mean))
        best = sorted(range(len(bags)), key=lambda at: -scores[at])[:PLACES]
        found.append([conversation.turns[at].number for at in best if scores[at] > 0])
    return found


# judging


def judge(conversation: Conversation) -> list[Outcome]:
    """Return one outcome a question."""
    with tempfile.TemporaryDirectory() as home:
        store_turns(Path(home), conversation.turns)
        ours = recall_turns(Path(home), conversation)
    theirs = rank_windows(conversation)
    language = "English" if conversation.language == "en" else "other languages"
    group = f"{conversation.half}, {language}"
    return [
        Outcome(group, question.kind, not question.answers.isdisjoint(a), not question.answers.isdisjoint(b))
        for question, a, b in zip(conversation.questions, ours, theirs)
    ]


def format_row(name: str, outcomes: Sequence[Outcome]) -> str:
    """Return a row: both shares, their difference, 95 % of its paired bootstrap."""
    difference = np.array([outcome.ours - outcome.theirs for outcome in outcomes], dtype=float)
    random = np.random.default_rng(0)
    means = difference[random.integers(0, len(difference), (SAMPLES, len(difference)))].mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    ours = sum(outcome.ours for outcome in outcomes) / len(outcomes)
    theirs = sum(outcome.theirs for outcome in outcomes) / len(outcomes)
    return f"| {name} | {len(outcomes)} | {theirs:.3f} | {ours:.3f} | {ours - theirs:+.3f} | {low:+.3f} … {high:+.3f} |"


def print_table(outcomes: Sequence[Outcome], *, by_kind: bool) -> None:
    """Print a row for each half and language."""
    print("| half | questions | BM25 with neighbours | recall | difference | 95 % |\n|---|---|---|---|---|---|")
    groups: Mapping[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.group].append(outcome)
    for name, rows in sorted(groups.items()):
        print(format_row(name, rows))
        if by_kind and name.startswith("development"):
            for kind in sorted({row.kind for row in rows}):
                print(format_row(f"… {kind}", [row for row in rows if row.kind == kind]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("development", "held_out"))
    parser.add_argument("--by-kind", action="store_true")
    options = parser.parse_args()
    conversations = map(read_conversation, sorted(CONVERSATIONS.glob("*.jsonl")))
    chosen = [one for one in conversations if options.half in (None, one.half)]
    print_table([outcome for one in chosen for outcome in judge(one)], by_kind=options.by_kind)
    return 0


if __name__ == "__main__":
    sys.exit(main())
