"""Wordings that no rule knows are weighed; what is denied, planned or reported is not told for being likely."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codegraph.errors import EncoderError
from codegraph.memory.facts.extract import extract, transformer, weighed
from codegraph.memory.facts.extract.sentences import sentences
from codegraph.memory.facts.extract.spans import read
from codegraph.memory.facts.extract.weighed import LEAST
from codegraph.memory.facts.extract.weighing import PROJECT, Weighing
from codegraph.memory.facts.reading import CONFIDENCE, statements_of

UNKNOWN = "Odette grinds away at Quantrel"


def test_a_wording_that_no_rule_knows_is_told_with_a_lower_confidence() -> None:
    (fact,) = extract(UNKNOWN)
    assert (fact.subject, fact.predicate, fact.object, fact.weighed) == ("Odette", "works_at", "Quantrel", True)
    (statement,) = statements_of(UNKNOWN, 0)
    assert statement.confidence < CONFIDENCE
    (known,) = statements_of("Odette works at Quantrel", 0)
    assert known.confidence == CONFIDENCE


@pytest.mark.parametrize(
    "text",
    [
        "Odette might grind away at Quantrel",
        "Odette never grinds away at Quantrel",
        "Bob says Odette grinds away at Quantrel",
        "does Odette grind away at Quantrel?",
    ],
)
def test_what_is_supposed_denied_reported_or_asked_is_not_told(text: str) -> None:
    assert extract(text) == []


def test_likelihoods_of_a_span_are_shared_among_the_predicates_and_those_of_an_object_among_the_subjects() -> None:
    one = Weighing(read("we do our diagrams in Mermaid", "stated", scoped=False))
    assert one.objects.sum(axis=1) == pytest.approx(np.ones(len(one.read.spans)), abs=1e-5)
    best = max(one.likely(LEAST), key=lambda fact: fact.likelihood)
    assert (best.predicate, one.read.text(best.span)) == ("uses", "Mermaid")
    assert best.subject == PROJECT or one.read.text(best.subject) == "we"
    assert sum(likely for likely, _ in one.subjects(best.span, "uses")) == pytest.approx(1, abs=1e-5)


def test_a_sentence_is_weighed_alike_whatever_was_weighed_before() -> None:
    sentence = read("Odette grinds away at Quantrel", "stated", scoped=False)
    first = Weighing(sentence).objects.copy()
    assert len(Weighing(read("ünïcode ☃ words 漢字 and " + "more " * 40, "command", scoped=True)).objects)
    assert (Weighing(sentence).objects == first).all()


def test_a_sentence_without_spans_has_nothing_likely() -> None:
    assert Weighing(read("and then?", "stated", scoped=False)).likely(0.1) == []


def test_what_a_rule_takes_for_a_fact_and_is_next_to_impossible_is_not_told() -> None:
    sentence = next(iter(sentences("The gateway uses Kafka.")))
    (fact,) = extract("The gateway uses Kafka.")
    assert [one.object for one in weighed.reconsidered(sentence, [fact])] == ["Kafka"]
    absurd = replace(fact, predicate="born_in")
    assert absurd not in weighed.reconsidered(sentence, [absurd])
    elsewhere = replace(absurd, subject="something that an earlier sentence named")
    assert elsewhere in weighed.reconsidered(sentence, [elsewhere])


def test_a_model_that_is_cut_off_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    whole = Path(transformer.__file__).with_name("model") / transformer.FILE
    (tmp_path / "model.npz").write_bytes(whole.read_bytes()[:100_000])
    with pytest.raises(EncoderError, match="cannot be read") as caught:
        transformer.Model(tmp_path / "model.npz")
    assert "reinstall" in (caught.value.hint or "")


def test_a_long_sentence_is_read_clause_by_clause() -> None:
    text = "No idea why you see that, it works for me, but the backend is written in Kotlin (a rewrite) and all is fine"
    assert ("backend", "written_in", "Kotlin") in {(one.subject, one.predicate, one.object) for one in extract(text)}


def test_what_follows_a_condition_is_not_read_by_itself() -> None:
    text = (
        "If the vendor ever agrees to the new terms, the backend is written in Kotlin, and the tests need Docker then"
    )
    assert extract(text) == []


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("imports: batch size down to 500", "project", "has_batch_size", "500"),
        ("the heap of staging is 6 gigs, prod's got 24", "staging", "has_heap", "6 gigs"),
        ("page weight went down to 180 kB", "project", "has_page_weight", "180 kB"),
    ],
)
def test_a_likely_figure_is_a_property_that_the_nouns_in_front_name(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value) in {(fact.subject, fact.predicate, fact.object) for fact in extract(text)}


@pytest.mark.parametrize(
    "text",
    [
        "In this chapter we use PostgreSQL as an example.",
        "our stand-up is at 9:15",
        "Ravi swears by the editor, I'm against it",
        "Replace references to old.example by new.example",
        "in the old days we shipped on Fridays",
        "Prune images older than 60 days if the disk is full",
    ],
)
def test_what_names_nothing_and_what_only_seems_to_be_stated_is_refused(text: str) -> None:
    assert extract(text) == []


def test_a_plain_fact_beside_an_hour_is_kept() -> None:
    assert [fact.object for fact in extract("The gateway listens on port 8443.")] == ["8443"]
    assert [fact.object for fact in extract("We use Kafka.")] == ["Kafka"]
