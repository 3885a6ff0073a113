#!/usr/bin/env python
"""Places of the texts that answer, with and without triples beside them.

    python scripts/eval_sentences.py [--file tests/evaluation/sentences.jsonl] [--show]

60 questions over 60 plain sentences among 500 others, by three memories: the texts alone, the texts with what
`remember` reads in them, and the texts with a triple of every text, as a caller gives them. A triple counts as no
answer: it has to stand behind the text. Of the held-out half only the figures are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.embed.static import StaticEncoder
from codegraph.memory.facts import write
from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.fact_model import SAID, Triple
from codegraph.memory.facts.ranking import FactRecall, recall
from codegraph.memory.facts.write import Writing
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest

FILE: Final = Path(__file__).resolve().parents[1] / "tests" / "evaluation" / "sentences.jsonl"
SHOWN: Final = "development"
LIMIT: Final = 10

Reader = Callable[[str, int], Sequence[Triple]]


class Question(NamedTuple):
    half: str
    text: str
    answer: str


def main(arguments: list[str]) -> int:
    """Print how often the right text stands first, in three and in ten."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--show", action="store_true", help="list the questions of the development half that miss")
    chosen = parser.parse_args(arguments)
    texts, questions = read_set(chosen.file)
    print("| memory | recall | half | questions | first | in three | in ten |\n|---|---|---|--:|--:|--:|--:|")
    for memory, reader in READERS.items():
        for surface, half, places in measure(texts, questions, reader):
            held = [place for _, place in places]
            counts = [sum(0 < place <= most for place in held) for most in (1, 3, LIMIT)]
            print(f"| {memory} | {surface} | {half} | {len(held)} | {counts[0]} | {counts[1]} | {counts[2]} |")
            if chosen.show and half == SHOWN:
                print(
                    "\n".join(f"  {place or '-'}: {one.text} / {one.answer}" for one, place in places if place != 1),
                    file=sys.stderr,
                )
    return 0


def read_set(file: Path = FILE) -> tuple[list[str], list[Question]]:
    """Return all texts, and the questions."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    asked = [Question(row["half"], row["question"], row["text"]) for row in rows if row["type"] == "sentence"]
    return [row["text"] for row in rows], asked


def read_nothing(text: str, now: int) -> list[Triple]:
    """Return no triples: the texts stand alone."""
    return []


def make_triple(text: str, now: int) -> list[Triple]:
    """Return a triple of a text: its first words, and the rest."""
    words = text.rstrip(".!?").split()
    return [Triple(" ".join(words[:2]), words[2], " ".join(words[3:]))] if len(words) > 3 else []


READERS: Final[dict[str, Reader]] = {
    "texts alone": read_nothing,
    "closed forms": read_closed_forms,
    "a triple of each text": make_triple,
}


def measure(
    texts: Sequence[str], questions: Sequence[Question], reader: Reader
) -> Iterator[tuple[str, str, list[tuple[Question, int]]]]:
    """Yield the places of the right texts by surface and half, 0 for none."""
    with tempfile.TemporaryDirectory() as folder:
        engine = MemoryEngine(Path(folder))
        with engine.write() as recording:
            for number, text in enumerate(texts):
                write.remember(recording, text, reader(text, recording.at), Writing(episode=f"talk-{number}"))
        recaller = Recaller(engine, StaticEncoder())
        surfaces: dict[str, Callable[[str], list[str]]] = {
            "facts": lambda query: [
                str(found.fact.object) if found.fact.predicate == SAID else ""
                for found in recall(recaller, FactRecall(query, ("",), LIMIT), engine.clock()).results
            ],
            "memories": lambda query: [
                found.memory.body.content for found in recaller.recall(RecallRequest(query, limit=LIMIT)).results
            ],
        }
        for surface, ask in surfaces.items():
            for half in sorted(Counter(one.half for one in questions)):
                yield (
                    surface,
                    half,
                    [(one, find_place(ask(one.text), one.answer)) for one in questions if one.half == half],
                )
        engine.close()


def find_place(found: Sequence[str], answer: str) -> int:
    """Return the place of the answer, from 1; 0 where it is not among what was found."""
    return found.index(answer) + 1 if answer in found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
