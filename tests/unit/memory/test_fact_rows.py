"""Facts as rows: what a caller or a model says that a text states."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from support.memory import START

from codegraph.errors import ConfigError, InvalidError, LanguageError
from codegraph.memory.facts.fact_model import Fact
from codegraph.memory.facts.fact_rows import MODEL_CONFIDENCE, parse_rows, read_with_model
from codegraph.memory.facts.predicates import compute_effective
from codegraph.operations.facts import fact_writes
from codegraph.settings.config import Config

ROW = {"subject": "gateway", "predicate": "Listens on", "object": 8443}


@dataclass
class Answers:
    """A language model that answers with one text."""

    reply: str
    name: str = "local:tiny"
    asked: str = ""

    def answer(self, instructions: str, text: str) -> str:
        self.asked = text
        if not self.reply:
            raise LanguageError("no answer", hint="try again")
        return self.reply


def test_a_row_is_a_triple():
    (one,) = parse_rows([ROW | {"valid_from": "2025-01-01T00:00:00Z", "valid_to": None, "confidence": 1}])
    assert (one.subject, one.predicate, one.object, one.confidence) == ("gateway", "listens_on", 8443, 1.0)
    assert one.valid_from == 1_735_689_600_000_000 and one.valid_to == 0


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({}, "`facts` is no list"),
        ([1], "`facts[0]` is no object"),
        ([{"subject": "a", "predicate": "p"}], "`facts[0]` has no `object`"),
        ([ROW, ROW | {"colour": 1}], "`facts[1]` has an unknown field `colour`"),
        ([ROW | {"valid_to": "soon"}], "`facts[0].valid_to`"),
        ([ROW | {"confidence": "high"}], "`facts[0].confidence` is no number"),
        ([ROW | {"subject": 7}], "`facts[0].subject` is no text"),
        ([ROW] * 65, "`facts` has 65 facts; the limit is 64"),
    ],
)
def test_a_wrong_row_is_refused_and_named(rows, said):
    with pytest.raises(InvalidError) as refused:
        parse_rows(rows)
    assert said in str(refused.value)


def test_what_a_model_reads_says_so_and_counts_less():
    rows = [ROW | {"confidence": 1.0, "source": "user_statement"}, {"subject": "x"}, ROW | {"valid_from": "May"}, 7]
    model = Answers(f"Here you are: {json.dumps(rows)}")
    (one,) = read_with_model(model, "The gateway listens on 8443; mail me at a@b.dev.", START)
    assert (one.source, one.confidence) == ("model:local:tiny", MODEL_CONFIDENCE)
    assert "a@b.dev" not in model.asked
    fact = Fact("m", 1, 1, "a", "likes", "b", START, recorded_at=START, confidence=0.5, source=one.source)
    assert compute_effective(fact, START) == pytest.approx(0.4)


@pytest.mark.parametrize("reply", ["", "no JSON", '{"facts": []}'])
def test_a_model_that_fails_says_why(reply):
    with pytest.raises(LanguageError):
        read_with_model(Answers(reply), "x", START)


@pytest.mark.parametrize("wrong", ["", "no JSON", "settings"])
def test_a_failing_model_loses_neither_the_text_nor_its_closed_forms(monkeypatch, wrong):
    def language(config: Config) -> Answers:
        if wrong == "settings":
            raise ConfigError("`llm_model` is empty", hint="name one")
        return Answers(wrong)

    class Place:
        config = None

    monkeypatch.setattr(fact_writes, "find_model", language)
    found, warning = fact_writes._read(Place(), "The gateway listens on port 8443.", START)  # type: ignore[arg-type]
    assert [one.object for one in found] == ["8443"] and "no model read it" in warning
