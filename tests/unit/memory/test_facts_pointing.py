"""What is said of something that was named before, by `it`, `she` and `he`; and what looks like a fact of the project."""

from __future__ import annotations

import pytest

from codegraph.memory.facts.extract import extract


def read(text: str, before: str = "") -> set[tuple[str, str, str]]:
    return {(one.subject, one.predicate, one.object) for one in extract(text, before)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Teo renewed the certificate. It expires on 3 March 2027.", ("certificate", "expires_on", "3 March 2027")),
        ("We bought a licence for Sketch. It expires on 3 March 2027.", ("licence", "expires_on", "3 March 2027")),
        ("The wiki says the admin API is on 7072. It is on 7172.", ("admin API", "listens_on", "7172")),
        ("Ada thinks the gateway is slow. It listens on 8080.", ("gateway", "listens_on", "8080")),
        ("Ada mentioned the parser. It is written in Rust.", ("parser", "written_in", "Rust")),
        ("No, the API isn't on 8080. It listens on 8181.", ("API", "listens_on", "8181")),
    ],
)
def test_it_is_what_was_spoken_of_last(text, fact):
    assert read(text) == {fact}


@pytest.mark.parametrize(
    ("before", "text", "fact"),
    [
        ("The certificate was renewed today.", "It expires on 3 March 2027.", ("certificate", "expires_on", "3 March 2027")),
        ("The gateway is slow again.", "It listens on 8080 now.", ("gateway", "listens_on", "8080")),
        ("Odile joined us today.", "She leads the search team.", ("Odile", "leads", "search team")),
    ],
)  # fmt: skip
def test_it_may_be_what_the_text_before_spoke_of(before, text, fact):
    assert read(text, before) == {fact}


@pytest.mark.parametrize(
    "text",
    [
        "It expires on 3 March 2027.",
        "Mirela signed! She starts on 1 October.",
        "Jonas's first day was delayed, he begins on 5 October.",
    ],
)
def test_what_a_pronoun_means_is_not_the_project(text):
    assert read(text) == set()


def test_a_text_that_points_at_nothing_is_read_by_itself():
    assert read("The parser is written in Rust.", "The gateway is slow.") == {("parser", "written_in", "Rust")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Release 2.4 went out on Friday.", {("Release 2.4", "released_on", "Friday")}),
        ("2.4 went out yesterday.", {("2.4", "released_on", "yesterday")}),
        ("Version 3 goes out on Friday.", {("Version 3", "due_on", "Friday")}),
        ("We shipped 2.4 on Friday.", {("2.4", "released_on", "Friday")}),
        ("The invitations went out on Friday.", set()),
    ],
)
def test_what_went_out_is_released_and_what_goes_out_is_due(text, facts):
    assert read(text) == facts


def test_who_retires_is_no_tool():
    assert read("Pieter retired.") == set()
    assert read("Heads up: Pieter retired, so call his daughter.") == set()
    assert read("Jenkins retired.") == {("project", "uses", "Jenkins")}


@pytest.mark.parametrize(
    "text",
    [
        "Sales are at 650 now.",
        "Second page tonight. Pool again.",
        "The mobile app will belong to Jonas.",
        "Nora will own the parser from May on.",
        "Todo: automate it with cert-manager.",
        "TODO: move to Postgres.",
        "To do: switch to Redis",
    ],
)
def test_settings_are_no_ports_and_what_is_to_come_is_not_yet(text):
    assert read(text) == set()


def test_what_listens_is_still_known_by_its_number():
    assert read("redis is at 6380 now.") == {("redis", "listens_on", "6380")}
    assert read("The proxy is at 443.") == {("proxy", "listens_on", "443")}
    assert read("Nadia again, reachable at nadia@quill.example") >= {("user", "has_name", "Nadia")}


def test_going_back_to_a_tool_is_using_it():
    assert read("And we're back to Postgres.") == {("project", "uses", "Postgres")}
    assert {(f.object, f.ended) for f in extract("We are back at Jenkins after all.")} == {("Jenkins", False)}


def test_a_setting_has_a_value_by_its_own_name():
    assert read("max_client_conn is at 650 now.") == {("project", "has_max_client_conn", "650")}
    assert read("The pool was full, raised max_client_conn to 400.") == {("project", "has_max_client_conn", "400")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The cut-over slips to 26 October.", {("cut-over", "due_on", "26 October")}),
        ("The launch moved to 3 March.", {("launch", "due_on", "3 March")}),
        ("The office moved to Leiden in March.", {("office", "located_in", "Leiden")}),
        ("We moved to March.", set()),
        ("Standup moved to 10:00.", set()),
    ],
)
def test_what_slips_or_moves_to_a_date_is_due_then(text, facts):
    assert read(text) == facts
