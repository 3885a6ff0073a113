"""The labelled texts are sound, and the scorer counts as their guide says."""

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from codegraph.memory.facts.extract import extract
from scripts.eval_facts import SETS, Label, Text, folded, load, score

GUIDE = Path(__file__).with_name("README.md").read_text(encoding="utf-8")


def label(*parts: str, closed: bool | None = False, optional: bool = False) -> Label:
    subject, predicate, object = (frozenset({folded(part)}) for part in parts)
    return Label("use", subject, predicate, object, None, None, closed, optional)


def fact(subject: str, predicate: str, object: str, **validity: object) -> SimpleNamespace:
    return SimpleNamespace(subject=subject, predicate=predicate, object=object, **validity)


def text(*labels: Label) -> Text:
    return Text("0", "", None, labels)


@pytest.mark.parametrize("half", SETS)
def test_every_predicate_is_in_the_guide_and_a_third_of_the_texts_has_no_fact(half: str) -> None:
    texts = load(half)
    for one in texts:
        for found in one.labels:
            assert any(f"`{p}`" in GUIDE for p in found.predicates) or found.kind == "property", (one.id, found)
    bare = [one for one in texts if all(found.optional for found in one.labels)]
    assert all(one.trap for one in bare)
    assert len(texts) >= 200 and len(bare) >= 0.35 * len(texts)


def test_the_sets_share_no_text() -> None:
    texts = [one.text for half in SETS for one in load(half)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("half", ["development", "more", "fresh_tuning", "varied"])
def test_what_rules_were_written_on_is_read_as_labelled(half: str) -> None:
    outcomes = [score(one, extract(one.text)) for one in load(half)]
    found, wrong = sum(len(one.matched) for one in outcomes), sum(len(one.wrong) for one in outcomes)
    labels = found + sum(len(one.missed) for one in outcomes)
    assert found >= 0.9 * labels
    assert found >= 0.97 * (found + wrong)


@pytest.mark.parametrize("piece", ["w\n", "x", "is ", "a, b and ", '"', "we use "])
def test_a_long_text_is_read_in_time_that_grows_with_it(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * size)[:size]
        began = time.process_time()
        extract(text)
        return time.process_time() - began

    seconds(2_048)
    assert seconds(32_768) < 64 * max(seconds(2_048), 0.01)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The `billing` service", "billing service"),
        ("30 seconds", "30s"),
        ("five minutes", "5 min"),
        ("v2.3", "2.3"),
        ("three times", "3"),
        ("Our API", "the API."),
    ],
)
def test_forms_of_one_name_or_value_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_values_that_differ_stay_apart() -> None:
    assert len({folded(value) for value in ("30 s", "30 min", "30", "3.0", "0.3")}) == 5


def test_a_fact_that_is_over_is_found_only_as_closed() -> None:
    over = text(label("project", "uses", "Kafka", closed=True))
    assert score(over, [fact("project", "uses", "Kafka", ended=True)]).matched
    assert score(over, [fact("project", "uses", "Kafka", valid_to="2022")]).matched
    found_open = score(over, [fact("project", "uses", "Kafka")])
    assert found_open.missed and found_open.wrong


def test_optional_facts_count_neither_way() -> None:
    outcome = score(text(label("user", "uses", "fish", optional=True)), [fact("I", "uses", "fish")])
    assert not outcome.matched and not outcome.missed and not outcome.wrong


def test_what_no_label_states_is_wrong_once() -> None:
    outcome = score(text(), [fact("a", "uses", "b"), fact("A", "uses", "b")])
    assert len(outcome.wrong) == 1
