"""Wordings that no rule knows are weighed; what is denied, planned or reported is not told for being likely."""

import pytest

from codegraph.memory.facts.extract import extract, weighing
from codegraph.memory.facts.extract.spans import read
from codegraph.memory.facts.extract.weighed import LEAST
from codegraph.memory.facts.reading import CONFIDENCE, statements_of

UNKNOWN = "Odette hangs her hat at Quantrel"


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
        "Odette might hang her hat at Quantrel",
        "Odette never hangs her hat at Quantrel",
        "Bob says Odette hangs her hat at Quantrel",
        "does Odette hang her hat at Quantrel?",
    ],
)
def test_what_is_supposed_denied_reported_or_asked_is_not_told(text: str) -> None:
    assert extract(text) == []


def test_likelihoods_of_a_span_are_shared_among_the_predicates() -> None:
    sentence = read("we do our diagrams in Mermaid", "stated", scoped=False)
    weights = weighing.shipped()
    for span in range(len(sentence.spans)):
        assert sum(weighing.objects(sentence, span, weights)) == pytest.approx(1)
    best = max(weighing.weigh(sentence, weights, LEAST), key=lambda one: one.likelihood)
    assert (best.predicate, sentence.text(best.span)) == ("uses", "Mermaid")


def test_a_long_sentence_is_read_clause_by_clause() -> None:
    text = "No idea why you see that, it works for me, but the backend is written in Kotlin (a rewrite) and all is fine"
    assert ("backend", "written_in", "Kotlin") in {(one.subject, one.predicate, one.object) for one in extract(text)}


def test_what_follows_a_condition_is_not_read_by_itself() -> None:
    text = (
        "If the vendor ever agrees to the new terms, the backend is written in Kotlin, and the tests need Docker then"
    )
    assert extract(text) == []
