"""Wordings of one meaning give one fact; what looks like them gives none."""

import pytest

from codegraph.memory.facts.extract import extract


def read(text: str) -> set[tuple[str, str, str, bool]]:
    return {(one.subject, one.predicate, one.object, one.ended or bool(one.valid_to)) for one in extract(text)}


@pytest.mark.parametrize(
    "text",
    [
        "we're going with Kafka",
        "after weeks of back and forth we're going with Kafka",
        "the vote was 4 to 1 for Kafka",
        "in the end it was Kafka that won",
        "we ended up picking Kafka",
        "it's a go for Kafka",
        "Mira talked us into using Kafka",
        "decision from today's call: Kafka",
        "the final choice was Kafka",
    ],
)
def test_a_decision_in_any_words_is_one(text: str) -> None:
    assert ("project", "decided", "Kafka", False) in read(text)


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("It was decided to keep the old format.", "keep the old format"),
        ("The board voted against adding telemetry.", "against adding telemetry"),
        ("the consensus on the list was to drop 32-bit builds", "drop 32-bit builds"),
        ("Management signed off on the move to Azure", "move to Azure"),
    ],
)
def test_what_was_decided_is_told_whole(text: str, decided: str) -> None:
    assert decided in {object for _, predicate, object, _ in read(text) if predicate == "decided"}


@pytest.mark.parametrize(
    "text",
    [
        "the thing we called `foo` is just `bar` now",
        "`bar` was previously `foo`",
        "`bar` (called `foo` before 2.0) does it",
        "`foo` got renamed to `bar`",
        "change the name of `foo` to `bar`",
        "As of 2.0 `foo` is named `bar`.",
        "Until 3.1 this option was named `foo`; since then it is `bar`.",
        "rename: foo → bar",
    ],
)
def test_a_name_that_changed_is_told_from_old_to_new(text: str) -> None:
    assert ("foo", "renamed_to", "bar", False) in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "The exporter can't run unless libpcap is installed.",
        "the exporter won't start if libpcap is missing",
        "the exporter chokes if libpcap isn't there",
        "the exporter needs libpcap to run",
    ],
)
def test_what_fails_without_something_depends_on_it(text: str) -> None:
    assert ("exporter", "depends_on", "libpcap", False) in read(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Lazar moved over from support to the QA team", ("Lazar", "member_of", "QA team", False)),
        ("new joiner on the search squad: Tadeusz", ("Tadeusz", "member_of", "search squad", False)),
        ("Ottavia is off the platform team", ("Ottavia", "member_of", "platform team", True)),
        ("Pernille quit her job at Tarn Analytics", ("Pernille", "works_at", "Tarn Analytics", True)),
        ("Clients older than 4.2 can no longer connect.", ("Clients", "min_version", "4.2", False)),
        ("Since 12.0 the minimum Ruby is 3.1.", ("Ruby", "min_version", "3.1", False)),
        ("we can't go above Django 4.2 because of one plugin", ("Django", "max_version", "4.2", False)),
        ("logs? /var/log/quarry", ("logs", "located_in", "/var/log/quarry", False)),
        ("the cluster's in eu-north-1", ("cluster", "located_in", "eu-north-1", False)),
        ("staging (port 9001) is slow", ("staging", "listens_on", "9001", False)),
        ("I'd rather avoid YAML", ("user", "avoids", "YAML", False)),
        ("not a big fan of mocks, if I'm honest", ("user", "avoids", "mocks", False)),
    ],
)
def test_what_is_said_in_passing_is_read(text: str, fact: tuple[str, str, str, bool]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "the jury's still out on Svelte",
        "The scheduler picks the oldest job first.",
        "I'm leaning towards sqlite",
        "pretty sure the limit is 50",
        "This guide uses Python for all examples.",
        "my old employer used SVN",
        "`println` is being replaced by `show`",
        "v6 was supposed to ship in May",
        "the meeting lasted 2 hours",
        "I work with Bas on most things",
        "The committee rejected the proposal.",
        "Luc is in Lyon this week",
    ],
)
def test_what_only_looks_like_a_fact_is_none(text: str) -> None:
    assert read(text) == set()


def test_a_taste_that_is_denied_is_not_taken_for_one() -> None:
    assert ("user", "prefers", "YAML", False) not in read("YAML is not my thing")
    assert ("user", "avoids", "YAML", False) in read("YAML is not my thing")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ada owns the pricing service and Lena looks after the app.", {("Ada", "owns", "pricing service"), ("Lena", "owns", "app")}),
        ("The budget is £28,000 all in.", {("project", "has_budget", "£28,000")}),
        ("My resting heart rate is 58 at the moment.", {("user", "has_resting_heart_rate", "58")}),
        ("Bo's birthday is 19 May.", {("Bo", "born_on", "19 May")}),
        ("My birthday is 19 May.", {("user", "born_on", "19 May")}),
        ("In the end Kafka won.", {("project", "decided", "Kafka")}),
        ("Renewed my passport and it is valid until 3 April 2036.", {("passport", "expires_on", "3 April 2036")}),
    ],
)  # fmt: skip
def test_a_fact_has_its_own_subject_and_all_of_its_object(text: str, facts: set[tuple[str, str, str]]) -> None:
    assert {found[:3] for found in read(text)} == facts


@pytest.mark.parametrize(
    "text",
    [
        "My insurance is with Allianz.",
        "I gave up coffee last week.",
        "Mara won.",
        "I liked their docs.",
        "Please update to 1.5.0, it fixes the pairing bug.",
        "My last day is 27 February.",
    ],
)
def test_what_is_told_in_like_words_is_none(text: str) -> None:
    assert read(text) == set()


def test_a_guest_is_not_owned_by_the_host() -> None:
    assert {found[1] for found in read("The dog is staying with my sister in Harrogate.")} == {"located_in"}


def test_a_tool_that_something_is_done_in_is_no_language() -> None:
    assert "written_in" not in {found[1] for found in read("The routing is done in Routific.")}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Tove has a cat named Miso.", ("Tove", "has_name", "Miso", False)),
        ("Bettina bought a Roomba, its name is Otto.", ("Bettina", "has_name", "Otto", False)),
        ("Godot 4.2 for the client, the server is written in Rust.", ("server", "uses", "Godot", False)),
        ("quillbox 0.10 is on PyPI.", ("quillbox", "uses", "PyPI", False)),
    ],
)
def test_what_is_said_of_one_thing_is_no_fact_of_another(text, wrong) -> None:
    assert wrong not in read(text)


def test_who_joins_us_from_somewhere_worked_there() -> None:
    assert read("Yvette joins us from Globex.") == {("Yvette", "works_at", "Globex", True)}
    assert read("Yvette came to us from Globex in May.") == {("Yvette", "works_at", "Globex", True)}


def test_a_release_of_others_is_no_version_of_ours() -> None:
    assert read("quillbox 3.0 is out.") == {("quillbox", "has_version", "3.0", False)}
    assert read("Godot 4.3 is out, we upgrade after the beta.") == set()
