"""Closed forms: each kind of plain sentence gives its fact, and what only looks like one gives none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.memory import moment

from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.times import format_rfc3339

TODAY = moment("2026-03-10")


def read(text: str) -> set[tuple[str, str, str]]:
    return {(one.subject, one.predicate, str(one.object)) for one in read_closed_forms(text, TODAY)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("quillbox is at version 1.2.", ("quillbox", "has_version", "1.2")),
        ("Kestrel uses version 2.1.", ("Kestrel", "has_version", "2.1")),
        ("Kestrel was upgraded from 2.0 to 2.1.", ("Kestrel", "has_version", "2.1")),
        ("Python 3.12", ("Python", "has_version", "3.12")),
        ("We use Python 3.12.", ("Python", "has_version", "3.12")),
        ("The gateway listens on port 8443.", ("gateway", "listens_on", "8443")),
        ("The port of the gateway is 8443.", ("gateway", "listens_on", "8443")),
        ("The wiki is at https://wiki.quill.dev/start.", ("wiki", "has_url", "https://wiki.quill.dev/start")),
        ("Ruth's e-mail address is ruth@quill.dev.", ("Ruth", "has_email", "ruth@quill.dev")),
        ("The database runs on db-01.internal.", ("database", "runs_on_host", "db-01.internal")),
        ("The gateway is at 3.11.10.", ("gateway", "has_version", "3.11.10")),
        ("The gateway moved from port 3000 to port 3001.", ("gateway", "listens_on", "3001")),
        ("The bastion answers at 10.40.20.5.", ("bastion", "runs_on_host", "10.40.20.5")),
        ("Łukasz works at Żabka.", ("Łukasz", "works_at", "Żabka")),
        ("Ruth joined the University of Basel in 2023.", ("Ruth", "works_at", "University of Basel")),
        ("The badge expires at the end of February.", ("badge", "expires_on", "2027-02-28")),
        ("The parser is owned by Dana.", ("Dana", "owns", "parser")),
        ("The parser is maintained by the platform team.", ("platform team", "owns", "parser")),
        ("Dana owns the parser.", ("Dana", "owns", "parser")),
        ("Ruth works at Quill Labs.", ("Ruth", "works_at", "Quill Labs")),
        ("I work at Quill.", ("user", "works_at", "Quill")),
        ("The office moved from Lyon to Berlin.", ("office", "located_in", "Berlin")),
        ("The client was renamed from foo to bar.", ("foo", "renamed_to", "bar")),
        ("`foo` was renamed to `bar`.", ("foo", "renamed_to", "bar")),
        ("The certificate expires on 2026-05-01.", ("certificate", "expires_on", "2026-05-01")),
        ("The audit is due by Friday.", ("audit", "due_on", "2026-03-13")),
        ("The audit is due on 2 April.", ("audit", "due_on", "2026-04-02")),
    ],
)
def test_a_closed_form_gives_its_fact(text, fact):
    assert read(text) == {fact}


@pytest.mark.parametrize(
    "text",
    [
        "Redis is only used as a cache, never as a source of truth.",
        "The gateway doesn't listen on port 8443.",
        "Alice may join Acme in May.",
        "Does the gateway listen on port 8443?",
        "If the gateway listens on port 8443, the probe fails.",
        "Bob says Alice works at Acme.",
        'He wrote "Alice works at Acme since May" on the board.',
        "> The gateway listens on port 8443.",
        "```\nThe gateway listens on port 8443.\n```",
        "I think we use Python 3.12.",
        "We should upgrade Postgres to 17.1.",
        "We should use Python 3.12.",
        "Ruth works for the city of Basel.",
        "The wiki may have moved to Notion.",
        "The API could be at version 2.1.",
        "A node owns its children.",
        "It works on my machine.",
        "Sarah left the room.",
        "The discussion moved from pricing to hiring.",
        "The method requires two arguments.",
        "Ada: I work at Acme.",
        "x" * 4_000 + " listens on port 80.",
    ],
)
def test_what_only_looks_like_a_closed_form_gives_nothing(text):
    assert read(text) == set()


def test_clauses_share_their_subject_and_their_date():
    assert read("The gateway listens on 8443.\n\nIt is owned by the platform team.") == {
        ("gateway", "listens_on", "8443"), ("platform team", "owns", "gateway"),
    }  # fmt: skip
    both = read_closed_forms("In January 2022 Alice left Acme and joined Globex.", TODAY)
    days = {one.object: format_rfc3339(one.valid_to or one.valid_from or 0)[:10] for one in both}
    assert days == {"Acme": "2022-01-01", "Globex": "2022-01-01"}
    assert read("Omar became CFO of Norvik.") == {("Omar", "works_at", "Norvik"), ("Omar", "has_role", "CFO")}
    assert read("Omar and Pia work at Norvik.") == {("Omar", "works_at", "Norvik"), ("Pia", "works_at", "Norvik")}
    assert read("Alice joined Acme in 2019 and left in 2022.") == {("Alice", "works_at", "Acme")}
    assert read("Bob and Carol own the parser.") == {("Bob", "owns", "parser"), ("Carol", "owns", "parser")}


def test_the_set_is_read_as_well_as_it_was():
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
    try:
        import eval_closed_forms  # type: ignore[import-not-found] - a script, found beside the package
    finally:
        sys.path.pop(0)
    scores = eval_closed_forms.score_halves()
    assert scores["development"].precision >= 0.95 and scores["development"].recall >= 0.90
    assert scores["held_out"].precision >= 0.90 and not scores["held_out"].misread
